package import KeyedArchive

/// Which model a document gets.
package enum ModelChoice: Sendable {
    /// This one; an archive that is not of it is refused.
    case fixed(Model)
    /// None, whatever the archive is.
    case unmodelled
    /// That of an existing archive, by its root key and the class of its root object, or none; for a new document the
    /// first of these. The others are made when they are asked for.
    case byArchive(new: Model, others: @Sendable () -> [Model])

    /// The choice among the models that come with the program: four-lines for a new document.
    ///
    /// - Parameter finish: is given each model before it is chosen, to resolve its local dates.
    /// - Returns: the choice.
    /// - Throws: `ModelError` if an embedded file is wrong, which a test keeps from happening.
    package static func automatic(
        _ finish: @escaping @Sendable (inout Model) -> Void = { _ in }
    ) throws(ModelError) -> ModelChoice {
        let new = ModelLibrary.defaultName
        guard var model = try ModelLibrary.model(named: new) else {
            throw ModelError(file: new, reason: "it is not in the program")
        }
        finish(&model)
        return .byArchive(new: model) {
            // They are read only for an archive that is not of the first one.
            ModelLibrary.names.compactMap { name in
                guard name != new, var model = try? ModelLibrary.model(named: name) else { return nil }
                finish(&model)
                return model
            }
        }
    }

    /// The choice that keeps what a document has.
    package init(keeping model: Model?) {
        if let model { self = .fixed(model) } else { self = .unmodelled }
    }

    /// The model of a document that is new.
    package var modelOfNew: Model? {
        switch self {
        case .fixed(let model), .byArchive(let model, _): model
        case .unmodelled: nil
        }
    }

    /// The model of an archive; nil if it gets none.
    ///
    /// - Throws: `Mismatch` if there is only one to choose and the archive is not of it.
    package func model(of archive: Archive) throws(Mismatch) -> Model? {
        switch self {
        case .fixed(let model):
            if let reason = model.mismatch(with: archive.graph) {
                throw Mismatch(description: "not of the model \(model.name): \(reason)")
            }
            return model
        case .unmodelled: return nil
        case .byArchive(let first, let others):
            if first.mismatch(with: archive.graph) == nil { return first }
            // A dictionary of anything fits archives that have nothing to do with it: it is chosen by name only.
            return others().first { !$0.isFree && $0.mismatch(with: archive.graph) == nil }
        }
    }

    /// Why an archive is not of a model, in words that go on from “it is”.
    package struct Mismatch: Error, Equatable, Sendable, CustomStringConvertible {
        package let description: String
    }
}

extension Model {
    /// Why a graph is not of this model; nil if it is, as far as its root object says.
    package func mismatch(with graph: Graph) -> String? {
        guard graph.form == .keyedArchive else { return plainMismatch(with: graph) }
        guard let top = graph.top, let slot = graph.field(rootKey, of: top) else {
            return "there is no root object “\(rootKey)”"
        }
        switch root {
        case .any, .leaf: return nil
        case .object(let name):
            let found = slot.container.flatMap { graph.className(of: $0) }
            if found == name { return nil }
            return "its root object is \(found.map { "of the class \($0)" } ?? "of no class"), not \(name)"
        case .array(let element, _): return arrayMismatch(slot, element, graph)
        case .dictionary:
            guard let id = slot.container, case .entries? = graph.contents(of: id) else {
                return "its root object is no dictionary"
            }
            return nil
        }
    }

    private func arrayMismatch(_ slot: Slot, _ element: FieldType, _ graph: Graph) -> String? {
        guard let id = slot.container, case .list(let elements)? = graph.contents(of: id) else {
            return "its root object is no array"
        }
        guard case .object(let name) = element, let first = graph[elements]?.elements, first.count > 0 else {
            return nil
        }
        let found = first[0].container.flatMap { graph.className(of: $0) }
        if found == name { return nil }
        return "its elements are \(found.map { "of the class \($0)" } ?? "of no class"), not \(name)"
    }

    /// A plain property list has no classes: its shape and its keys decide.
    private func plainMismatch(with graph: Graph) -> String? {
        guard case .object(let name) = root, let model = classes[name] else {
            return "it is a plain property list, not a keyed archive"
        }
        guard let id = graph.root.container, let container = graph[id] else { return "it holds a single value" }
        if let plainRoot, let field = model.field(plainRoot) {
            guard container.shape == .array, case .array(_, let count) = field.type else { return "it is no list" }
            if let count, container.elements.count != count {
                return "it has \(container.elements.count) elements, not \(count)"
            }
            return nil
        }
        let keys = Set(container.fields.map { graph.keys[$0.key] })
        let missing = model.fields.filter { !$0.isOptional && !keys.contains($0.key) }
        guard container.shape == .dictionary, missing.isEmpty else {
            return "it has no key “\(missing.first?.key ?? "")”"
        }
        return nil
    }
}
