import FourLinesDocument
import FourLinesRESP
import KeyedArchive

/// Commands on objects, which Redis has no counterpart of.
enum ObjectCommands {
    static let all: [Command] = [
        Command(
            "add", -2, .object, writes: true, "path [{field value}...]",
            "Appends a new object to a list, fields that are not given at their defaults; answers its index.", add),
        Command(
            "find", 4, .object, "path field value", "Answers the indices of the elements that have a value in a field."
        ) { call throws(Refusal) in
            let found = try call.daemon.document.findElements(in: call.path(1), where: call[2], is: call[3])
            call.connection.writer.array(found.count)
            for index in found { call.connection.writer.integer(index) }
        },
        Command("show", 2, .object, "path", "Answers all that is at a path and below it, nested.", show),
    ]

    private static func add(_ call: Invocation) throws(Refusal) {
        guard call.count % 2 == 0 else { return call.replyWrongArguments(of: "add") }
        let fields = stride(from: 2, to: call.count, by: 2).map { (field: call[$0], value: call[$0 + 1]) }
        call.connection.writer.integer(try call.daemon.document.addObject(to: call.path(1), fields))
    }

    private static func show(_ call: Invocation) throws(Refusal) {
        let document = call.daemon.document
        guard let node = document.find(call.path(1)) else { return call.connection.writer.null() }
        let start = document.canonicalPath(call.path(1)) ?? KeyPath(components: [])
        let place = call.connection.writer.output.position
        var shower = NestedReply(document: document, call: call)
        do { try shower.write(node, at: start) } catch {
            // An array that has begun cannot become an error any more.
            call.connection.writer.output.truncate(to: place)
            throw error
        }
    }
}
