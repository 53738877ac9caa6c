package import KeyedArchive

/// What it takes to bring a document into another form, and a file into the document's: values only, so that it is
/// done beside the document.
package struct Exchange: Sendable {
    /// The largest file that is taken or made, in bytes.
    package var sizeLimit: Int
    private let model: Model?
    private let form: Archive.Form

    /// What fits a document.
    package init(_ document: Document, sizeLimit: Int) {
        model = document.model
        form = document.archive.form
        self.sizeLimit = sizeLimit
    }

    // MARK: - Out

    /// Writes an archive of the document in a form.
    ///
    /// - Parameters:
    ///   - archive: what is written.
    ///   - form: the form.
    ///   - isLossy: whether a file is made that says less than the document.
    /// - Returns: the file.
    /// - Throws: `Refusal`, of the code `lossy` if the file read back would be another document.
    package func write(_ archive: Archive, as form: Archive.Form, isLossy: Bool) throws(Refusal) -> [UInt8] {
        var bytes: [UInt8] = []
        var losses: [String] = []
        do throws(ArchiveError) {
            let written = try encode(archive, as: form) { part, range in
                guard bytes.count + range.count <= sizeLimit else { return false }
                bytes += part[range]
                return true
            }
            bytes += written.bytes
            losses = written.losses
        } catch {
            guard bytes.count <= sizeLimit else { throw tooLarge }
            throw Refusal("the document has no such form", detail: "\(form.rawValue): \(error)")
        }
        guard bytes.count <= sizeLimit else { throw tooLarge }
        guard !losses.isEmpty, !isLossy, !isWhole(bytes, form, archive) else { return bytes }
        throw Refusal(
            "the form does not show all of the document",
            detail: losses.joined(separator: "; ") + "; EXPORT \(form.rawValue) LOSSY gives the rest", code: .lossy)
    }

    private var tooLarge: Refusal {
        Refusal("the file is too large", detail: "over \(sizeLimit) bytes, which TransferSize= allows")
    }

    private func encode(
        _ archive: Archive, as form: Archive.Form, _ sink: @escaping ([UInt8], Range<Int>) -> Bool
    ) throws(ArchiveError) -> (bytes: [UInt8], losses: [String]) {
        guard let model else { return try archive.encode(as: form, sink: sink) }
        switch (form.isKeyedArchive, archive.graph.form) {
        case (true, .propertyList):
            guard let whole = try? ModelArchiving.archive(archive.graph, of: model) else {
                return try archive.encode(as: form, sink: sink)
            }
            return try Archive(graph: whole).encode(as: form, sink: sink)
        case (false, .keyedArchive):
            let (plain, losses) = try model.flattened(archive)
            let written = try plain.encode(as: form, sink: sink)
            return (written.bytes, losses.map(\.description) + written.losses)
        default: return try archive.encode(as: form, sink: sink)
        }
    }

    /// Whether a file read back is the same document, so that what the form does not show, the model does.
    private func isWhole(_ bytes: [UInt8], _ form: Archive.Form, _ archive: Archive) -> Bool {
        guard let again = try? read(bytes, as: form) else { return false }
        return GraphComparison.holdsSame(again.graph, archive.graph)
    }

    // MARK: - In

    /// Reads a file, and brings it into the document's form.
    ///
    /// - Parameters:
    ///   - bytes: the file.
    ///   - form: the form that it is said to have.
    /// - Returns: what can take the document's place.
    /// - Throws: `Refusal` if the file is unsound, of another form, of another model, or nothing that the document's
    ///   own file could hold.
    package func read(_ bytes: [UInt8], as form: Archive.Form) throws(Refusal) -> Archive {
        guard bytes.count <= sizeLimit else { throw tooLarge }
        var archive: Archive
        do { archive = try form == .json ? Archive(json: bytes) : Archive(bytes) } catch {
            throw Refusal("the file is not sound", detail: "\(error)")
        }
        guard form == .json || archive.form == form else {
            throw Refusal("the file is of another form", detail: "it is \(archive.form.rawValue), not \(form.rawValue)")
        }
        do { archive = try fit(archive) } catch {
            throw Refusal("the file is of another model", detail: "it is \(error)")
        }
        archive.isXML = self.form.isXML
        try checkFile(archive)
        return archive
    }

    /// Reads a file, and makes of it what a document is replaced with.
    ///
    /// - Throws: `Refusal`, as `read` does.
    package func state(_ bytes: [UInt8], as form: Archive.Form) throws(Refusal) -> DocumentState {
        DocumentState(try read(bytes, as: form), model: model)
    }

    private func fit(_ archive: Archive) throws(ModelChoice.Mismatch) -> Archive {
        let isArchive = archive.graph.form == .keyedArchive
        guard let model else {
            switch (isArchive, self.form.isKeyedArchive) {
            case (true, false):
                return try flattened(archive) { () throws(ArchiveError) in try archive.flattened().archive }
            case (false, true):
                let (whole, losses) = archive.archived()
                guard losses.isEmpty else {
                    let reasons = losses.map(\.description).joined(separator: "; ")
                    throw ModelChoice.Mismatch(description: "no keyed archive, which the document is: \(reasons)")
                }
                return whole
            default: return archive
            }
        }
        if isArchive {
            if let reason = model.mismatch(with: archive.graph) {
                throw ModelChoice.Mismatch(description: "not of the model \(model.name): \(reason)")
            }
            guard self.form.isKeyedArchive == false else { return archive }
            return try flattened(archive) { () throws(ArchiveError) in try model.flattened(archive).archive }
        }
        // By way of the model's classes, so that each field has its type.
        let whole = Archive(graph: try ModelArchiving.archive(archive.graph, of: model))
        guard self.form.isKeyedArchive == false else { return whole }
        guard model.mismatch(with: archive.graph) != nil else { return archive }
        return try flattened(whole) { () throws(ArchiveError) in try model.flattened(whole).archive }
    }

    private func flattened(
        _ archive: Archive, _ flatten: () throws(ArchiveError) -> Archive
    ) throws(ModelChoice.Mismatch) -> Archive {
        do { return try flatten() } catch {
            throw ModelChoice.Mismatch(description: "no property list, which the document is: \(error)")
        }
    }

    /// Makes sure that the document's own file can hold it.
    private func checkFile(_ archive: Archive) throws(Refusal) {
        do {
            if form.isXML {
                _ = try archive.xml { _, _ in true }
            } else if archive.source == nil,
                !GraphComparison.holdsSame(try Archive(try archive.binary()).graph, archive.graph)
            {
                throw Refusal(
                    "the document's own file cannot hold it", detail: "read back it would be another document")
            }
        } catch let refusal as Refusal {
            throw refusal
        } catch {
            throw Refusal("the document's own file cannot hold it", detail: "\(error)")
        }
    }
}

extension Archive.Form {
    /// Whether it is XML.
    var isXML: Bool { self == .archiveXML || self == .plistXML }
}
