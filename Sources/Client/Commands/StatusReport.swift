/// What INFO tells of a daemon, for a person and for a program.
struct StatusReport {
    private let information: Information
    private let socket: String

    /// A report.
    ///
    /// - Parameters:
    ///   - information: the sections server, persistence and document; a field that is missing is left out.
    ///   - socket: the path of the socket that was spoken to.
    init(_ information: Information, socket: String) {
        self.information = information
        self.socket = socket
    }

    /// Edits that are not in the archive.
    private var changes: Int64? { information.integer("rdb_changes_since_last_save") }
    /// The time of the last save in seconds since 1970; nil if there was none.
    private var lastSave: Int64? { information.integer("rdb_last_save_time").flatMap { $0 > 0 ? $0 : nil } }
    private var lastSaveFailed: Bool {
        saveError != nil || information["rdb_last_bgsave_status"].map { $0 != "ok" } ?? false
    }
    private var saveError: String? { information["save_error"].flatMap { $0.isEmpty ? nil : $0 } }
    /// The time of the first edit that is not in the archive, in seconds since 1970; nil if it is not known.
    private var unsavedSince: Int64? { information.integer("dirty_since").flatMap { $0 > 0 ? $0 : nil } }
    private var isSaved: Bool? { changes.map { $0 == 0 } }

    /// A sentence, and a line for each fact.
    var text: String {
        var rows: [(String, String)] = []
        func add(_ name: String, _ value: String?) {
            if let value, !value.isEmpty { rows.append((name, TerminalText.escaped(value, .line))) }
        }
        add("archive", information["archive"])
        add("socket", socket)
        add("model", information["model"])
        add("revision", information["revision"])
        add("process", process)
        let width = rows.map(\.0.count).max() ?? 0
        let lines = rows.map { name, value in
            "\(name)\(String(repeating: " ", count: width - name.count))  \(value)\n"
        }
        return TerminalText.escaped(sentence, .line) + "\n" + lines.joined()
    }

    /// The same facts; what is unknown is left out.
    var json: JSONValue {
        var members: [JSONMember] = []
        func add(_ name: String, _ value: JSONValue?) { if let value { members.append(JSONMember(name, value)) } }
        func text(_ name: String) -> JSONValue? {
            information[name].flatMap { $0.isEmpty ? nil : .text($0) }
        }
        add("saved", isSaved.map { .boolean($0) })
        add("unsaved_changes", changes.map { .integer($0) })
        add("unsaved_since", isSaved == false ? unsavedSince.map { .integer($0) } : nil)
        add("last_save", lastSave.map { .integer($0) })
        add("last_save_ok", .boolean(!lastSaveFailed))
        add("save_error", text("save_error"))
        add("archive", text("archive"))
        add("socket", .text(socket))
        add("model", text("model"))
        add("revision", text("revision"))
        add("process", information.integer("process_id").map { .integer($0) })
        add("uptime", information.integer("uptime_in_seconds").map { .integer($0) })
        return .object(members)
    }

    private var sentence: String {
        guard let changes else { return "The daemon does not say whether all is saved." }
        let moment = lastSave.map { Wording.moment(secondsSince1970: $0) }
        let reason = saveError.map { ": \($0)" } ?? ""
        guard changes > 0 else {
            let since = moment.map { ", since \($0)" } ?? ""
            return "All is saved\(since)." + (lastSaveFailed ? " The last attempt to save failed\(reason)." : "")
        }
        let amount = Wording.count(changes, "change is", "changes are")
        let since = unsavedSince.map { ", the first of \(Wording.moment(secondsSince1970: $0))" } ?? ""
        let last = moment.map { " The last save was at \($0)." } ?? ""
        let fault = lastSaveFailed ? " The last attempt to save failed\(reason)." : ""
        return "Not all is saved: \(amount) not in the archive yet\(since).\(last)\(fault)"
    }

    private var process: String? {
        guard let process = information.integer("process_id") else { return nil }
        guard let uptime = information.integer("uptime_in_seconds"), uptime > 0 else { return String(process) }
        return "\(process), for \(Wording.duration(.seconds(uptime)))"
    }
}
