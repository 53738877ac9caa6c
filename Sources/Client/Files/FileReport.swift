import FourLinesPropertyList
import KeyedArchive

/// What `file check` says of a file that is sound.
struct FileReport {
    /// How the command line names the file.
    let name: String
    /// Its form.
    let form: FileForm
    /// Its size in bytes.
    let size: Int
    /// The archiver's name; nil for a plain property list.
    let archiver: String?
    /// The keys of `$top`.
    let topKeys: [String]
    /// How many objects there are: of an archive the entries of `$objects`, of a property list its containers.
    let objects: Int
    /// The classes with their numbers of objects.
    let classes: [(name: String, count: Int)]
    /// How many entries of `$objects` nothing refers to.
    let orphans: Int
    /// Of a binary file how many objects its table has, and how many of them are reached from the top.
    let table: (count: Int, reached: Int)?
    /// Whether Apple's writer would write the same bytes; nil for JSON.
    let isCanonical: Bool?
    /// What is odd, and does not make the file unsound.
    let remarks: [String]

    /// Looks at a file that was read.
    ///
    /// - Throws: what makes it unsound that reading it did not show.
    init(_ file: ArchiveFile) throws(ArchiveError) {
        let graph = file.archive.graph
        let census = Census(graph)
        name = file.path.name
        form = file.form
        size = file.size
        let isArchive = graph.form == .keyedArchive
        archiver =
            isArchive ? graph.root.container.flatMap { graph.field("$archiver", of: $0)?.text?.description } : nil
        topKeys =
            isArchive
            ? graph.top.flatMap { graph[$0]?.fields.map { graph.keys[$0.key].description } } ?? [] : []
        objects = isArchive && file.form != .json ? Int(graph.sourceCount) : census.objectCount
        classes = census.classes.map { (name: $0.name.description, count: $0.count) }
        orphans = graph.orphans.count
        table = try Self.table(file)
        isCanonical = file.archive.source?.isCanonical
        remarks = census.unpaired.map {
            "object \($0.number) is a dictionary whose keys and values are not as many; it is shown as its fields"
        }
    }

    private static func table(_ file: ArchiveFile) throws(ArchiveError) -> (count: Int, reached: Int)? {
        guard file.form.isBinary, let bytes = file.archive.source?.bytes else { return nil }
        do {
            let list = try BinaryPropertyList(bytes)
            return (list.objectCount, try PropertyListValidator.validate(list).reachableObjects)
        } catch {
            throw .propertyList(error)
        }
    }

    // MARK: - Output

    /// The report for a person.
    var lines: [String] {
        var rows: [(String, String)] = [
            ("form", form.title), ("size", Wording.count(Int64(size), "byte", "bytes")),
        ]
        if let archiver { rows.append(("archiver", archiver)) }
        if !topKeys.isEmpty { rows.append(("top keys", topKeys.joined(separator: ", "))) }
        rows.append(("objects", objectText))
        if !classes.isEmpty {
            rows.append(
                (
                    "classes",
                    classes.map { $0.count == 1 ? $0.name : "\($0.name) (\($0.count))" }.joined(separator: ", ")
                ))
        }
        rows.append(("orphans", orphans == 0 ? "none" : "\(orphans), which nothing refers to"))
        switch isCanonical {
        case true?: rows.append(("canonical", "yes: as Apple's writer writes it, also after an edit"))
        case false?: rows.append(("canonical", "no: after an edit the rest keeps its order and form"))
        case nil: break
        }
        rows += remarks.map { ("remark", $0) }
        let width = rows.map(\.0.count).max() ?? 0
        return ["\(name): sound"]
            + rows.map { "  \($0.0)\(String(repeating: " ", count: width - $0.0.count))  \($0.1)" }
    }

    private var objectText: String {
        guard let table else { return String(objects) }
        let unreached = table.count - table.reached
        let rest = unreached == 0 ? "" : ", of which \(unreached) are copies or leftovers"
        return "\(objects); the file's table has \(table.count)\(rest)"
    }

    /// The report for a program.
    var json: JSONValue {
        var members: [JSONMember] = [
            JSONMember("file", .text(name)), JSONMember("isSound", .boolean(true)),
            JSONMember("form", .text(form.rawValue)), JSONMember("size", .integer(Int64(size))),
        ]
        if let archiver { members.append(JSONMember("archiver", .text(archiver))) }
        members += [
            JSONMember("topKeys", .array(topKeys.map { .text($0) })),
            JSONMember("objects", .integer(Int64(objects))),
            JSONMember(
                "classes", .object(classes.map { JSONMember($0.name, .integer(Int64($0.count))) })),
            JSONMember("orphans", .integer(Int64(orphans))),
        ]
        if let table {
            members += [
                JSONMember("tableObjects", .integer(Int64(table.count))),
                JSONMember("reachedObjects", .integer(Int64(table.reached))),
            ]
        }
        if let isCanonical { members.append(JSONMember("isCanonical", .boolean(isCanonical))) }
        members.append(JSONMember("remarks", .array(remarks.map { .text($0) })))
        return .object(members)
    }
}
