import CEmbedded

/// The files of `systemd/` and `config/` that are a part of the program.
package enum EmbeddedFiles {
    /// Their names, relative to the project.
    package static var names: [String] { (0..<embedded_count()).map(name) }

    /// What a file holds, or nil if there is none of that name.
    package static func bytes(of name: String) -> [UInt8]? {
        guard let file = (0..<embedded_count()).first(where: { self.name($0) == name }) else { return nil }
        return (0..<embedded_size(file)).map { embedded_byte(file, $0) }
    }

    private static func name(_ file: CInt) -> String {
        var bytes: [UInt8] = []
        while true {
            let byte = embedded_name_byte(file, bytes.count)
            guard byte != 0 else { return String(decoding: bytes, as: UTF8.self) }
            bytes.append(byte)
        }
    }
}
