import FourLinesDocument
import KeyedArchive

/// Shows what a file holds, as a tree.
enum FileShowCommand {
    static let depth = Option("--depth", "N", "Go down so many levels. Without: 100, with --json 1000.")

    static let command = Command(
        name: "file show", usage: "FILE [PATH] [--depth N] [--json]", summary: "Show what a file holds, as a tree.",
        examples: [
            Command.Example("file show drafts.archive", "everything, each value with its path"),
            Command.Example("file show drafts.archive lines", "a part of it"),
            Command.Example("file show drafts.archive --depth 2 | less", "two levels, in a pager"),
            Command.Example("file show drafts.archive --json", "for a program: an object for each value"),
        ],
        details: [
            "FILE is a keyed archive (NSKeyedArchiver) or a property list, binary, XML or JSON; “-” is the",
            "standard input. Each line has a path, which get, set, unset and edit take, a kind or class, and",
            "the value of what has one. A path is the keys and indices from the root object down, joined by",
            "points; indices count from 0, and a point that belongs to a key is written \\. instead.",
            "",
            "An object that stands in several places is shown at the first, and named by its path at the",
            "others. What stands in (parentheses) has no path: keys that are no texts, keys that stand twice,",
            "and orphans, to which nothing refers. On a terminal long lines are cut, but not their paths;",
            "“get” prints a value whole.",
        ],
        options: [depth, .json], work: run)

    @Sendable private static func run(_ invocation: FileInvocation) throws(ClientError) {
        let operands = try invocation.operands("FILE", "PATH", optional: 1)
        let deepest = try deepest(invocation)
        let file = try ArchiveFile.read(operands[0], invocation.console)
        let path = operands.count > 1 ? operands[1] : nil
        try show(file.document(), path, deepest: deepest, invocation)
    }

    /// Shows a document, or what is at a path in it.
    static func show(
        _ document: Document, _ path: [UInt8]?, deepest: Int? = nil, _ invocation: FileInvocation
    ) throws(ClientError) {
        let isJSON = invocation.arguments.has(.json)
        var walk = TreeWalk(
            document, census: Census(document.graph), deepest: deepest ?? (isJSON ? 1000 : 100))
        let starts: [TreeStart] = if let path { [try TreeStart(document, path)] } else { TreeStart.all(of: document) }
        if isJSON {
            var output = TreeJSON(document, invocation.console)
            for start in starts {
                walk.begin(start)
                while let node = walk.next() { try output.print(node) }
            }
            return try output.finish()
        }
        var output = TreeText(document, invocation.console)
        for start in starts {
            walk.begin(start)
            while let node = walk.next() { try output.print(node) }
        }
        try output.flush()
    }

    private static func deepest(_ invocation: FileInvocation) throws(ClientError) -> Int? {
        guard let text = invocation.arguments.value(depth.name) else { return nil }
        guard let number = Address.bareNumber(text) else {
            throw .usage("--depth N: “\(String(decoding: text, as: UTF8.self))” is no number of levels")
        }
        return number
    }
}
