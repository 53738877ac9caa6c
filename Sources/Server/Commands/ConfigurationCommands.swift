import FourLinesDocument
import FourLinesRESP
import FourLinesSettings
import FourLinesStorage

/// CONFIG and its subcommands.
enum ConfigurationCommands {
    static let all: [Command] = [
        Command(
            "config", -2, .server, "GET|HELP|RESETSTAT|SET [argument...]",
            "Answers settings, and changes those that can be changed while the daemon runs.", run)
    ]

    private static func run(_ call: Invocation) throws(Refusal) {
        switch call.text(1).lowercased() {
        case "get": get(call)
        case "set": try set(call)
        case "resetstat":
            guard call.count == 2 else { return call.replyWrongArguments(of: "config|resetstat") }
            call.daemon.statistics = Daemon.Statistics()
            call.ok()
        case "help":
            guard call.count == 2 else { return call.replyWrongArguments(of: "config|help") }
            call.connection.writer.array(help.count)
            for line in help { call.connection.writer.simple(line) }
        default: call.replyUnknownSubcommand(of: "CONFIG")
        }
    }

    private static func get(_ call: Invocation) {
        guard call.count > 2 else { return call.replyWrongArguments(of: "config|get") }
        let patterns = (2..<call.count).map { GlobPattern(Array(call.text($0).lowercased().utf8)) }
        let found = call.daemon.settings.filter { setting in
            patterns.contains { $0.matches(Array(setting.name.utf8)) }
        }
        call.connection.writer.map(found.count)
        for setting in found {
            call.connection.writer.bulk(setting.name)
            call.connection.writer.bulk(setting.value)
        }
    }

    // MARK: - SET

    /// Sets all of several settings, or none.
    private static func set(_ call: Invocation) throws(Refusal) {
        guard call.count >= 4, call.count % 2 == 0 else { return call.replyWrongArguments(of: "config|set") }
        var configuration = call.daemon.configuration
        var seen: Set<String> = []
        for index in stride(from: 2, to: call.count, by: 2) {
            let (name, value) = (call.text(index).lowercased(), call.text(index + 1))
            guard seen.insert(name).inserted else { throw .notSet(name, "duplicate parameter") }
            try set(name, to: value, in: &configuration, of: call.daemon)
        }
        call.daemon.takeOver(configuration)
        call.ok()
    }

    private static func set(
        _ name: String, to value: String, in configuration: inout Configuration, of daemon: Daemon
    ) throws(Refusal) {
        if name == "notify-keyspace-events" {
            // Redis sends the events that somebody wants; here all are there for whoever subscribes.
            guard value.allSatisfy({ "AKEg$lshzxetdmn".contains($0) }) else {
                throw .notSet(name, "Invalid event class character. Use 'Ag$lshzxeKEtmdn'.")
            }
            return
        }
        guard let key = ConfigurationKey.all.first(where: { $0.settingName == name || $0.redisName == name }) else {
            guard daemon.settings.contains(where: { $0.name == name }) else {
                throw Refusal("Unknown option or number of arguments for CONFIG SET - '\(name)'")
            }
            throw .notSet(name, "can't set immutable config")
        }
        guard key.isLive else { throw .notSet(name, "can't set immutable config") }
        // Redis's two levels below ours are what ours says most at.
        let text = name == key.redisName && ["debug", "verbose"].contains(value) ? "information" : value
        do { try key.set(&configuration, text) } catch { throw .notSet(name, error.description) }
    }

    private static let help = [
        "CONFIG <subcommand> [<arg> [value] [opt] ...]. Subcommands are:",
        "GET pattern...",
        "    Answers the settings whose names match.",
        "RESETSTAT",
        "    Begins to count anew what INFO says.",
        "SET name value [name value ...]",
        "    Changes settings until the configuration is read again.",
        "HELP",
        "    Answers this.",
    ]
}

extension Refusal {
    /// A setting that was not set, in Redis's words.
    fileprivate static func notSet(_ name: String, _ reason: String) -> Refusal {
        Refusal("CONFIG SET failed (possibly related to argument '\(name)') - \(reason)")
    }
}

extension ConfigurationKey {
    /// What CONFIG calls it: its option, or section and key.
    var settingName: String { option.map { String($0.dropFirst(2)) } ?? "\(section)-\(name)".lowercased() }

    /// What Redis calls it; nil if Redis has no such setting.
    var redisName: String? { settingName == "log-level" ? "loglevel" : nil }
}

extension Daemon {
    /// What CONFIG GET knows, by name; clients of Redis ask for some of its names.
    var settings: [(name: String, value: String)] {
        var all: [String: String] = [:]
        for key in ConfigurationKey.all {
            all[key.settingName] = key.value(configuration)
            if let name = key.redisName { all[name] = key.value(configuration) }
        }
        let plan = setup.plan
        let sync = (store?.sync ?? setup.sync).rawValue
        let known = [
            "appendfsync": sync, "appendonly": "yes", "archive": plan.archive, "databases": "1",
            "dbfilename": plan.archive, "dir": plan.folder, "journal-sync": sync,
            "maxclients": "\(listening.connectionLimit)",
            "name": setup.name ?? "", "notify-keyspace-events": "AKE", "proto-max-bulk-len": "\(Document.longestValue)",
            "save": "", "socket": plan.socket, "state-dir": plan.folder, "timeout": "0", "unixsocket": plan.socket,
        ]
        all.merge(known) { $1 }
        all["model"] = document.model?.name ?? ""
        return all.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// Takes over what can be changed while the daemon runs.
    func takeOver(_ new: Configuration) {
        for key in ConfigurationKey.all where key.isLive && key.value(new) != key.value(configuration) {
            log.write(.notice, "\(key.name)=\(key.value(new)), it was \(key.value(configuration))")
        }
        configuration = new
        log.threshold = configuration.logLevel
        store?.journalCap = Int64(configuration.journalSize)
    }
}
