import FourLinesDocument
import FourLinesRESP
import KeyedArchive

/// Commands on paths whatever is there, and on the names of the root's fields.
enum KeyCommands {
    static let all: [Command] = [
        Command(
            "del", -2, .generic, writes: true, "key...",
            "Deletes keys of dictionaries and elements of lists; puts fields back to their defaults."
        ) { call throws(Refusal) in
            var count = 0
            for index in 1..<call.count where try call.daemon.document.delete(call.path(index)) { count += 1 }
            call.connection.writer.integer(count)
        },
        Command("exists", -2, .generic, "key...", "Counts the paths at which there is something.") { call in
            let found = (1..<call.count).filter { call.daemon.document.find(call.path($0)) != nil }
            call.connection.writer.integer(found.count)
        },
        Command("type", 2, .generic, "key", "Answers what is at a path: string, list, hash or none.") { call in
            let node = call.daemon.document.find(call.path(1))
            call.connection.writer.simple(node.map { call.daemon.document.redisName(of: $0) } ?? "none")
        },
        Command("kind", 2, .generic, "path", "Answers the exact kind of what is at a path: its type or its class.") {
            call in
            let node = call.daemon.document.find(call.path(1))
            call.connection.writer.simple(node.map { call.daemon.document.kindName(of: $0) } ?? "none")
        },
        Command("keys", 2, .generic, "pattern", "Answers the names of the root's fields that match a pattern.", keys),
        Command(
            "scan", -2, .generic, "cursor [MATCH pattern] [COUNT count] [TYPE type]",
            "Answers the names of the root's fields, a part at a time.", scan),
        Command("dbsize", 1, .generic, "Answers how many fields the root has.") { call in
            let document = call.daemon.document
            call.connection.writer.integer(document.root.map { document.childCount(of: $0) } ?? 0)
        },
    ]

    private static func keys(_ call: Invocation) {
        let pattern = GlobPattern(call[1])
        let names = call.daemon.document.rootNames().filter { pattern.matches($0.bytes) }
        call.connection.writer.array(names.count)
        for name in names { call.connection.writer.bulk(name.bytes) }
    }

    private static func scan(_ call: Invocation) throws(Refusal) {
        let cursor = try Cursor(call, at: 1)
        let options = try ScanOptions(call, from: 2, ["MATCH", "COUNT", "TYPE"])
        let document = call.daemon.document
        guard let root = document.root else { return Cursor.reply(call, next: 0, []) }
        var found: [Text] = []
        let range = cursor.range(of: document.childCount(of: root), options.count)
        document.forEachChild(of: root, in: range) { name, node in
            guard options.pattern?.matches(name.bytes) != false else { return true }
            guard options.type == nil || document.redisName(of: node) == options.type else { return true }
            found.append(name)
            return true
        }
        Cursor.reply(call, next: range.lowerBound, found.map { [$0.bytes] })
    }
}

/// The cursor of SCAN and HSCAN: how many children have not been answered yet.
///
/// They are answered from the last to the first, so that none is left out that is there all the time: a new one
/// comes behind them, and one that is removed from a long dictionary is replaced by the last.
struct Cursor {
    private let value: UInt64

    init(_ call: Invocation, at index: Int) throws(Refusal) {
        let text = call[index]
        guard let value = UInt64(String(decoding: text, as: UTF8.self)), text.first != UInt8(ascii: "+") else {
            throw Refusal("invalid cursor")
        }
        self.value = value
    }

    /// The children that are answered next.
    func range(of total: Int, _ count: Int) -> Range<Int> {
        let end = value == 0 ? total : min(total, Int(clamping: value))
        return max(0, end - count)..<end
    }

    /// Replies with the next cursor and groups of bulk strings, in one flat array.
    static func reply(_ call: Invocation, next: Int, _ groups: [[[UInt8]]]) {
        call.connection.writer.array(2)
        call.connection.writer.bulk(String(next))
        call.connection.writer.array(groups.reduce(0) { $0 + $1.count })
        for group in groups { for part in group { call.connection.writer.bulk(part) } }
    }
}

/// The options of SCAN and HSCAN.
struct ScanOptions {
    /// How many children are looked at.
    private(set) var count = 10
    /// What their names have to match.
    private(set) var pattern: GlobPattern?
    /// The name of the kind that they have to be of.
    private(set) var type: String?

    init(_ call: Invocation, from start: Int, _ names: [String]) throws(Refusal) {
        try call.readOptions(from: start, names) { name, index throws(Refusal) in
            switch name {
            case "COUNT":
                count = try call.integer(index)
                guard count > 0 else { throw .syntax }
            case "MATCH": pattern = GlobPattern(call[index])
            default: type = call.text(index).lowercased()
            }
        }
    }
}
