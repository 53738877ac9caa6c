import FourLinesRESP

/// Moves an element within its list.
enum MoveCommand {
    static let command = Command(
        name: "move", usage: "(N N | PATH INDEX INDEX) [--if REVISION]", summary: "Move an element within its list.",
        examples: [
            Command.Example("move 3 1", "item 3 becomes item 1, those between go down by one"),
            Command.Example("move athletes 0 -1", "the first of a list becomes the last"),
            Command.Example("undo", "and back again"),
        ],
        details: [
            "The element has the second number afterwards. Indices behind a path count from 0, and from the end",
            "if they are negative: -1 is the last. Nothing else changes, and it is one edit. Elements that are",
            "objects are moved by an IMPORT of the whole document: “history” says so, who watches is told that",
            "everything changed, and the history holds only a few of such edits.",
        ],
        options: [EditRequest.condition], run: run)

    /// The most elements that are written one by one.
    private static let longestSpan = 512

    /// The kinds that a text can write without loss.
    ///
    /// Others may see what is written to a mutable text, and a decimal is set by none. Elements of a free document
    /// answer no kind.
    private static let rewritten: Set<String> = [
        "string", "boolean", "integer", "float", "double", "data", "date", "url", "uuid", "none",
    ]

    @Sendable private static func run(_ invocation: Invocation) throws(ClientError) {
        let (path, from, to) = try operands(invocation)
        var isWritten = true
        try SettledEdit.perform(invocation) { () throws(ClientError) in
            guard case .integer(let length) = try invocation.session.reply(to: Request("LLEN", with: [path])) else {
                throw .unexpectedReply(to: "LLEN")
            }
            let count = Int(clamping: length)
            let (source, target) = try indices(from, to, count, path, invocation.session)
            if let requests = try rewriting(source, target, path, invocation.session) { return requests }
            isWritten = false
            return []
        }
        guard !isWritten else { return }
        try SettledEdit.retrying(invocation) { () throws(ClientError) in try move(path, from, to, invocation) }
    }

    private static func operands(
        _ invocation: Invocation
    ) throws(ClientError) -> (path: [UInt8], from: ListPosition, to: ListPosition) {
        let operands = invocation.arguments.operands
        if operands.count == 2, Address.bareNumber(operands[0]) != nil, let target = Address.bareNumber(operands[1]) {
            guard case .item(let number, let items) = try invocation.session.address(of: operands[0]) else {
                throw .usage("this document has no numbered items: move PATH INDEX INDEX")
            }
            for number in [number, target] where number == 0 {
                throw try invocation.session.missingItem(number, of: items)
            }
            return (items.path, ListPosition(item: number, of: items), ListPosition(item: target, of: items))
        }
        let all = try invocation.operands("the path of a list", "the index of an element", "its new index")
        return (all[0], try ListPosition(all[1]), try ListPosition(all[2]))
    }

    /// The indices in a list of so many elements.
    private static func indices(
        _ from: ListPosition, _ to: ListPosition, _ count: Int, _ path: [UInt8], _ session: Session
    ) throws(ClientError) -> (source: Int, target: Int) {
        guard let source = from.index(among: count) else { throw try from.missing(in: path, count: count, session) }
        guard let target = to.index(among: count) else { throw try to.missing(in: path, count: count, session) }
        guard source != target else { throw .nothing("the element is there already") }
        return (source, target)
    }

    /// The requests that write the elements between the two indices anew; nil if one of them is more than a text, or
    /// there are too many.
    private static func rewriting(
        _ source: Int, _ target: Int, _ path: [UInt8], _ session: Session
    ) throws(ClientError) -> [Request]? {
        let (first, last) = (min(source, target), max(source, target))
        guard last - first < longestSpan else { return nil }
        let numbers = (first...last).map { Array(String($0).utf8) }
        let range = Request("LRANGE", with: [path, numbers[0], numbers[numbers.count - 1]])
        guard let elements = try session.reply(to: range).elements, elements.count == numbers.count else { return nil }
        var values = elements.compactMap(\.bytes)
        guard values.count == elements.count else { return nil }
        // Elements of one kind can take each other's texts.
        let kinds = try session.replies(
            to: numbers.map { Request("KIND", with: [Address.child(String(decoding: $0, as: UTF8.self), of: path)]) })
        guard let kind = kinds[0].bytes, kinds.allSatisfy({ $0.bytes == kind }),
            rewritten.contains(String(decoding: kind, as: UTF8.self))
        else { return nil }
        values.insert(values.remove(at: source - first), at: target - first)
        return zip(numbers, values).map { Request("LSET", with: [path, $0, $1]) }
    }

    /// Moves an element of any kind, of which the protocol knows nothing.
    private static func move(
        _ path: [UInt8], _ from: ListPosition, _ to: ListPosition, _ invocation: Invocation
    ) throws(ClientError) {
        let rearrangement = try ListRearrangement(path, invocation)
        let (source, target) = try indices(from, to, try rearrangement.count, path, invocation.session)
        try rearrangement.move(source, to: target, invocation.session)
    }
}
