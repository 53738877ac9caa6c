/// A form in which a file holds an archive or a property list.
public enum ArchiveFormat: Sendable, CaseIterable {
    /// A keyed archive, binary: what NSKeyedArchiver writes.
    case archive
    /// A keyed archive as XML.
    case archiveXML
    /// A plain property list, binary.
    case propertyList
    /// A plain property list as XML.
    case propertyListXML
    /// JSON, from which the same archive can be made again.
    case json

    var form: Archive.Form {
        switch self {
        case .archive: .archive
        case .archiveXML: .archiveXML
        case .propertyList: .plist
        case .propertyListXML: .plistXML
        case .json: .json
        }
    }

    init(_ form: Archive.Form) {
        switch form {
        case .archive: self = .archive
        case .archiveXML: self = .archiveXML
        case .plist: self = .propertyList
        case .plistXML: self = .propertyListXML
        case .json: self = .json
        }
    }
}
