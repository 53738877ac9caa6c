package import FourLinesPropertyList

/// A keyed archive or a plain property list: its graph, and the file that it was read from.
package struct Archive: Sendable {
    /// What it holds.
    package var graph: Graph
    /// The file that it was read from; nil if it was made new.
    package private(set) var source: Source?
    /// Whether `encode` writes XML: as the file that it was read from, unless it is told otherwise.
    package var isXML: Bool

    /// A graph, and the file that it was read from if it is not new.
    package init(graph: Graph, source: Source? = nil) {
        self.graph = graph
        self.source = source
        isXML = source?.isXML ?? false
    }

    /// Reads a file, binary or XML.
    package init(_ bytes: [UInt8]) throws(ArchiveError) {
        let isXML = !BinaryPropertyList.hasMagic(bytes) && Self.looksLikeXML(bytes)
        let view: BinaryPropertyList
        do {
            view = try isXML ? BinaryPropertyList(xml: bytes) : BinaryPropertyList(bytes)
        } catch { throw .propertyList(error) }
        graph =
            try ArchiveHead.isThere(in: view) ? GraphReader.archive(view) : GraphReader.propertyList(view)
        source = Source(bytes: bytes, view: view, isXML: isXML, pristine: graph)
        self.isXML = isXML
    }

    /// Whether bytes begin like XML: with `<` after blanks and a byte order mark, in UTF-8 or UTF-16.
    package static func looksLikeXML(_ bytes: [UInt8]) -> Bool {
        let marks: Set<UInt8> = [0xEF, 0xBB, 0xBF, 0xFE, 0xFF, 0x00]
        let blanks: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]
        return bytes.first { !marks.contains($0) && !blanks.contains($0) } == UInt8(ascii: "<")
    }

    /// Encodes the archive in the form that it was read from, or that `isXML` says.
    ///
    /// Unedited in that form it is that file. Edited it is written by Apple's rules if that file was, or if there is
    /// none; else in the order of that file. XML loses its comments and layout then.
    ///
    /// - Parameter sink: takes the bytes as they are finished; without one they are kept.
    /// - Returns: the file, or what of it the sink has not been given.
    /// - Throws: `ArchiveError.tooLarge` and the like if there is no such file; `ArchiveError.propertyList` for what
    ///   XML cannot hold.
    package func encode(sink: BinaryEncoder.Sink? = nil) throws(ArchiveError) -> [UInt8] {
        if let source, source.isXML == isXML, graph.holdsSame(as: source.pristine) {
            guard let sink else { return source.bytes }
            _ = sink(source.bytes, 0..<source.bytes.count)
            return []
        }
        return isXML ? try xml(sink: sink).bytes : try binary(sink: sink)
    }

    /// Encodes the archive as a binary property list, whatever it was read from.
    ///
    /// - Parameters:
    ///   - isCanonical: whether it is written by Apple's rules even if the file was not.
    ///   - sink: takes the bytes as they are finished; without one they are kept.
    /// - Returns: the file, or what of it the sink has not been given.
    /// - Throws: `ArchiveError.tooLarge` and the like if there is no such file.
    package func binary(
        isCanonical: Bool = false, sink: BinaryEncoder.Sink? = nil
    ) throws(ArchiveError) -> [UInt8] {
        if let source = keptTable(isCanonical) { return try TableWriter.encode(graph, in: source, sink: sink) }
        return try CanonicalWriter.encode(graph, sink: sink)
    }

    /// The file whose table is kept; nil if Apple's rules hold.
    private func keptTable(_ isCanonical: Bool) -> Source? {
        guard let source, !isCanonical, graph.isCopy(of: source.pristine), !source.isCanonical else { return nil }
        return source
    }

    /// Encodes the archive as an XML property list, whatever it was read from.
    ///
    /// - Parameters:
    ///   - isCanonical: whether its objects are in the order of Apple's rules even if those of the file were not.
    ///   - sink: takes the bytes as they are finished; without one they are kept.
    /// - Returns: the file, or what of it the sink has not been given; and the kinds of what XML does not show.
    /// - Throws: `ArchiveError.notRepresentable`, or `.propertyList` with the object of the file, for what XML cannot
    ///   hold.
    package func xml(
        isCanonical: Bool = false, sink: BinaryEncoder.Sink? = nil
    ) throws(ArchiveError) -> (bytes: [UInt8], losses: Set<XMLLoss.Kind>) {
        guard let view = try tableInUse(isCanonical) else { return try GraphXMLWriter.encode(graph, sink: sink) }
        var losses: Set<XMLLoss.Kind> = []
        do {
            let bytes = try view.xml(sink: sink) { losses.insert($0.kind) }
            return (bytes, losses)
        } catch { throw .propertyList(error) }
    }

    /// The archive as a binary property list where its objects have an order of their own: that of the file, if it was
    /// not edited; nil if Apple's rules say it.
    private func tableInUse(_ isCanonical: Bool) throws(ArchiveError) -> BinaryPropertyList? {
        if let source, !isCanonical, graph.holdsSame(as: source.pristine) { return source.view }
        // A plain property list has no UIDs, which are what XML shows of the order of objects.
        guard graph.form == .keyedArchive, let source = keptTable(isCanonical) else { return nil }
        let file = try TableWriter.encode(graph, in: source)
        do { return try BinaryPropertyList(file) } catch { throw .propertyList(error) }
    }

    /// Encodes the graph as JSON, from which `init(json:)` makes the same graph.
    ///
    /// - Parameter sink: takes the bytes as they are finished; without one they are kept.
    /// - Returns: the JSON, or what of it the sink has not been given.
    /// - Throws: `ArchiveError.notAnArchive` if a place names a container that is not there.
    package func json(sink: BinaryEncoder.Sink? = nil) throws(ArchiveError) -> [UInt8] {
        try GraphJSONWriter.encode(graph, sink: sink)
    }

    /// Makes an archive, or a plain property list, of JSON.
    ///
    /// - Throws: `ArchiveError.json` with what was expected and where.
    package init(json: [UInt8]) throws(ArchiveError) {
        self.init(graph: try GraphJSONReader.graph(json))
    }
}
