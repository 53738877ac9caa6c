import CLinux

/// What a rename does with a name that is taken, renameat2(2).
package enum RenameRule: Sendable {
    /// The file there loses this name.
    case replace

    /// The two files change names in one step.
    case exchange

    /// The rename fails with `.fileExists`.
    case noReplace

    var flags: UInt32 {
        switch self {
        case .replace: 0
        case .exchange: UInt32(CLINUX_RENAME_EXCHANGE)
        case .noReplace: UInt32(CLINUX_RENAME_NOREPLACE)
        }
    }
}

extension Errno {
    /// Whether a rename failed because the file system or the kernel does not know its rule.
    package var isUnsupportedRename: Bool {
        self == .invalidArgument || self == .notImplemented || self == .notSupported
    }
}
