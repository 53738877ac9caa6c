import FourLinesDocument
import FourLinesRESP
import KeyedArchive

/// Commands on lists.
enum ListCommands {
    static let all: [Command] = [
        Command("llen", 2, .list, "key", "Answers how many elements a list has.") { call throws(Refusal) in
            let list = try call.daemon.document.list(at: call.path(1))
            call.connection.writer.integer(list.map { call.daemon.document.count(of: $0.elements) } ?? 0)
        },
        Command("lindex", 3, .list, "key index", "Answers an element, counted from 0, or from the end.", index),
        Command("lrange", 4, .list, "key start stop", "Answers the elements from one index to another.", range),
        Command("lset", 4, .list, writes: true, "key index element", "Sets an element of a list.", set),
        Command("lpush", -3, .list, writes: true, "key element...", "Puts elements before the first of a list.") {
            call throws(Refusal) in
            try push(call, atHead: true)
        },
        Command("rpush", -3, .list, writes: true, "key element...", "Puts elements behind the last of a list.") {
            call throws(Refusal) in
            try push(call, atHead: false)
        },
        Command("lpop", -2, .list, writes: true, "key [count]", "Removes the first elements of a list.") {
            call throws(Refusal) in
            try pop(call, atHead: true)
        },
        Command("rpop", -2, .list, writes: true, "key [count]", "Removes the last elements of a list.") {
            call throws(Refusal) in
            try pop(call, atHead: false)
        },
        Command(
            "linsert", 5, .list, writes: true, "key BEFORE|AFTER pivot element",
            "Inserts an element before or behind another.", insert),
        Command("lrem", 4, .list, writes: true, "key count element", "Removes elements that equal a text.") {
            call throws(Refusal) in
            let limit = try call.integer(2)
            call.connection.writer.integer(try call.daemon.document.remove(call[3], limit, from: call.path(1)))
        },
        Command("ltrim", 4, .list, writes: true, "key start stop", "Removes all elements but some neighbours.", trim),
        Command(
            "lpos", -3, .list, "key element [RANK rank] [COUNT num-matches] [MAXLEN len]",
            "Answers where elements are that equal a text.", positions),
        Command(
            "lmove", 5, .list, writes: true, "source destination LEFT|RIGHT LEFT|RIGHT",
            "Moves an element from one end of a list to one end of another.", move),
    ]

    private static func index(_ call: Invocation) throws(Refusal) {
        guard let list = try call.daemon.document.list(at: call.path(1)) else { return call.connection.writer.null() }
        let index = try call.integer(2)
        guard let node = call.daemon.document.element(index, of: list) else { return call.connection.writer.null() }
        guard let leaf = call.daemon.document.leaf(of: node) else {
            throw .wrongType("\(call.path(1).text).\(index) is a list or a hash")
        }
        call.reply(leaf)
    }

    private static func range(_ call: Invocation) throws(Refusal) {
        let (first, last) = (try call.integer(2), try call.integer(3))
        guard let list = try call.daemon.document.list(at: call.path(1)) else { return call.connection.writer.array(0) }
        let range = clamp(first, last, to: call.daemon.document.count(of: list.elements))
        call.connection.writer.array(range.count)
        call.daemon.document.forEachElement(of: list.elements, in: range) { call.reply($0) }
    }

    /// A range of indices, both ends included and counted from the end if they are negative.
    private static func clamp(_ first: Int, _ last: Int, to count: Int) -> Range<Int> {
        let start = first < 0 ? max(0, count &+ first) : first
        let end = min(last < 0 ? count &+ last : last, count - 1)
        return start <= end ? start..<(end + 1) : 0..<0
    }

    private static func set(_ call: Invocation) throws(Refusal) {
        guard try call.daemon.document.list(at: call.path(1)) != nil else {
            throw .noSuchKey(call.daemon.document.isFree ? "" : "there is no list “\(call.path(1).text)”")
        }
        try call.daemon.document.setElement(call.integer(2), of: call.path(1), to: call[3])
        call.ok()
    }

    private static func push(_ call: Invocation, atHead: Bool) throws(Refusal) {
        let count = try call.daemon.document.push(
            call.arguments(from: 2), to: call.path(1), atHead: atHead, making: true)
        call.connection.writer.integer(count ?? 0)
    }

    private static func pop(_ call: Invocation, atHead: Bool) throws(Refusal) {
        guard call.count <= 3 else { return call.replyWrongArguments(of: atHead ? "lpop" : "rpop") }
        var wanted = 1
        if call.count == 3 {
            guard let count = NumberText.integer(call[2]), count >= 0 else {
                throw Refusal("value is out of range, must be positive")
            }
            wanted = Int(count)
        }
        let leaves = try call.daemon.document.pop(wanted, from: call.path(1), atHead: atHead)
        guard call.count == 3 else { return call.reply(leaves?.first) }
        guard let leaves else { return call.connection.writer.nullArray() }
        call.connection.writer.array(leaves.count)
        for leaf in leaves { call.reply(leaf) }
    }

    private static func insert(_ call: Invocation) throws(Refusal) {
        let isBefore = call.isWord(2, "BEFORE")
        guard isBefore || call.isWord(2, "AFTER") else { throw .syntax }
        let count = try call.daemon.document.insert(call[4], isBefore, call[3], in: call.path(1))
        call.connection.writer.integer(count ?? 0)
    }

    private static func trim(_ call: Invocation) throws(Refusal) {
        let (first, last) = (try call.integer(2), try call.integer(3))
        guard let list = try call.daemon.document.list(at: call.path(1)) else { return call.ok() }
        let range = clamp(first, last, to: call.daemon.document.count(of: list.elements))
        try call.daemon.document.trim(call.path(1), to: range)
        call.ok()
    }

    private static func positions(_ call: Invocation) throws(Refusal) {
        var (rank, longest) = (1, 0)
        var count: Int?
        try call.readOptions(from: 3, ["RANK", "COUNT", "MAXLEN"]) { name, index throws(Refusal) in
            let value = try call.integer(index)
            switch name {
            case "RANK":
                guard value != 0 else {
                    throw Refusal(
                        "RANK can't be zero: use 1 to start from the first match, 2 from the second ... or use negative to start from the end of the list"
                    )
                }
                rank = value
            case "COUNT":
                guard value >= 0 else { throw Refusal("COUNT can't be negative") }
                count = value
            default:
                guard value >= 0 else { throw Refusal("MAXLEN can't be negative") }
                longest = value
            }
        }
        guard let list = try call.daemon.document.list(at: call.path(1)) else {
            return count == nil ? call.connection.writer.null() : call.connection.writer.array(0)
        }
        let limit = count.map { $0 == 0 ? Int.max : $0 } ?? 1
        let found = call.daemon.document.positions(
            of: call[2], in: list.elements, rank: rank, limit: limit, looking: longest == 0 ? .max : longest)
        guard count != nil else {
            guard let first = found.first else { return call.connection.writer.null() }
            return call.connection.writer.integer(first)
        }
        call.connection.writer.array(found.count)
        for position in found { call.connection.writer.integer(position) }
    }

    private static func move(_ call: Invocation) throws(Refusal) {
        let ends = try [3, 4].map { index throws(Refusal) in
            if call.isWord(index, "LEFT") { return true }
            guard call.isWord(index, "RIGHT") else { throw .syntax }
            return false
        }
        call.reply(
            try call.daemon.document.move(from: call.path(1), atHead: ends[0], to: call.path(2), toHead: ends[1]))
    }
}
