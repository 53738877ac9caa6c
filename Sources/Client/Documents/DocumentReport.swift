import FourLinesLinux
import FourLinesRESP
import FourLinesSettings

/// What is told of a document in the list of all.
struct DocumentReport {
    private let entry: DocumentEntry
    private let information: Information
    private let archive: String?
    private let size: Int64?
    /// Why the daemon does not answer, if it does not.
    private let failure: String?

    /// Asks the daemon, if one runs.
    init(_ entry: DocumentEntry, _ session: Session) {
        self.entry = entry
        var replies: [Reply] = []
        var failure: String?
        if entry.state == .running {
            do throws(ClientError) {
                replies = try session.other(entry.target).replies(
                    to: ["server", "persistence", "document"].map { Request("INFO", $0) })
            } catch {
                failure = error.message
            }
        }
        information = Information(replies)
        self.failure = failure
        let archive = information["archive"].flatMap { $0.isEmpty ? nil : $0 } ?? entry.archive
        self.archive = archive
        size = archive.flatMap { (try? Paths.status($0, followingLink: true))??.size }
    }

    private var process: Int64? { information.integer("process_id") ?? entry.process.map { Int64($0) } }

    /// The columns of the table.
    var row: [String] {
        let changes = information.integer("rdb_changes_since_last_save") ?? 0
        let unsaved = changes > 0 ? ", \(changes) unsaved" : ""
        let state =
            switch entry.state {
            case .running: process.map { "running, process \($0)" } ?? "running"
            case .waiting: "starts with the first client"
            case .stopped: "not running"
            }
        return [
            entry.title, failure.map { "\(state); \($0)" } ?? state,
            information["model"].flatMap { $0.isEmpty ? nil : $0 } ?? "-",
            information["revision"].map { "revision \($0)\(unsaved)" } ?? "-",
            size.map { Wording.count($0, "byte", "bytes") } ?? "no archive yet",
            archive ?? entry.locations.stateFolder,
        ]
    }

    /// The same for a program; what is not known is left out.
    var json: JSONValue {
        var members = [
            JSONMember("name", entry.name.map { .text($0) } ?? .null), JSONMember("state", .text(entry.state.rawValue)),
            JSONMember("installed", .boolean(entry.isInstalled)),
            JSONMember("socket", .text(entry.socket)),
        ]
        func add(_ name: String, _ value: JSONValue?) { if let value { members.append(JSONMember(name, value)) } }
        add("state_folder", entry.isElsewhere ? nil : .text(entry.locations.stateFolder))
        add("archive", archive.map { .text($0) })
        add("bytes", size.map { .integer($0) })
        add("process", process.map { .integer($0) })
        add("model", information["model"].flatMap { $0.isEmpty ? nil : .text($0) })
        add("revision", information.integer("revision").map { .integer($0) })
        add("unsaved_changes", information.integer("rdb_changes_since_last_save").map { .integer($0) })
        add("version", information["fourlines_version"].map { .text($0) })
        add("error", failure.map { .text($0) })
        return .object(members)
    }
}
