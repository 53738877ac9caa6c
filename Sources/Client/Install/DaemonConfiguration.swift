import FourLinesLinux
import FourLinesSettings

/// What the daemon says it is configured to be, asked of the program itself: it knows its file and its defaults.
struct DaemonConfiguration: Equatable, Sendable {
    /// The model's name.
    let model: String
    /// The path of the state folder.
    let stateFolder: String
    /// The archive's name in it.
    let archive: String
    /// The path of the socket.
    let socket: String

    /// Asks a program.
    ///
    /// - Parameters:
    ///   - program: the path of the daemon's program.
    ///   - name: the document's name.
    ///   - model: the model, instead of the configured one.
    /// - Throws: an error if it refuses; the program has said why then.
    init(of program: String, name: String?, model: String? = nil) throws(ClientError) {
        var arguments = ["--show-config"]
        if let name { arguments += ["--name", name] }
        if let model { arguments += ["--model", model] }
        let run = try CommandRun.of(program, arguments)
        guard run.status.isSuccess else {
            throw ClientError(.refused, "\(program) does not start with this configuration, so nothing was installed")
        }
        try self.init(run.output)
    }

    /// Reads what the program printed: its configuration in the syntax of the file.
    init(_ text: [UInt8]) throws(ClientError) {
        let file: SettingsFile
        do { file = try SettingsFile(parsing: text) } catch {
            throw ClientError(.refused, "the daemon's configuration cannot be understood: \(error)")
        }
        func value(_ section: String, _ key: String) throws(ClientError) -> String {
            for entry in file.sections(named: section).flatMap(\.entries) where entry.key == key { return entry.value }
            throw ClientError(
                .refused, "the daemon does not say what [\(section)] \(key) is; is it of another version?")
        }
        model = try value("Document", "Model")
        archive = try value("Document", "Archive")
        stateFolder = try value("Storage", "StateFolder")
        socket = try value("Socket", "Path")
    }
}
