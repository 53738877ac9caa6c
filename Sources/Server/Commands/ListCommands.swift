import FourLinesDocument
import FourLinesRESP
import KeyedArchive

/// Commands on lists.
enum ListCommands {
    static let all: [Command] = [
        Command("llen", 2, .list, "Answers how many elements a list has.") { call throws(Refusal) in
            let list = try call.daemon.document.list(at: call.path(1))
            call.connection.writer.integer(list.map { call.daemon.document.count(of: $0.elements) } ?? 0)
        },
        Command("lindex", 3, .list, "Answers an element of a list, counted from 0, or from the end.", index),
        Command("lrange", 4, .list, "Answers the elements of a list from one index to another.", range),
        Command("lset", 4, .list, writes: true, "Sets an element of a list.") { call throws(Refusal) in
            try call.daemon.document.setElement(call.integer(2), of: call.path(1), to: call[3])
            call.ok()
        },
    ]

    private static func index(_ call: Invocation) throws(Refusal) {
        let path = call.path(1)
        let index = try call.integer(2)
        guard let list = try call.daemon.document.list(at: path),
            let node = call.daemon.document.element(index, of: list)
        else { return call.connection.writer.null() }
        guard let leaf = call.daemon.document.leaf(of: node) else { throw .wrongType() }
        call.reply(leaf)
    }

    private static func range(_ call: Invocation) throws(Refusal) {
        let document = call.daemon.document
        var (first, last) = (try call.integer(2), try call.integer(3))
        guard let list = try document.list(at: call.path(1)) else { return call.connection.writer.array(0) }
        let count = document.count(of: list.elements)
        if first < 0 { first = max(0, count + first) }
        if last < 0 { last = count + last }
        last = min(last, count - 1)
        guard first <= last, first < count else { return call.connection.writer.array(0) }
        // Looked at first: an array that has begun cannot become an error any more.
        var isAllLeaves = true
        let graph = document.graph
        graph[list.elements]?.elements.forEach(in: first..<(last + 1)) { slot in
            isAllLeaves = slot.isLeaf || graph.text(of: slot) != nil
            return isAllLeaves
        }
        guard isAllLeaves else { throw .wrongType("\(call.path(1)) holds lists or hashes; use SHOW, or their paths") }
        call.connection.writer.array(last - first + 1)
        graph[list.elements]?.elements.forEach(in: first..<(last + 1)) { slot in
            call.reply(graph.text(of: slot) ?? slot)
            return true
        }
    }
}
