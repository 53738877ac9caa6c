import CLinux

/// The address of a Unix socket, unix(7).
package enum UnixAddress: Hashable, Sendable {
    /// A name in the file system.
    case path(String)

    /// A name of its own that vanishes with its socket; without the NUL that precedes it in the kernel.
    case abstract([UInt8])

    /// The most bytes a path may have: 107, one of the 108 being kept for the NUL.
    package static let pathLimit = Int(CLINUX_SOCKET_NAME_LIMIT)

    /// Reads the notation of systemd's `NOTIFY_SOCKET`: an absolute path, or `@` and an abstract name.
    ///
    /// - Returns: nil for anything else; other kinds of sockets have notations there, too.
    package init?(notation: String) {
        switch notation.utf8.first {
        case UInt8(ascii: "/"): self = .path(notation)
        case UInt8(ascii: "@") where notation.utf8.count > 1: self = .abstract(Array(notation.utf8.dropFirst()))
        default: return nil
        }
    }

    /// The bytes for the kernel.
    ///
    /// - Throws: `.nameTooLong`, and `.invalidArgument` for a path that is empty or holds a NUL.
    func name() throws(Errno) -> (bytes: [UInt8], isAbstract: Int32) {
        let bytes: [UInt8]
        switch self {
        case .path(let path):
            bytes = Array(path.utf8)
            guard !bytes.contains(0) else { throw .invalidArgument }
        case .abstract(let name):
            bytes = name
        }
        guard !bytes.isEmpty else { throw .invalidArgument }
        guard bytes.count <= Self.pathLimit else { throw .nameTooLong }
        if case .abstract = self { return (bytes, 1) }
        return (bytes, 0)
    }
}

extension UnixAddress: CustomStringConvertible {
    /// The path, or `@` and the abstract name.
    package var description: String {
        switch self {
        case .path(let path): path
        case .abstract(let name): "@" + String(decoding: name, as: UTF8.self)
        }
    }
}
