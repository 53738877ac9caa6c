/// Permission bits of a file.
package struct FileMode: RawRepresentable, Hashable, Sendable, ExpressibleByIntegerLiteral {
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Takes the bits as they are usually written, in octal: `0o600`.
    package init(integerLiteral value: UInt32) {
        rawValue = value
    }

    /// Readable and writable by the owner alone, 0600.
    package static let ownerFile: FileMode = 0o600

    /// A folder for the owner alone, 0700.
    package static let ownerFolder: FileMode = 0o700

    /// Whether somebody other than the owner may read, write or enter.
    package var isOpenToOthers: Bool {
        rawValue & 0o077 != 0
    }

    /// Whether somebody other than the owner may write.
    package var isWritableByOthers: Bool {
        rawValue & 0o022 != 0
    }
}

extension FileMode: CustomStringConvertible {
    /// Four octal digits, `0600`.
    package var description: String {
        let digits = String(rawValue, radix: 8)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
