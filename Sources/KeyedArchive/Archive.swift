package import FourLinesPropertyList

/// A keyed archive or a plain property list: its graph, and the file that it was read from.
package struct Archive: Sendable {
    /// What it holds.
    package var graph: Graph
    /// The file that it was read from; nil if it was made new.
    package private(set) var source: Source?

    /// A graph, and the file that it was read from if it is not new.
    package init(graph: Graph, source: Source? = nil) {
        self.graph = graph
        self.source = source
    }

    /// Reads a file.
    package init(_ bytes: [UInt8]) throws(ArchiveError) {
        let view: BinaryPropertyList
        do { view = try BinaryPropertyList(bytes) } catch { throw .propertyList(error) }
        graph =
            try GraphReader.looksLikeArchive(view) ? GraphReader.archive(view) : GraphReader.propertyList(view)
        source = Source(bytes: bytes, view: view, pristine: graph)
    }

    /// Whether bytes begin like XML: with `<` after blanks and a byte order mark, in UTF-8 or UTF-16.
    package static func looksLikeXML(_ bytes: [UInt8]) -> Bool {
        let marks: Set<UInt8> = [0xEF, 0xBB, 0xBF, 0xFE, 0xFF, 0x00]
        let blanks: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]
        return bytes.first { !marks.contains($0) && !blanks.contains($0) } == UInt8(ascii: "<")
    }

    /// Encodes the archive: unedited it is the file that it was read from; if that was written by Apple's rules, or
    /// it is new, by these; else in the order of that file.
    ///
    /// - Parameter sink: takes the bytes as they are finished; without one they are kept.
    /// - Returns: the file, or what of it the sink has not been given.
    /// - Throws: `ArchiveError.tooLarge` and the like if there is no such file.
    package func encode(sink: BinaryEncoder.Sink? = nil) throws(ArchiveError) -> [UInt8] {
        guard let source else { return try CanonicalWriter.encode(graph, sink: sink) }
        if graph.changeCount == source.pristine.changeCount || graph.holdsSame(as: source.pristine) {
            guard let sink else { return source.bytes }
            _ = sink(source.bytes, 0..<source.bytes.count)
            return []
        }
        if source.isCanonical { return try CanonicalWriter.encode(graph, sink: sink) }
        return try TableWriter.encode(graph, in: source, sink: sink)
    }
}
