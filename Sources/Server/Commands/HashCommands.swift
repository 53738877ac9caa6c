import FourLinesDocument
import FourLinesRESP
import KeyedArchive

/// Commands on dictionaries and objects.
enum HashCommands {
    static let all: [Command] = [
        Command("hget", 3, .hash, "key field", "Answers the value of a field.", get),
        Command("hset", -4, .hash, writes: true, "key {field value}...", "Sets fields of a dictionary or object.", set),
        Command("hmget", -3, .hash, "key field...", "Answers the values of several fields.", getMany),
        Command("hgetall", 2, .hash, "key", "Answers all fields with their values.") { call throws(Refusal) in
            try all(call, names: true, values: true)
        },
        Command("hkeys", 2, .hash, "key", "Answers the names of all fields.") { call throws(Refusal) in
            try all(call, names: true, values: false)
        },
        Command("hvals", 2, .hash, "key", "Answers the values of all fields.") { call throws(Refusal) in
            try all(call, names: false, values: true)
        },
        Command("hlen", 2, .hash, "key", "Answers how many fields there are.") { call throws(Refusal) in
            let node = try call.daemon.document.hash(at: call.path(1))
            call.connection.writer.integer(node.map { call.daemon.document.childCount(of: $0) } ?? 0)
        },
        Command("hexists", 3, .hash, "key field", "Answers whether there is a field.") { call throws(Refusal) in
            let node = try call.daemon.document.hash(at: call.path(1))
            let field = node.flatMap { call.daemon.document.field(call[2], of: $0) }
            call.connection.writer.integer(field == nil ? 0 : 1)
        },
        Command(
            "hdel", -3, .hash, writes: true, "key field...",
            "Removes keys of a dictionary; puts fields of an object back to their defaults.", delete),
        Command(
            "hscan", -3, .hash, "key cursor [MATCH pattern] [COUNT count]",
            "Answers fields with their values, a part at a time.", scan),
    ]

    private static func get(_ call: Invocation) throws(Refusal) {
        guard let hash = try call.daemon.document.hash(at: call.path(1)),
            let node = call.daemon.document.field(call[2], of: hash)
        else { return call.connection.writer.null() }
        guard let leaf = call.daemon.document.leaf(of: node) else {
            throw .wrongType("the field \(call.text(2)) of \(call.path(1).text) is a list or a hash")
        }
        call.reply(leaf)
    }

    private static func set(_ call: Invocation) throws(Refusal) {
        guard call.count % 2 == 0 else { return call.replyWrongArguments(of: "hset") }
        var added = 0
        for index in stride(from: 2, to: call.count, by: 2)
        where try call.daemon.document.setField(call[index], of: call.path(1), to: call[index + 1]) {
            added += 1
        }
        call.connection.writer.integer(added)
    }

    private static func getMany(_ call: Invocation) throws(Refusal) {
        let hash = try call.daemon.document.hash(at: call.path(1))
        call.connection.writer.array(call.count - 2)
        for index in 2..<call.count {
            let node = hash.flatMap { call.daemon.document.field(call[index], of: $0) }
            call.reply(node.flatMap { call.daemon.document.leaf(of: $0) })
        }
    }

    private static func all(_ call: Invocation, names: Bool, values: Bool) throws(Refusal) {
        let document = call.daemon.document
        let hash = try document.hash(at: call.path(1))
        let count = hash.map { document.childCount(of: $0) } ?? 0
        if names, values { call.connection.writer.map(count) } else { call.connection.writer.array(count) }
        guard let hash else { return }
        document.forEachChild(of: hash) { name, node in
            if names { call.connection.writer.bulk(name.bytes) }
            if values { call.reply(node.slot) }
            return true
        }
    }

    private static func delete(_ call: Invocation) throws(Refusal) {
        var count = 0
        for index in 2..<call.count where try call.daemon.document.deleteField(call[index], of: call.path(1)) {
            count += 1
        }
        if count > 0 { call.daemon.document.deleteIfEmpty(call.path(1)) }
        call.connection.writer.integer(count)
    }

    private static func scan(_ call: Invocation) throws(Refusal) {
        let cursor = try Cursor(call, at: 2)
        let document = call.daemon.document
        guard let hash = try document.hash(at: call.path(1)) else { return Cursor.reply(call, next: 0, []) }
        let options = try ScanOptions(call, from: 3, ["MATCH", "COUNT"])
        var found: [[[UInt8]]] = []
        let range = cursor.range(of: document.childCount(of: hash), options.count)
        document.forEachChild(of: hash, in: range) { name, node in
            guard options.pattern?.matches(name.bytes) != false else { return true }
            let leaf = document.leaf(of: node)
            found.append([name.bytes, leaf.map { LeafText.bytes(of: $0) } ?? []])
            return true
        }
        Cursor.reply(call, next: range.lowerBound, found)
    }
}
