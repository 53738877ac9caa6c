import FourLinesDocument
import FourLinesLinux
import FourLinesRESP
import FourLinesStorage

/// Commands about the archive.
enum PersistenceCommands {
    static let all: [Command] = [
        Command("save", 1, .server, traits: .alone, "Archives the document, and answers when that is done.", save),
        Command("bgsave", -1, .server, traits: .alone, "[SCHEDULE]", "Begins to archive the document.") { call in
            call.daemon.save { _ in }
            call.connection.writer.simple("Background saving started")
        },
        Command("lastsave", 1, .server, "Answers when the document was archived last, in seconds since 1970.") { call in
            call.connection.writer.integer(call.daemon.saving.savedAt)
        },
        Command(
            "shutdown", -1, .server, traits: .alone, "[SAVE|NOSAVE]", "Archives the document and ends the daemon.",
            shutDown),
    ]

    private static func save(_ call: Invocation) {
        let (daemon, connection) = (call.daemon, call.connection)
        connection.isWaiting = true
        daemon.save { [weak daemon, weak connection] result in
            guard let daemon, let connection else { return }
            daemon.resume(connection) { writer in
                switch result {
                case .success: writer.simple("OK")
                case .failure(let error): writer.error("ERR", "the document was not archived: \(error)")
                }
            }
        }
    }

    private static func shutDown(_ call: Invocation) throws(Refusal) {
        var isSaving = true
        switch call.count {
        case 1: break
        case 2 where call.isWord(1, "SAVE"): break
        case 2 where call.isWord(1, "NOSAVE"): isSaving = false
        default: throw Refusal("syntax error")
        }
        let (daemon, connection) = (call.daemon, call.connection)
        daemon.log.write(.notice, "SHUTDOWN asked for by process=\(connection.peer.process)")
        guard isSaving else {
            connection.isClosing = true
            return daemon.stop(saving: false)
        }
        // Unlike after a signal, the daemon stays if the document cannot be archived: somebody is there to see it.
        connection.isWaiting = true
        daemon.save { [weak daemon, weak connection] result in
            guard let daemon else { return }
            switch result {
            case .success: daemon.stop(saving: true)
            case .failure(let error):
                guard let connection else { return }
                daemon.resume(connection) { $0.error("ERR", "Errors trying to SHUTDOWN: \(error)") }
            }
        }
    }
}
