import Testing

@testable import FourLinesServer

@Suite("The table of commands")
struct CommandTableTests {
    let table = CommandTable()

    @Test("has each command of the protocol once, with a summary of one sentence, its group and the version")
    func complete() {
        let names = table.all.map(\.name)
        #expect(Set(names).count == names.count)
        for command in table.all {
            #expect(command.name == command.name.lowercased())
            #expect(command.summary.hasSuffix(".") && command.summary.count > 10, "\(command.name)")
            #expect(!command.since.isEmpty)
            #expect(table.find(Array(command.name.uppercased().utf8))?.name == command.name)
        }
        let wanted = """
            get set mget mset append strlen getrange setrange del exists type kind incr decr incrby decrby incrbyfloat \
            keys scan dbsize llen lindex lrange lset lpush rpush lpop rpop linsert lrem ltrim lpos lmove hget hset \
            hmget hgetall hkeys hvals hlen hexists hdel hscan add find show ping echo hello auth select quit reset \
            client save bgsave lastsave shutdown info command config time multi exec discard watch unwatch ifrev \
            subscribe unsubscribe psubscribe punsubscribe pubsub changes undo redo history revision generations \
            revert forget
            """
        for name in wanted.split(separator: " ") { #expect(names.contains(String(name)), "\(name) is missing") }
    }

    @Test("the documented arguments are those that the command accepts")
    func arguments() {
        for command in table.all where !command.arguments.isEmpty {
            let least = 1 + command.arguments.map(\.leastCount).reduce(0, +)
            let isVariable = command.arguments.contains(where: \.isVariable)
            #expect(command.arity == (isVariable ? -least : least), "\(command.name)")
        }
        for command in table.all where command.arguments.isEmpty && command.arity.magnitude != 1 {
            Issue.record("\(command.name) takes arguments and documents none")
        }
    }

    /// A syntax and what it says.
    @Test(
        "a syntax is read as Redis writes it",
        arguments: [
            ("key", 1, false), ("key [count]", 1, true), ("{key value}...", 2, true),
            ("key BEFORE|AFTER pivot element", 4, false),
            ("key element [RANK rank] [MAXLEN len]", 2, true), ("GET pattern...", 2, true), ("[SAVE|NOSAVE]", 0, true),
        ])
    func syntax(text: String, least: Int, isVariable: Bool) {
        let arguments = CommandSyntax.arguments(text)
        #expect(arguments.map(\.leastCount).reduce(0, +) == least)
        #expect(arguments.contains(where: \.isVariable) == isVariable)
    }

    @Test("what takes its time, or replaces the whole document, is refused between MULTI and EXEC")
    func alone() {
        let names = "save bgsave shutdown undo redo revert forget import export subscribe psubscribe unsubscribe"
        for name in names.split(separator: " ") {
            guard let command = table.find(Array(name.utf8)) else { continue }
            #expect(command.traits.contains(.alone), "\(name)")
        }
        for command in table.all where command.traits.contains(.immediate) {
            #expect(!command.isWrite, "\(command.name)")
        }
    }

    @Test("the places of paths are those of Redis's commands")
    func paths() {
        let wanted: [(String, Command.Paths)] = [
            ("get", .init(first: 1, last: 1, step: 1)), ("mget", .init(first: 1, last: -1, step: 1)),
            ("mset", .init(first: 1, last: -1, step: 2)), ("lmove", .init(first: 1, last: 2, step: 1)),
            ("hset", .init(first: 1, last: 1, step: 1)), ("ping", .init()), ("keys", .init()),
        ]
        for (name, paths) in wanted { #expect(table.find(Array(name.utf8))?.paths == paths, "\(name)") }
    }
}
