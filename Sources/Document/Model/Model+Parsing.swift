import FourLinesSettings
import KeyedArchive

extension Model {
    /// Reads a model from its file.
    ///
    /// Every line has to be understood: an unknown section, key or type is refused with its line.
    ///
    /// - Parameters:
    ///   - bytes: the file.
    ///   - file: its name, for errors.
    /// - Throws: `ModelError`.
    package init(parsing bytes: [UInt8], file: String) throws(ModelError) {
        do {
            self = try ModelParser(SettingsFile(parsing: bytes)).model()
        } catch {
            throw ModelError(error, file: file)
        }
    }
}

/// Turns the sections of a model file into a `Model`.
private struct ModelParser {
    let file: SettingsFile

    init(_ file: SettingsFile) { self.file = file }

    func model() throws(SettingsError) -> Model {
        for section in file.sections where section.name != "Model" && !section.name.hasPrefix("Class ") {
            throw section.error(.refused("unknown section; there are [Model] and [Class NAME]"))
        }
        guard let head = file.sections(named: "Model").first else {
            throw SettingsError(.refused("there is no section [Model]"))
        }
        try check(head, keys: ["Name", "Description", "File", "RootKey", "Root", "Items"])
        var classes: [Text: Model.ClassModel] = [:]
        for section in file.sections where section.name.hasPrefix("Class ") {
            let name = name(of: section)
            guard classes[name] == nil else { throw section.error(.refused("this class stands twice")) }
            classes[name] = try classModel(section, name)
        }
        let root = try required(head, "Root")
        let rootType = try type(words(root), root)
        try checkClasses(in: rootType, classes, root)
        for section in file.sections where section.name.hasPrefix("Class ") {
            for entry in section.list("Field") {
                let type = try field(entry).type
                try checkClasses(in: type, classes, entry)
                guard !isEndless(type, classes, within: [name(of: section)]) else {
                    throw entry.error(.refused("the default of this class would hold itself for ever"))
                }
            }
        }
        return Model(
            name: try required(head, "Name").value,
            description: head.last("Description")?.value ?? "",
            file: try required(head, "File").value,
            rootKey: Text(try required(head, "RootKey").value),
            root: rootType,
            items: head.last("Items").map { KeyPath($0.value.utf8) },
            classes: classes)
    }

    private func name(of section: SettingsSection) -> Text { Text(String(section.name.dropFirst("Class ".count))) }

    /// Whether the default of a type leads back to a class that it is being made for.
    private func isEndless(_ type: FieldType, _ classes: [Text: Model.ClassModel], within: Set<Text>) -> Bool {
        switch type {
        case .object(let name):
            guard !within.contains(name) else { return true }
            return classes[name]?.fields.contains { isEndless($0.type, classes, within: within.union([name])) } ?? false
        case .array(let element, let count): return (count ?? 0) > 0 && isEndless(element, classes, within: within)
        default: return false
        }
    }

    private func check(_ section: SettingsSection, keys: Set<String>) throws(SettingsError) {
        for entry in section.entries where !keys.contains(entry.key) {
            throw entry.error(.refused("unknown key; there are \(keys.sorted().joined(separator: ", "))"))
        }
    }

    private func required(_ section: SettingsSection, _ key: String) throws(SettingsError) -> SettingsEntry {
        guard let entry = section.last(key), !entry.value.isEmpty else {
            throw section.error(.refused("the key \(key) is missing"))
        }
        return entry
    }

    private func words(_ entry: SettingsEntry) throws(SettingsError) -> [String] {
        try entry.read(SettingsWords.split)
    }

    private func classModel(_ section: SettingsSection, _ name: Text) throws(SettingsError) -> Model.ClassModel {
        try check(section, keys: ["Chain", "Field"])
        let chain = try words(required(section, "Chain")).map { Text($0) }
        guard chain.first == name else {
            throw section.error(.refused("the chain does not begin with the class itself"))
        }
        var fields: [Model.FieldModel] = []
        for entry in section.list("Field") {
            let next = try field(entry)
            guard !fields.contains(where: { $0.name == next.name || $0.key == next.key }) else {
                throw entry.error(.refused("this field or its key stands twice"))
            }
            fields.append(next)
        }
        return Model.ClassModel(chain: chain, fields: fields)
    }

    /// `lines key=kLinesKey type=array of=string count=4`.
    private func field(_ entry: SettingsEntry) throws(SettingsError) -> Model.FieldModel {
        let words = try words(entry)
        guard let name = words.first, !name.contains("=") else {
            throw entry.error(.refused("a field begins with its name"))
        }
        var key = name
        var rest: [String] = []
        for word in words.dropFirst() {
            if word.hasPrefix("key=") { key = String(word.dropFirst(4)) } else { rest.append(word) }
        }
        return Model.FieldModel(name: Text(name), key: Text(key), type: try type(rest, entry))
    }

    /// `type=array of=string count=4`; of the root also the name of a class alone.
    private func type(_ words: [String], _ entry: SettingsEntry) throws(SettingsError) -> FieldType {
        var name: String?
        var element: String?
        var count: Int?
        for word in words {
            if word.hasPrefix("type=") {
                name = String(word.dropFirst(5))
            } else if word.hasPrefix("of=") {
                element = String(word.dropFirst(3))
            } else if word.hasPrefix("count=") {
                guard let value = Int(word.dropFirst(6)), value >= 0 else {
                    throw entry.error(.refused("\(word): a count is a number from 0"))
                }
                count = value
            } else if words.count == 1 || entry.key == "Root", name == nil {
                name = word
            } else {
                throw entry.error(.refused("unknown word \(word); there are key=, type=, of= and count="))
            }
        }
        guard let name else { throw entry.error(.refused("type= is missing")) }
        guard name == "array" else {
            guard element == nil, count == nil else { throw entry.error(.refused("of= and count= are of arrays")) }
            return simpleType(name)
        }
        guard let element else { throw entry.error(.refused("of= is missing: the type of the elements")) }
        return .array(of: simpleType(element), count: count)
    }

    private func simpleType(_ name: String) -> FieldType {
        switch name {
        case "string": .string
        case "boolean": .boolean
        case "integer": .integer
        case "float": .real32
        case "double": .real64
        case "data": .data
        default: .object(Text(name))
        }
    }

    private func checkClasses(
        in type: FieldType, _ classes: [Text: Model.ClassModel], _ entry: SettingsEntry
    ) throws(SettingsError) {
        switch type {
        case .object(let name) where classes[name] == nil:
            throw entry.error(.refused("neither a type nor a class of this model: \(name)"))
        case .array(let element, _): try checkClasses(in: element, classes, entry)
        default: break
        }
    }
}
