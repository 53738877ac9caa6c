package import FourLinesPropertyList

extension Archive {
    /// A form in which a file holds an archive or a property list.
    package enum Form: String, CaseIterable, Sendable {
        /// A keyed archive as a binary property list.
        case archive
        /// A keyed archive as XML.
        case archiveXML = "archive-xml"
        /// A plain property list in binary.
        case plist
        /// A plain property list as XML.
        case plistXML = "plist-xml"
        /// Either as JSON.
        case json

        /// Whether it is a keyed archive; nil if it may be either.
        package var isKeyedArchive: Bool? {
            switch self {
            case .archive, .archiveXML: true
            case .plist, .plistXML: false
            case .json: nil
            }
        }
    }

    /// The form in which `encode` writes it.
    package var form: Form {
        switch graph.form {
        case .keyedArchive: return isXML ? .archiveXML : .archive
        case .propertyList: return isXML ? .plistXML : .plist
        }
    }

    /// Reads a file in any form: binary, XML or JSON.
    package init(anyForm bytes: [UInt8]) throws(ArchiveError) {
        if Self.looksLikeJSON(bytes) { try self.init(json: bytes) } else { try self.init(bytes) }
    }

    /// Whether bytes begin as the JSON of an archive or a property list does: with a brace or a bracket.
    package static func looksLikeJSON(_ bytes: [UInt8]) -> Bool {
        let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    }

    /// The same as a plain property list: what the objects of an archive hold, without their classes.
    ///
    /// Texts, numbers, dates, data, arrays and dictionaries with texts as keys become what they are; sets become
    /// arrays, URLs and UUIDs texts, and all other objects dictionaries of their fields. A property list stays itself.
    ///
    /// - Returns: the property list, and what is not kept.
    /// - Throws: `ArchiveError.cycle` with the path of an object that holds itself; `.tooLarge` for what nests deeper
    ///   than property lists do, or would be too much with a copy of each shared object in each place.
    package func flattened() throws(ArchiveError) -> (archive: Archive, losses: [PlainLoss]) {
        guard graph.form == .keyedArchive else { return (self, []) }
        let (list, losses) = try Flattening(graph).list()
        return (Archive(graph: list.asGraph()), losses)
    }

    /// The same as a keyed archive, as NSKeyedArchiver makes it of the values of a plain property list.
    ///
    /// The root has the key `root`. An archive stays itself.
    ///
    /// - Returns: the archive, and what is not kept.
    package func archived() -> (archive: Archive, losses: [PlainLoss]) {
        guard graph.form == .propertyList else { return (self, []) }
        let (graph, losses) = Archiving.archive(graph)
        return (Archive(graph: graph), losses)
    }

    /// Encodes the archive in a form, made a plain property list or a keyed archive first if the form is that.
    ///
    /// In its own form an unedited file keeps its bytes.
    ///
    /// - Parameters:
    ///   - form: the form.
    ///   - isCanonical: whether a binary archive is written by Apple's rules even if it was not before.
    ///   - sink: takes the bytes as they are finished; without one they are kept.
    /// - Returns: the file, or what of it the sink has not been given; and in words what the form does not show.
    /// - Throws: what the form cannot hold.
    package func encode(
        as form: Form, isCanonical: Bool = false, sink: BinaryEncoder.Sink? = nil
    ) throws(ArchiveError) -> (bytes: [UInt8], losses: [String]) {
        if form == .json { return (try json(sink: sink), []) }
        if form == self.form, !isCanonical, source != nil, graph.holdsSame(as: source?.pristine ?? graph) {
            return (try encode(sink: sink), [])
        }
        if form.isKeyedArchive == false, graph.form == .keyedArchive {
            let (list, losses) = try Flattening(graph).list()
            if form == .plist { return (try CanonicalWriter.encode(list, sink: sink), Self.words(losses)) }
            let result = try GraphXMLWriter.encode(list, sink: sink)
            return (result.bytes, Self.words(losses, result.losses))
        }
        let (archive, losses) = form.isKeyedArchive == true ? archived() : (self, [])
        if form == .archive || form == .plist {
            return (try archive.binary(isCanonical: isCanonical, sink: sink), Self.words(losses))
        }
        let result = try archive.xml(isCanonical: isCanonical, sink: sink)
        return (result.bytes, Self.words(losses, result.losses))
    }

    /// What a form does not show, in words.
    private static func words(_ losses: [PlainLoss], _ more: Set<XMLLoss.Kind> = []) -> [String] {
        losses.map(\.description) + more.map(\.description).sorted()
    }
}
