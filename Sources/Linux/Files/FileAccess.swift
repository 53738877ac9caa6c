import Glibc

/// What the process may do with a file, access(2).
package struct FileAccess: OptionSet, Sendable {
    package let rawValue: Int32

    package init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    package static let read = FileAccess(rawValue: R_OK)
    package static let write = FileAccess(rawValue: W_OK)

    /// To run a file, to enter a folder.
    package static let execute = FileAccess(rawValue: X_OK)
}
