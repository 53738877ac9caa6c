import FourLinesDocument
import FourLinesRESP
import KeyedArchive

/// Commands on single values.
enum ValueCommands {
    static let all: [Command] = [
        Command("get", 2, .string, "Answers the value at a path.", get),
        Command("set", -3, .string, writes: true, "Sets the value at a path.", set),
        Command("mget", -2, .string, "Answers the values at several paths.", getMany),
        Command("mset", -3, .string, writes: true, "Sets the values at several paths, all or none.", setMany),
        Command("type", 2, .generic, "Answers the kind of what is at a path: string, list, hash or none.") { call in
            let node = call.daemon.document.find(call.path(1))
            call.connection.writer.simple(node.map { call.daemon.document.kind(of: $0).redisName } ?? "none")
        },
        Command("exists", -2, .generic, "Counts the paths at which there is something.") { call in
            let found = (1..<call.count).filter { call.daemon.document.find(call.path($0)) != nil }
            call.connection.writer.integer(found.count)
        },
        Command("keys", 2, .generic, "Answers the names of the root's fields that match a pattern.") { call in
            let pattern = GlobPattern(call[1])
            let names = call.daemon.document.rootNames().filter { pattern.matches($0.bytes) }
            call.connection.writer.array(names.count)
            for name in names { call.connection.writer.bulk(name.bytes) }
        },
    ]

    private static func get(_ call: Invocation) throws(Refusal) {
        let path = call.path(1)
        guard let node = call.daemon.document.find(path) else { return call.connection.writer.null() }
        guard let leaf = call.daemon.document.leaf(of: node) else { throw .wrongType() }
        call.reply(leaf)
    }

    private static func set(_ call: Invocation) throws(Refusal) {
        var returnsOld = false
        var condition: Bool?
        for index in 3..<max(3, call.count) {
            if call.isWord(index, "NX"), condition == nil {
                condition = false
            } else if call.isWord(index, "XX"), condition == nil {
                condition = true
            } else if call.isWord(index, "GET") {
                returnsOld = true
            } else {
                throw Refusal("syntax error")
            }
        }
        let path = call.path(1)
        let node = call.daemon.document.find(path)
        let old = node.flatMap { call.daemon.document.leaf(of: $0) }
        if returnsOld, node != nil, old == nil { throw .wrongType() }
        let isWanted = condition == nil || condition == (node != nil)
        if isWanted { try call.daemon.document.set(path, to: call[2]) }
        if returnsOld {
            if let old { call.reply(old) } else { call.connection.writer.null() }
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
            if let leaf = node.flatMap({ call.daemon.document.leaf(of: $0) }) {
                call.reply(leaf)
            } else {
                call.connection.writer.null()
            }
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
}
