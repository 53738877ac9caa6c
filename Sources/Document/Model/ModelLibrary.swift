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
}
