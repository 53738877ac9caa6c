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
    /// A file that was not edited keeps its bytes in its own form; an archive goes to a plain property list and back
    /// with what that can hold.
    ///
    /// - Parameters:
    ///   - archive: what is written.
    ///   - name: how messages call it.
    ///   - output: takes the bytes as they are finished.
    /// - Returns: what the form does not show of it, in words.
    /// - Throws: `.refused` for what the form cannot hold; why the output does not take it.
    func write(
        _ archive: Archive, _ name: String, to output: FileOutput
    ) throws(ClientError) -> [String] {
        var losses: [String] = []
        do {
            let result = try archive.encode(as: form, isCanonical: isCanonical) { output.take($0, $1) }
            output.take(result.bytes)
            losses = result.losses
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
}
