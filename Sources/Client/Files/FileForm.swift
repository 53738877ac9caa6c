import KeyedArchive

/// A form in which a file holds an archive or a property list.
typealias FileForm = Archive.Form

extension Archive.Form {
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
}
