import FourLinesDocument
import FourLinesLinux
import FourLinesRESP
import FourLinesSettings
import FourLinesStorage
import KeyedArchive

extension Daemon {
    /// Microseconds since 1970-01-01 UTC.
    var microseconds: Int64 { WallClock.nanoseconds / 1000 }

    /// What INFO answers: the sections that are asked for, or all.
    func information(_ wanted: [String]) -> String {
        let everything: Set<String> = ["all", "everything", "default"]
        let sections: [(name: String, fields: [(String, String)])] = [
            ("Server", server), ("Clients", clients), ("Persistence", persistence), ("Stats", counters),
            ("Replication", [("role", "master"), ("connected_slaves", "0")]), ("Document", documentFields),
        ]
        var text = ""
        for section in sections {
            let name = section.name.lowercased()
            guard wanted.isEmpty || wanted.contains(where: { $0 == name || everything.contains($0) }) else { continue }
            if !text.isEmpty { text += "\r\n" }
            text += "# \(section.name)\r\n"
            for (key, value) in section.fields { text += "\(key):\(value)\r\n" }
        }
        return text
    }

    private var uptime: Int64 { (MonotonicTime.now - started).components.seconds }

    private var server: [(String, String)] {
        [
            ("redis_version", ProgramVersion.redis),
            ("fourlines_version", ProgramVersion.text),
            ("redis_mode", "standalone"),
            ("process_id", "\(CurrentProcess.id)"),
            ("tcp_port", "0"),
            ("unix_socket", setup.plan.socket),
            ("uptime_in_seconds", "\(uptime)"),
            ("uptime_in_days", "\(uptime / 86_400)"),
        ]
    }

    private var clients: [(String, String)] {
        [("connected_clients", "\(connections.count)"), ("blocked_clients", "\(waiting.count)")]
    }

    private var persistence: [(String, String)] {
        let journalStatus = store?.refusal == nil ? "ok" : "err"
        return [
            ("loading", phase == .restoring ? "1" : "0"),
            ("rdb_changes_since_last_save", "\(document.revision - saving.savedRevision)"),
            ("rdb_bgsave_in_progress", saving.isRunning ? "1" : "0"),
            ("rdb_last_save_time", "\(saving.savedAt)"),
            ("rdb_last_bgsave_status", saving.failure == nil ? "ok" : "err"),
            ("aof_enabled", "1"),
            ("aof_last_write_status", journalStatus),
            ("aof_current_size", "\(store?.journalSize ?? 0)"),
            ("archive", store?.archivePath ?? ""),
            ("history", store?.history.description ?? ""),
            ("revision", "\(document.revision)"),
            ("saved_revision", "\(saving.savedRevision)"),
            ("dirty_since", "\(saving.dirtySince ?? 0)"),
            ("last_save_milliseconds", "\(saving.lastDuration.nanoseconds / 1_000_000)"),
            ("journal_sync", (store?.sync ?? setup.sync).rawValue),
            ("journal_bytes", "\(store?.journalSize ?? 0)"),
            ("journal_limit", "\(configuration.journalSize)"),
            ("journal_syncs", "\(store?.syncCount ?? 0)"),
            ("journal_turns", "\(store?.turnCount ?? 0)"),
            ("journal_error", store?.refusal?.description ?? ""),
            ("sync_microseconds_p50", "\(statistics.syncs.microseconds(permille: 500))"),
            ("sync_microseconds_p999", "\(statistics.syncs.microseconds(permille: 999))"),
            ("reply_microseconds_p50", "\(statistics.replies.microseconds(permille: 500))"),
            ("reply_microseconds_p999", "\(statistics.replies.microseconds(permille: 999))"),
            ("generations", "\(store?.generations.count { $0 != nil } ?? 0)"),
            ("last_recovery", store?.recovered ?? ""),
            ("save_error", saving.failure?.description ?? ""),
        ]
    }

    private var counters: [(String, String)] {
        [
            ("total_connections_received", "\(statistics.connections)"),
            ("total_commands_processed", "\(statistics.commands)"),
            ("rejected_connections", "\(statistics.refusedPeers)"),
            ("pubsub_channels", "\(subscriptions.channelNames.count)"),
            ("pubsub_patterns", "\(subscriptions.patternCount)"),
        ]
    }

    /// The document in a few words, for the log and the service manager.
    var whatIsServed: String {
        document.model.map { "the model \($0.name)" } ?? "an archive without a model"
    }

    /// A model that names no list has no `items`; an empty one says that the root is the list.
    private var documentFields: [(String, String)] {
        var fields = [
            ("name", setup.name ?? ""), ("model", document.model?.name ?? ""), ("format", document.format.rawValue),
        ]
        if let items = document.model?.items { fields.append(("items", items.description)) }
        return fields
    }

    /// One line for the log.
    func statusLine() -> String {
        let state = isDirty ? "unsaved edits" : "all is archived"
        return "status: \(state) revision=\(document.revision) clients=\(connections.count) uptime=\(uptime)s"
    }
}
