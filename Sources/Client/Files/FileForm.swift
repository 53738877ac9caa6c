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

    /// The form that is wanted.
    static let option = Option("--to", "FORM", "archive, archive-xml, plist, plist-xml or json.")

    /// The form that a command line names.
    ///
    /// - Throws: a usage error if it names none, or one that there is not.
    static func wanted(_ arguments: Arguments) throws(ClientError) -> Self {
        let names = allCases.map(\.rawValue)
        guard let text = try arguments.text(option.name) else {
            throw .usage("--to FORM is missing: \(names.joined(separator: ", "))")
        }
        if let form = Self(rawValue: text) { return form }
        let nearest = Spelling.nearest(to: text, among: names).map { "; did you mean \($0)?" }
        throw .usage("there is no form “\(text)”\(nearest ?? ": \(names.joined(separator: ", "))")")
    }
}
