import FourLinesDocument
import FourLinesRESP
import KeyedArchive

/// Commands on single values.
enum ValueCommands {
    static let all: [Command] = [
        Command("get", 2, .string, "key", "Answers the value at a path.") { call throws(Refusal) in
            call.reply(try call.daemon.document.leaf(at: call.path(1)))
        },
        Command("set", -3, .string, writes: true, "key value [NX|XX] [GET]", "Sets the value at a path.", set),
        Command("mget", -2, .string, "key...", "Answers the values at several paths.", getMany),
        Command(
            "mset", -3, .string, writes: true, "{key value}...", "Sets the values at several paths, all or none.",
            setMany),
        Command("append", 3, .string, writes: true, "key value", "Appends to a text or data.") { call throws(Refusal) in
            call.connection.writer.integer(try call.daemon.document.append(call[2], to: call.path(1)))
        },
        Command("strlen", 2, .string, "key", "Answers the length of a value in bytes.") { call throws(Refusal) in
            let leaf = try call.daemon.document.leaf(at: call.path(1))
            call.connection.writer.integer(leaf.map { LeafText.bytes(of: $0).count } ?? 0)
        },
        Command("getrange", 4, .string, "key start end", "Answers a part of a value, by its bytes.", getRange),
        Command(
            "setrange", 4, .string, writes: true, "key offset value", "Overwrites a part of a value, by its bytes."
        ) { call throws(Refusal) in
            let offset = try call.integer(2)
            call.connection.writer.integer(
                try call.daemon.document.overwrite(call.path(1), from: offset, with: call[3]))
        },
        Command("incr", 2, .string, writes: true, "key", "Adds 1 to an integer.") { call throws(Refusal) in
            try increment(call, by: 1)
        },
        Command("decr", 2, .string, writes: true, "key", "Subtracts 1 from an integer.") { call throws(Refusal) in
            try increment(call, by: -1)
        },
        Command("incrby", 3, .string, writes: true, "key increment", "Adds to an integer.") { call throws(Refusal) in
            try increment(call, by: Int64(call.integer(2)))
        },
        Command("decrby", 3, .string, writes: true, "key decrement", "Subtracts from an integer.") {
            call throws(Refusal) in
            let step = Int64(try call.integer(2))
            guard step != .min else { throw Refusal("decrement would overflow") }
            try increment(call, by: -step)
        },
        Command("incrbyfloat", 3, .string, writes: true, "key real", "Adds to a real number.") { call throws(Refusal) in
            call.connection.writer.bulk(try call.daemon.document.increment(call.path(1), byReal: call[2]))
        },
    ]

    private static func set(_ call: Invocation) throws(Refusal) {
        var returnsOld = false
        var condition: Bool?
        for index in 3..<max(3, call.count) {
            if call.isWord(index, "NX"), condition != true {
                condition = false
            } else if call.isWord(index, "XX"), condition != false {
                condition = true
            } else if call.isWord(index, "GET") {
                returnsOld = true
            } else {
                throw .syntax
            }
        }
        let path = call.path(1)
        guard returnsOld || condition != nil else {
            try call.daemon.document.set(path, to: call[2])
            return call.ok()
        }
        let old = returnsOld ? try call.daemon.document.leaf(at: path) : nil
        let exists = call.daemon.document.find(path) != nil
        let isWanted = condition == nil || condition == exists
        if isWanted { try call.daemon.document.set(path, to: call[2]) }
        if returnsOld {
            call.reply(old)
        } else if isWanted {
            call.ok()
        } else {
            call.connection.writer.null()
        }
    }

    private static func getMany(_ call: Invocation) {
        call.connection.writer.array(call.count - 1)
        for index in 1..<call.count {
            let node = call.daemon.document.find(call.path(index))
            call.reply(node.flatMap { call.daemon.document.leaf(of: $0) })
        }
    }

    private static func setMany(_ call: Invocation) throws(Refusal) {
        guard call.count % 2 == 1 else { return call.replyWrongArguments(of: "mset") }
        // What was set before one that is refused is taken back with it.
        for index in stride(from: 1, to: call.count, by: 2) {
            try call.daemon.document.set(call.path(index), to: call[index + 1])
        }
        call.ok()
    }

    private static func getRange(_ call: Invocation) throws(Refusal) {
        var (start, end) = (try call.integer(2), try call.integer(3))
        guard let leaf = try call.daemon.document.leaf(at: call.path(1)) else { return call.connection.writer.bulk([]) }
        let text = LeafText.bytes(of: leaf)
        // A range that ends before it begins is empty, also when both are counted from the end.
        guard !(start < 0 && end < 0 && start > end) else { return call.connection.writer.bulk([]) }
        if start < 0 { start = max(0, text.count + start) }
        if end < 0 { end = max(0, text.count + end) }
        end = min(end, text.count - 1)
        guard start <= end else { return call.connection.writer.bulk([]) }
        call.connection.writer.bulk(text, start..<(end + 1))
    }

    private static func increment(_ call: Invocation, by step: Int64) throws(Refusal) {
        call.connection.writer.integer(try call.daemon.document.increment(call.path(1), by: step))
    }
}
