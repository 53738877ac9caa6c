import FourLinesDocument
import FourLinesRESP
import KeyedArchive

/// The daemon's document, read as a whole into this program: for what the protocol has no command for.
struct PresentDocument {
    /// The document, with the daemon's model where this program knows it.
    let document: Document
    /// The revision, or the one before it: an edit that depends on it never holds for a document that has changed.
    let revision: [UInt8]

    /// Reads the document.
    ///
    /// - Throws: `.unsound` for an archive that this program cannot read.
    static func read(_ invocation: Invocation) throws(ClientError) -> PresentDocument {
        let session = invocation.session
        let information = Information([try session.reply(to: Request("INFO", "document"))])
        let form = information["format"].flatMap { FileForm(rawValue: $0) } ?? .archive
        let revision = try SettledEdit.revision(session)
        let request = Request("EXPORT", form.rawValue)
        guard let bytes = try session.reply(to: request, work: .long).bytes else {
            throw .unexpectedReply(to: request.name)
        }
        let model = try model(information["model"] ?? "", invocation)
        let path = FilePath.path("the document")
        do {
            let file = try ArchiveFile(path, nil, bytes)
            return PresentDocument(document: file.document(model), revision: revision)
        } catch {
            throw Unsoundness(error, bytes).error(of: path)
        }
    }

    /// Puts another archive in the document's place, if it has not changed since it was read.
    ///
    /// - Throws: `.conflict` if it has.
    func replace(with archive: Archive, _ session: Session) throws(ClientError) {
        let bytes: [UInt8]
        do { bytes = try archive.encode(as: archive.form).bytes } catch {
            throw ClientError(.refused, "the document cannot be written: \(error.description)")
        }
        let request = Request("IMPORT", with: [Array(archive.form.rawValue.utf8), bytes])
        _ = try SettledEdit.send([request], at: revision, session)
    }

    /// The model that the daemon names: one that comes with the program, or the file that it was given.
    ///
    /// Without the model's file paths are those of the coder keys.
    private static func model(_ name: String, _ invocation: Invocation) throws(ClientError) -> Model? {
        guard !name.isEmpty else { return nil }
        if ModelLibrary.names.contains(name), let model = try? ModelLibrary.model(named: name) { return model }
        let setting = try invocation.session.replies(to: [Request("CONFIG", "GET", "model")])[0]
        guard let parts = setting.elements, parts.count == 2, let bytes = parts[1].bytes else { return nil }
        var file = String(decoding: bytes, as: UTF8.self)
        if !file.hasPrefix("/") {
            // It is named from the folder that the daemon was started in, proc_pid_cwd(5).
            let server = Information([try invocation.session.reply(to: Request("INFO", "server"))])
            guard let process = server.integer("process_id") else { return nil }
            file = "/proc/\(process)/cwd/\(file)"
        }
        return try? ModelLibrary.find(file) { (path) throws(ModelError) in
            do throws(ClientError) { return try invocation.console.readFile(path, limit: 16 << 20) } catch {
                throw ModelError(file: path, reason: error.message)
            }
        }
    }
}
