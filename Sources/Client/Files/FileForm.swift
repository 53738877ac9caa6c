import KeyedArchive

/// A form in which a file holds an archive or a property list.
enum FileForm: String, CaseIterable, Sendable {
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

    /// The form's name for a person.
    var title: String {
        switch self {
        case .archive: "keyed archive, binary"
        case .archiveXML: "keyed archive, XML"
        case .plist: "plain property list, binary"
        case .plistXML: "plain property list, XML"
        case .json: "JSON"
        }
    }

    /// Whether the bytes are not for a terminal.
    var isBinary: Bool { self == .archive || self == .plist }

    /// Whether it is a keyed archive; nil if it may be either.
    var isKeyedArchive: Bool? {
        switch self {
        case .archive, .archiveXML: true
        case .plist, .plistXML: false
        case .json: nil
        }
    }

    /// The form of what an archive was read from, JSON left aside.
    init(_ archive: Archive) {
        let isXML = archive.source?.isXML == true
        switch archive.graph.form {
        case .keyedArchive: self = isXML ? .archiveXML : .archive
        case .propertyList: self = isXML ? .plistXML : .plist
        }
    }
}
