package import FourLinesPropertyList

/// Why bytes are not a sound keyed archive.
package enum ArchiveError: Error, Equatable, Sendable {
    /// Not a sound property list.
    case propertyList(PropertyListError)
    /// The archive's own dictionary lacks a part, or one is of the wrong kind: what.
    case notAnArchive(String)
    /// An archive version other than 100000.
    case version(String)
    /// An object refers to a UID that `$objects` does not have: the UID, and the number of the object.
    case danglingUID(UInt32, object: UInt32)
    /// `$class` of an object names no class record: the number of the object.
    case badClass(object: UInt32)
    /// Not sound JSON, or none that says an archive: what was expected, and the offset in bytes.
    case json(String, offset: Int)
    /// An object that holds itself, where a plain property list was to be made: the path at which it does.
    case cycle(path: String)
    /// A value that the form that was asked for cannot hold: why, and the path in the property list.
    case notRepresentable(String, path: String)
    /// More than the format or this program can hold: what.
    case tooLarge(String)
}

extension ArchiveError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .propertyList(let error): error.description
        case .notAnArchive(let what): "a property list, but not a keyed archive: \(what)"
        case .version(let version): "an archive of version \(version), where 100000 is known"
        case .danglingUID(let uid, let object): "object \(object) refers to object \(uid), which does not exist"
        case .badClass(let object): "the class of object \(object) is not a class record"
        case .json(let what, let offset): "not the JSON of an archive: \(what) (offset \(offset))"
        case .cycle(let path): "a property list cannot hold an object that holds itself, as the one at “\(path)” does"
        case .notRepresentable(let what, let path): path.isEmpty ? what : "\(what), as there is at “\(path)”"
        case .tooLarge(let what): what
        }
    }
}
