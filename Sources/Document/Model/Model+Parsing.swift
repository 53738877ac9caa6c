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
    ///   - read: what a file holds that the model names, relative to itself; nil if there is none.
    /// - Throws: `ModelError`.
    package init(
        parsing bytes: [UInt8], file: String, reading read: (String) -> [UInt8]? = { _ in nil }
    ) throws(ModelError) {
        do {
            let settings = try SettingsFile(parsing: bytes)
            let parser = ModelParser(settings, read)
            self = try parser.model()
            try parser.checkDefault(of: self)
        } catch {
            throw ModelError(error, file: file)
        }
    }
}

/// Turns the sections of a model file into a `Model`.
private struct ModelParser {
    let file: SettingsFile
    let types: ModelTypeParser

    init(_ file: SettingsFile, _ read: (String) -> [UInt8]?) {
        self.file = file
        // What the fields name is read at once, so that nothing holds on to the reader.
        var contents: [String: [UInt8]] = [:]
        for section in file.sections {
            for entry in section.entries {
                for word in (try? entry.read(SettingsWords.split)) ?? [] where word.hasPrefix("file=") {
                    let name = String(word.dropFirst("file=".count))
                    contents[name] = read(name)
                }
            }
        }
        types = ModelTypeParser(files: contents)
    }

    func model() throws(SettingsError) -> Model {
        for section in file.sections
        where section.name != "Model" && section.name != "Default" && !section.name.hasPrefix("Class ") {
            throw section.error(.refused("unknown section; there are [Model], [Class NAME] and [Default]"))
        }
        let heads = file.sections(named: "Model")
        guard let head = heads.first else { throw SettingsError(.refused("there is no section [Model]")) }
        if heads.count > 1 { throw heads[1].error(.refused("this section stands twice")) }
        try check(
            head, keys: ["Name", "Description", "File", "Format", "RootKey", "Root", "PlainRoot", "Items"])
        let classes = try self.classes()
        let root = try required(head, "Root")
        let rootType = try types.type(words(root), root)
        try checkClasses(in: rootType, classes, root)
        for section in classSections {
            for entry in section.list("Field") { try checkField(entry, of: section, classes) }
        }
        return Model(
            name: try name(head),
            description: head.last("Description")?.value ?? "",
            file: try fileName(head),
            format: try format(head),
            rootKey: Text(try required(head, "RootKey").value),
            root: rootType,
            items: head.last("Items").flatMap { $0.value.isEmpty ? nil : path($0.value) },
            plainRoot: try plainRoot(head, rootType, classes),
            classes: classes,
            defaults: try steps().map(\.step))
    }

    /// Makes the default, which fails if a step does not fit the model.
    func checkDefault(of model: Model) throws(SettingsError) {
        for section in classSections {
            for entry in section.list("Field") {
                let field = try types.field(words(entry), entry)
                guard let text = field.defaultText, case .leaf(let kind) = field.type else { continue }
                do { _ = try model.value(text, as: kind, now: { 0 }) } catch {
                    throw entry.error(.refused("the default is no \(kind.rawValue)"))
                }
            }
        }
        var document = Document(Archive(graph: model.emptyGraph()), model: model)
        for (entry, step) in try steps() {
            do { try document.apply(step) } catch { throw entry.error(.refused(error.description)) }
        }
        if let items = model.items {
            guard let node = document.find(items), case .list = document.content(of: node) else {
                throw file.sections(named: "Model").first?.last("Items")?.error(
                    .refused("there is no list at this path in the default")) ?? SettingsError(.refused("Items"))
            }
        }
    }

    // MARK: - [Model]

    private func name(_ head: SettingsSection) throws(SettingsError) -> String {
        let entry = try required(head, "Name")
        guard entry.value.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") }) else {
            throw entry.error(.refused("a name is printable ASCII without blanks and slashes"))
        }
        return entry.value
    }

    private func fileName(_ head: SettingsSection) throws(SettingsError) -> String {
        let entry = try required(head, "File")
        guard !entry.value.contains("/"), entry.value != ".", entry.value != ".." else {
            throw entry.error(.refused("a file name without a folder is wanted"))
        }
        return entry.value
    }

    private func format(_ head: SettingsSection) throws(SettingsError) -> Model.Format {
        guard let entry = head.last("Format") else { return .archive }
        guard let format = Model.Format(rawValue: entry.value) else {
            let names = Model.Format.allCases.map(\.rawValue).joined(separator: ", ")
            throw entry.error(.refused("unknown format; there are \(names)"))
        }
        return format
    }

    private func plainRoot(
        _ head: SettingsSection, _ root: FieldType, _ classes: [Text: Model.ClassModel]
    ) throws(SettingsError) -> Text? {
        guard let entry = head.last("PlainRoot") else { return nil }
        guard case .object(let name) = root, let field = classes[name]?.field(Text(entry.value)) else {
            throw entry.error(.refused("the root's class has no such field"))
        }
        return field.name
    }

    // MARK: - [Class]

    private var classSections: [SettingsSection] { file.sections.filter { $0.name.hasPrefix("Class ") } }

    private func className(_ section: SettingsSection) -> Text { Text(String(section.name.dropFirst("Class ".count))) }

    private func classes() throws(SettingsError) -> [Text: Model.ClassModel] {
        var classes: [Text: Model.ClassModel] = [:]
        for section in classSections {
            let name = className(section)
            guard classes[name] == nil else { throw section.error(.refused("this class stands twice")) }
            classes[name] = try classModel(section, name)
        }
        return classes
    }

    private func classModel(_ section: SettingsSection, _ name: Text) throws(SettingsError) -> Model.ClassModel {
        try check(section, keys: ["Chain", "Field", "Key"])
        let chain = try words(required(section, "Chain")).map { Text($0) }
        guard chain.first == name else {
            throw section.error(.refused("the chain does not begin with the class itself"))
        }
        var model = Model.ClassModel(chain: chain, fields: [])
        for entry in section.list("Field") {
            let next = try types.field(words(entry), entry)
            guard !model.fields.contains(where: { $0.name == next.name || $0.key == next.key }) else {
                throw entry.error(.refused("this field or its key stands twice"))
            }
            model.fields.append(next)
        }
        if let entry = section.last("Key") {
            guard let field = model.field(Text(entry.value)), case .leaf = field.type else {
                throw entry.error(.refused("there is no such field, or it is no single value"))
            }
            model.uniqueField = field.name
        }
        return model
    }

    private func checkField(
        _ entry: SettingsEntry, of section: SettingsSection, _ classes: [Text: Model.ClassModel]
    ) throws(SettingsError) {
        let field = try types.field(words(entry), entry)
        try checkClasses(in: field.type, classes, entry)
        guard field.isOptional || !isEndless(field.type, classes, within: [className(section)]) else {
            throw entry.error(.refused("the default of this class would hold itself for ever"))
        }
    }

    /// Whether the default of a type leads back to a class that it is being made for.
    private func isEndless(_ type: FieldType, _ classes: [Text: Model.ClassModel], within: Set<Text>) -> Bool {
        switch type {
        case .object(let name):
            guard !within.contains(name) else { return true }
            let fields = classes[name]?.fields ?? []
            return fields.contains { !$0.isOptional && isEndless($0.type, classes, within: within.union([name])) }
        case .array(let element, let count): return (count ?? 0) > 0 && isEndless(element, classes, within: within)
        case .leaf, .dictionary, .any: return false
        }
    }

    private func checkClasses(
        in type: FieldType, _ classes: [Text: Model.ClassModel], _ entry: SettingsEntry
    ) throws(SettingsError) {
        switch type {
        case .object(let name) where classes[name] == nil:
            throw entry.error(.refused("neither a type nor a class of this model: \(name)"))
        case .array(let element, _): try checkClasses(in: element, classes, entry)
        case .dictionary(let value): try checkClasses(in: value, classes, entry)
        case .object, .leaf, .any: break
        }
    }

    // MARK: - [Default]

    private func steps() throws(SettingsError) -> [(entry: SettingsEntry, step: Model.DefaultStep)] {
        var steps: [(entry: SettingsEntry, step: Model.DefaultStep)] = []
        for section in file.sections(named: "Default") {
            for entry in section.entries { steps.append((entry, try step(entry))) }
        }
        return steps
    }

    /// `Add=athletes name="John Doe"`, `Push=lines a b`, `Set=rank 1`, `Share=a.list b.list`.
    private func step(_ entry: SettingsEntry) throws(SettingsError) -> Model.DefaultStep {
        let words = try words(entry)
        guard let first = words.first else { throw entry.error(.refused("a path is missing")) }
        let (path, rest) = (path(first), words.dropFirst())
        switch entry.key {
        case "Set" where rest.count == 1: return .set(path, Array(words[1].utf8))
        case "Push" where !rest.isEmpty: return .push(path, rest.map { Array($0.utf8) })
        case "Share" where rest.count == 1: return .share(path, with: self.path(words[1]))
        case "Add":
            var fields: [(field: KeyPath, value: [UInt8])] = []
            for word in rest {
                guard let equals = word.firstIndex(of: "=") else {
                    throw entry.error(.refused("“\(word)” is not of the form FIELD=VALUE"))
                }
                fields.append((KeyPath(word[..<equals].utf8), Array(word[word.index(after: equals)...].utf8)))
            }
            return .add(path, fields)
        case "Set", "Share", "Push": throw entry.error(.refused("\(entry.key)= has another number of words"))
        default: throw entry.error(.refused("unknown key; there are Add, Push, Set and Share"))
        }
    }

    // MARK: - Parts

    /// A path, for which a point alone is the root.
    private func path(_ text: String) -> KeyPath { text == "." ? KeyPath(components: []) : KeyPath(text.utf8) }

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
}
