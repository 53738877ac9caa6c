import CEmbedded

/// The models that come with the program: the files of `config/models`.
package enum ModelLibrary {
    /// The name of the model of a document that was never anything else.
    package static let defaultName = "four-lines"

    /// The names, in alphabetical order.
    package static var names: [String] {
        EmbeddedFiles.names.filter { $0.hasPrefix("config/models/") && $0.hasSuffix(".model") }
            .map { String($0.dropFirst("config/models/".count).dropLast(".model".count)) }.sorted()
    }

    /// The model with a name, or nil if there is none.
    ///
    /// - Throws: `ModelError` if the embedded file is wrong, which a test keeps from happening.
    package static func model(named name: String) throws(ModelError) -> Model? {
        guard let bytes = EmbeddedFiles.bytes(of: "config/models/\(name).model") else { return nil }
        return try Model(parsing: bytes, file: name) { EmbeddedFiles.bytes(of: "config/models/\($0)") }
    }

    /// Whether a text names a file: it has a slash, or ends in `.model`.
    package static func isPath(_ name: String) -> Bool { name.contains("/") || name.hasSuffix(".model") }

    /// The model with a name or, with a slash or the ending `.model`, in a file.
    ///
    /// - Parameters:
    ///   - name: of a model that comes with the program, or the path of a file.
    ///   - contents: reads a file: the model's, and those that it names, whose paths are relative to its folder.
    /// - Returns: the model.
    /// - Throws: `ModelError`: there is none of the name, the file cannot be read, or what is wrong in which line.
    package static func find(
        _ name: String, contents: (String) throws(ModelError) -> [UInt8]
    ) throws(ModelError) -> Model {
        guard isPath(name) else {
            if let model = try model(named: name) { return model }
            let names = names.joined(separator: ", ")
            throw ModelError(
                file: name,
                reason: "there is none of this name; there are \(names). A path has a slash or ends in .model")
        }
        let folder = name.lastIndex(of: "/").map { name[...$0] } ?? ""
        return try Model(parsing: try contents(name), file: name) { file in
            try? contents(file.hasPrefix("/") ? file : folder + file)
        }
    }
}
