import FourLinesDocument
import KeyedArchive

/// Compares two documents value by value.
///
/// Elements of lists that are the same are found wherever they stand, so that a new one does not make all behind it
/// different. There is no recursion, and what is one object in both is compared once.
struct DocumentComparison {
    private enum Task {
        case both(Node, Node, [UInt8])
        case one(Node, [UInt8], isOld: Bool)
    }

    private struct Pair: Hashable {
        let old: ObjectID
        let new: ObjectID
    }

    private let old: Document
    private let new: Document
    private var tasks: [Task] = []
    private var compared: Set<Pair> = []
    /// The containers that were listed as a whole, of either document.
    private var listed: [Set<ObjectID>] = [[], []]
    private var found: [Difference] = []

    private init(_ old: Document, _ new: Document) {
        self.old = old
        self.new = new
    }

    /// What two documents do not have in common, in the order of the newer one; orphans are not looked at.
    static func differences(_ old: Document, _ new: Document) -> [Difference] {
        var comparison = DocumentComparison(old, new)
        comparison.begin()
        while let task = comparison.tasks.popLast() { comparison.perform(task) }
        return comparison.found
    }

    private mutating func begin() {
        let starts = [old, new].map { document in TreeStart.all(of: document).filter(\.isReachable) }
        // The roots belong together whatever their keys are.
        var tasks: [Task] = []
        let (oldRoot, newRoot) = (old.root, new.root)
        switch (oldRoot, newRoot) {
        case (let old?, let new?): tasks.append(.both(old, new, []))
        case (let old?, nil): tasks.append(.one(old, [], isOld: true))
        case (nil, let new?): tasks.append(.one(new, [], isOld: false))
        case (nil, nil): break
        }
        func others(_ index: Int, _ root: Node?) -> [(path: [UInt8], node: Node)] {
            starts[index].filter { $0.node.place != root?.place }.map { ($0.path, $0.node) }
        }
        tasks += matched(others(0, oldRoot), others(1, newRoot))
        self.tasks = tasks.reversed()
    }

    private mutating func perform(_ task: Task) {
        switch task {
        case .one(let node, let path, let isOld): list(node, path, isOld)
        case .both(let first, let second, let path): compare(first, second, path)
        }
    }

    private mutating func compare(_ first: Node, _ second: Node, _ path: [UInt8]) {
        if let id = first.slot.container, let other = second.slot.container {
            guard compared.insert(Pair(old: id, new: other)).inserted else { return }
        }
        var next: [Task]
        switch (old.content(of: first), new.content(of: second)) {
        case (.leaf(let leaf), .leaf(let other)):
            if !ValueSignature.isSame(leaf, other) {
                found.append(Difference(path: path, old: .leaf(leaf), new: .leaf(other)))
            }
            return
        case (.list, .list): next = aligned(first, second, path)
        case (.entries, .entries), (.entries, .fields), (.fields, .entries), (.fields, .fields):
            compareClasses(first, second, path)
            next = matched(children(first, path, of: old), children(second, path, of: new))
        default: next = [.one(first, path, isOld: true), .one(second, path, isOld: false)]
        }
        next.reverse()
        tasks += next
    }

    /// An object of another class is a difference of its own; a dictionary may be of any.
    private mutating func compareClasses(_ first: Node, _ second: Node, _ path: [UInt8]) {
        guard old.graph.form == new.graph.form, case .fields = old.content(of: first) else { return }
        let (kind, other) = (old.kindName(of: first), new.kindName(of: second))
        guard kind != other else { return }
        found.append(
            Difference(
                path: path, old: .container(isList: false, kind: kind), new: .container(isList: false, kind: other)))
    }

    /// Lists all values of a node that only one of the documents has.
    private mutating func list(_ node: Node, _ path: [UInt8], _ isOld: Bool) {
        let document = isOld ? old : new
        func add(_ value: DifferenceValue) {
            found.append(Difference(path: path, old: isOld ? value : nil, new: isOld ? nil : value))
        }
        if case .leaf(let leaf) = document.content(of: node) { return add(.leaf(leaf)) }
        if let id = node.slot.container, !listed[isOld ? 0 : 1].insert(id).inserted { return }
        guard document.childCount(of: node) > 0 else {
            var isList = false
            if case .list = document.content(of: node) { isList = true }
            return add(.container(isList: isList, kind: document.kindName(of: node)))
        }
        tasks += children(node, path, of: document).reversed().map { .one($0.node, $0.path, isOld: isOld) }
    }

    private func children(
        _ node: Node, _ path: [UInt8], of document: Document
    ) -> [(path: [UInt8], node: Node)] {
        var children: [(path: [UInt8], node: Node)] = []
        var builder = PathBuilder(path)
        document.forEachChild(of: node) { name, child in
            builder.append(name.bytes)
            children.append((builder.bytes, child))
            builder.cut(to: path.count)
            return true
        }
        return children
    }

    /// Children with names: those of the older document in its order, then those that only the newer has.
    private func matched(
        _ first: [(path: [UInt8], node: Node)], _ second: [(path: [UInt8], node: Node)]
    ) -> [Task] {
        var rest: [[UInt8]: Node] = [:]
        for child in second where rest[child.path] == nil { rest[child.path] = child.node }
        var tasks: [Task] = first.map { child in
            rest.removeValue(forKey: child.path).map { .both(child.node, $0, child.path) }
                ?? .one(child.node, child.path, isOld: true)
        }
        for child in second where rest[child.path] != nil {
            tasks.append(.one(child.node, child.path, isOld: false))
        }
        return tasks
    }

    /// Elements of lists: those that are the same are left alone.
    private func aligned(_ first: Node, _ second: Node, _ path: [UInt8]) -> [Task] {
        let (elements, others) = (children(first, path, of: old), children(second, path, of: new))
        // A plain property list has no classes.
        let withClasses = old.graph.form == new.graph.form
        let steps = ListAlignment.steps(
            elements.map { ValueSignature.hash(of: $0.node, in: old, withClasses: withClasses) },
            others.map { ValueSignature.hash(of: $0.node, in: new, withClasses: withClasses) })
        return steps.compactMap { step in
            switch step {
            case .same: nil
            case .pair(let index, let other): .both(elements[index].node, others[other].node, others[other].path)
            case .removed(let index): .one(elements[index].node, elements[index].path, isOld: true)
            case .added(let index): .one(others[index].node, others[index].path, isOld: false)
            }
        }
    }
}
