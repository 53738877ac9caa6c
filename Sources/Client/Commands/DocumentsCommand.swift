import FourLinesLinux
import FourLinesRESP
import FourLinesSettings

/// Lists the documents of this user.
enum DocumentsCommand {
    static let command = Command(
        name: "documents", usage: "[--json]", summary: "List your documents, and say which of them run.",
        examples: [
            Command.Example("documents", "name, state, model, revision, size and archive"),
            Command.Example("--name work status", "more of one of them"),
        ],
        details: [
            "A document is found by its state folder, its socket, its configuration or its service. No daemon is",
            "started by it, so of those that do not run the model and the revision are not shown.",
        ],
        options: [.json], run: run)

    @Sendable private static func run(_ invocation: Invocation) throws(ClientError) {
        try invocation.expectNoOperands()
        guard !invocation.arguments.has("--socket"), !invocation.arguments.has("--name") else {
            throw .usage("all documents are listed; --name and --socket have no place here")
        }
        let surroundings = try invocation.surroundings()
        let places = DocumentPlaces(surroundings)
        let sockets = SystemSockets.read()
        var reports: [DocumentReport] = []
        for name in try places.names() {
            let entry = try DocumentEntry(name, places, home: surroundings.home, sockets)
            reports.append(DocumentReport(entry, invocation.session))
        }
        if invocation.arguments.has(.json) {
            try invocation.console.write(.array(reports.map(\.json)))
        } else {
            try invocation.console.write(ItemTable.text(reports.map { $0.row.map { Array($0.utf8) } }))
        }
        guard !reports.isEmpty else {
            throw .nothing("there are no documents yet: “fourlinesd” or “fourlines install” makes the default one")
        }
    }
}
