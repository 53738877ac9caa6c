import FourLinesPropertyList
import KeyedArchive

/// Why a file is not sound: what, where, and what can be done.
struct Unsoundness: Equatable, Sendable {
    /// What is wrong, in a few words.
    let problem: String
    /// The offset in bytes of what is wrong, if one is known.
    let offset: Int?
    /// The number of the object that is wrong, if one is concerned.
    let object: Int?
    /// What a person can do.
    let advice: String

    /// Explains why bytes were refused.
    init(_ error: ArchiveError, _ bytes: [UInt8]) {
        switch error {
        case .propertyList(let error):
            problem = error.reason.description
            offset = bytes.isEmpty ? nil : error.offset
            object = error.object
        case .danglingUID(_, let number), .badClass(let number):
            problem = error.description
            offset = nil
            object = Int(number)
        case .json(let what, let place):
            problem = "not the JSON of an archive: \(what)"
            offset = place
            object = nil
        case .notAnArchive, .version, .cycle, .notRepresentable, .tooLarge:
            problem = error.description
            offset = nil
            object = nil
        }
        advice = Self.advice(error, bytes)
    }

    /// Where it is: `offset 120, object 3`; nil if that is not known.
    var place: String? {
        let parts = [offset.map { "offset \($0)" }, object.map { "object \($0)" }].compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// The error of a command that needs the file.
    func error(of path: FilePath) -> ClientError {
        let place = place.map { " (\($0))" } ?? ""
        return ClientError(.unsound, "\(path.name) is not sound: \(problem)\(place); \(advice)")
    }

    /// What `file check` says of the file.
    func lines(of path: FilePath) -> [String] {
        var lines = ["\(path.name): not sound", "  problem  \(problem)"]
        if let place { lines.append("  where    \(place)") }
        return lines + ["  advice   \(advice)"]
    }

    /// The same for a program.
    func json(of path: FilePath) -> JSONValue {
        .object([
            JSONMember("file", .text(path.name)), JSONMember("isSound", .boolean(false)),
            JSONMember("problem", .text(problem)),
            JSONMember("offset", offset.map { .integer(Int64($0)) } ?? .null),
            JSONMember("object", object.map { .integer(Int64($0)) } ?? .null),
            JSONMember("advice", .text(advice)),
        ])
    }

    private static func advice(_ error: ArchiveError, _ bytes: [UInt8]) -> String {
        if bytes.isEmpty { return "the file is empty: copy it again" }
        guard case .propertyList(let error) = error else {
            return "nothing can be shown of it; the program that wrote it may have a better copy"
        }
        switch error.reason {
        case .notAPropertyList: return foreign(bytes)
        case .unsupportedVersion: return "it is of a form that archives do not have; there is nothing to open"
        case .tooShort, .badTrailer, .pastTheEnd:
            return "mostly the copy is incomplete or was changed on the way as text: copy it again"
        case .badXML: return "look at that place with a text editor"
        case .notRepresentable: return "write it in another form"
        default: return "the file is damaged: copy it again, or take an older one"
        }
    }

    /// What bytes are that are no property list, as far as their beginning says it.
    private static func foreign(_ bytes: [UInt8]) -> String {
        let starts: [(String, [UInt8])] = [
            ("it is compressed: run gunzip on it first", [0x1F, 0x8B]),
            ("it is a ZIP file: unpack it first, the archive may be in it", Array("PK\u{3}\u{4}".utf8)),
            ("it is an SQLite database, whose rows may hold archives", Array("SQLite format 3".utf8)),
            ("it is an old stream archive (NSArchiver), which has no keys", Array("\u{4}\u{B}streamtyped".utf8)),
        ]
        if let start = starts.first(where: { bytes.starts(with: $0.1) }) { return start.0 }
        return "an archive begins with “bplist00” or “<?xml”"
    }
}
