import FourLinesLinux

/// A file as the command line names it: a path, or `-` for a standard stream.
enum FilePath: Equatable, Sendable {
    /// The standard input or output.
    case stream
    /// A path.
    case path(String)

    /// Reads an operand.
    ///
    /// - Throws: a usage error for an empty path and for one that is not UTF-8.
    init(_ operand: [UInt8]) throws(ClientError) {
        guard operand != [UInt8(ascii: "-")] else {
            self = .stream
            return
        }
        guard let text = String(validating: operand, as: UTF8.self) else {
            throw .usage("the path “\(String(decoding: operand, as: UTF8.self))” is not UTF-8")
        }
        guard !text.isEmpty else { throw .usage("the path of the file is empty") }
        self = .path(text)
    }

    /// How messages call it.
    var name: String {
        switch self {
        case .stream: "the standard input"
        case .path(let path): path
        }
    }
}

extension ClientError {
    /// A file that could not be read or written.
    static func file(_ name: String, _ what: String, _ errno: Errno) -> ClientError {
        ClientError(.inputOutput, "“\(name)” cannot be \(what): \(errno.message)")
    }
}
