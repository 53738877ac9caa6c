import FourLinesPropertyList
import KeyedArchive

/// Writes what a file holds in a form.
struct Conversion {
    /// The form.
    let form: FileForm
    /// Whether a binary archive is written by Apple's rules even if it was not before.
    var isCanonical = false

    /// Writes an archive.
    ///
    /// A file that was not edited keeps its bytes in its own form.
    ///
    /// - Parameters:
    ///   - archive: what is written.
    ///   - own: the form that it was read from.
    ///   - name: how messages call it.
    ///   - output: takes the bytes as they are finished.
    /// - Returns: what the form does not show of it, in words.
    /// - Throws: `.refused` for what the form cannot hold; why the output does not take it.
    func write(
        _ archive: Archive, from own: FileForm, _ name: String, to output: FileOutput
    ) throws(ClientError) -> [String] {
        if let isArchive = form.isKeyedArchive, isArchive != (archive.graph.form == .keyedArchive) {
            throw Self.otherKind(isArchive, name)
        }
        var losses: [String] = []
        do {
            switch form {
            case _ where form == own && form != .json && !isCanonical:
                output.take(try archive.encode { output.take($0, $1) })
            case .archive, .plist:
                output.take(try archive.binary(isCanonical: isCanonical) { output.take($0, $1) })
            case .archiveXML, .plistXML:
                let result = try archive.xml(isCanonical: isCanonical) { output.take($0, $1) }
                output.take(result.bytes)
                losses = result.losses.map(\.description).sorted()
            case .json:
                output.take(try archive.json { output.take($0, $1) })
            }
        } catch {
            // A writer that is stopped because the output is broken may say so in words of its own.
            try output.finish()
            throw ClientError(.refused, "\(name) cannot be written as \(form.title): \(error.description)")
        }
        try output.finish()
        return losses
    }

    /// Makes sure that bytes which are no text do not go to a terminal.
    static func refuseBinary(_ form: FileForm, on console: any Console) throws(ClientError) {
        guard form.isBinary, console.outputIsTerminal else { return }
        throw .usage("\(form.title), is not written to a terminal: redirect it, or name a file with -o")
    }

    private static func otherKind(_ wantsArchive: Bool, _ name: String) -> ClientError {
        let text =
            wantsArchive
            ? "\(name) is a plain property list, whose values have no classes; it goes --to plist, plist-xml or json"
            : "\(name) is a keyed archive, whose objects have classes that a plain property list cannot name; it goes "
                + "--to archive, archive-xml or json"
        return ClientError(.refused, text)
    }
}
