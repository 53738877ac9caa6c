import FourLinesSettings
import KeyedArchive

/// Reads what model files say of fields and types.
struct ModelTypeParser {
    /// What the files hold that fields name as their defaults.
    let files: [String: [UInt8]]

    /// `lines key=kLinesKey type=array of=string count=4`.
    func field(_ words: [String], _ entry: SettingsEntry) throws(SettingsError) -> Model.FieldModel {
        guard let name = words.first, !name.contains("="), !name.isEmpty else {
            throw entry.error(.refused("a field begins with its name"))
        }
        var field = Model.FieldModel(name: Text(name), key: Text(name), type: .any)
        var rest: [String] = []
        for word in words.dropFirst() {
            if word.hasPrefix("key=") {
                field.key = Text(String(word.dropFirst("key=".count)))
            } else if word.hasPrefix("default=") {
                field.defaultText = Array(word.dropFirst("default=".count).utf8)
            } else if word.hasPrefix("file=") {
                let file = String(word.dropFirst("file=".count))
                guard let bytes = files[file] else { throw entry.error(.refused("there is no file “\(file)”")) }
                field.defaultText = bytes
            } else if word == "optional" {
                field.isOptional = true
            } else {
                rest.append(word)
            }
        }
        guard !field.key.bytes.isEmpty, !field.key.bytes.starts(with: "$".utf8) else {
            throw entry.error(.refused("a key is not empty and does not begin with $"))
        }
        field.type = try type(rest, entry)
        guard field.defaultText == nil || field.type.isLeaf else {
            throw entry.error(.refused("default= and file= are of single values; lists begin in [Default]"))
        }
        guard field.defaultText == nil || !field.isOptional else {
            throw entry.error(.refused("an optional field is nil by default"))
        }
        return field
    }

    /// `type=array of=string count=4`; of the root also `array of=Note`, or the name of a class alone.
    func type(_ words: [String], _ entry: SettingsEntry) throws(SettingsError) -> FieldType {
        var name: String?
        var element: String?
        var count: Int?
        for word in words {
            if word.hasPrefix("type=") {
                name = String(word.dropFirst("type=".count))
            } else if word.hasPrefix("of=") {
                element = String(word.dropFirst("of=".count))
            } else if word.hasPrefix("count=") {
                guard let value = Int(word.dropFirst("count=".count)), (0...Self.largestCount).contains(value) else {
                    throw entry.error(.refused("\(word): a count is a number from 0 to \(Self.largestCount)"))
                }
                count = value
            } else if entry.key == "Root", name == nil {
                name = word
            } else {
                throw entry.error(
                    .refused(
                        "unknown word \(word); there are key=, type=, of=, count=, default=, file= and optional"))
            }
        }
        guard let name else { throw entry.error(.refused("type= is missing")) }
        guard name == "array" || name == "dictionary" else {
            guard element == nil, count == nil else {
                throw entry.error(.refused("of= and count= are of arrays and dictionaries"))
            }
            return simpleType(name)
        }
        guard let element else { throw entry.error(.refused("of= is missing: the type of the elements")) }
        if name == "array" { return .array(of: simpleType(element), count: count) }
        guard count == nil else { throw entry.error(.refused("count= is of arrays")) }
        return .dictionary(of: simpleType(element))
    }

    /// The most elements that a list may have by default.
    private static let largestCount = 1_000_000

    private func simpleType(_ name: String) -> FieldType {
        if name == "any" { return .any }
        if let kind = LeafKind(modelName: name) { return .leaf(kind) }
        return .object(Text(name))
    }
}

extension FieldType {
    /// Whether it is a single value.
    var isLeaf: Bool {
        if case .leaf = self { return true }
        return false
    }
}
