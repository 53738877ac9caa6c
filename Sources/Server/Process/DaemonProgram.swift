import FourLinesDocument
import FourLinesLinux
import FourLinesSettings
import FourLinesStorage

/// The program `fourlinesd`.
package enum DaemonProgram {
    /// Runs with the arguments behind the program's name; answers the exit code.
    package static func run(_ arguments: [String]) -> Int32 {
        _ = CurrentProcess.setUmask(0o077)
        Signal.pipe.ignore()
        Signal.fileSizeLimit.ignore()
        let log = Log()
        let options: DaemonOptions
        do { options = try DaemonOptions(arguments) } catch {
            log.write(.error, "\(error); --help lists the options")
            return ExitCode.usage
        }
        switch options.action {
        case .help: return print(DaemonOptions.help)
        case .version: return print("fourlinesd \(Version.text)\n")
        case .check, .serve: break
        }
        let setup: Daemon.Setup
        let isUsualSocket: Bool
        do throws(StartFault) { (setup, isUsualSocket) = try prepare(options) } catch {
            log.write(.error, error.reason)
            return error.code
        }
        return options.action == .check ? check(setup, options.isJSON, log) : serve(setup, isUsualSocket, log)
    }

    private struct StartFault: Error {
        let code: Int32
        let reason: String
    }

    /// Everything that can be known before a file is touched.
    private static func prepare(_ options: DaemonOptions) throws(StartFault) -> (Daemon.Setup, Bool) {
        let name = options.name ?? Environment.value("FOURLINES_NAME").flatMap { $0.isEmpty ? nil : $0 }
        guard let home = Environment.homeFolder else {
            throw StartFault(code: ExitCode.configuration, reason: "there is no home folder; set $HOME")
        }
        let surroundings = DocumentLocations.Surroundings(
            variable: Environment.value, home: home, user: CurrentProcess.effectiveUser,
            isPrivateFolder: Environment.isPrivateFolder)
        let locations: DocumentLocations
        do {
            locations = try DocumentLocations(
                name: name, stateFolder: options.stateFolder.map(absolute), in: surroundings)
        } catch { throw StartFault(code: ExitCode.usage, reason: error.description) }
        let model = try self.model(options.model ?? ModelLibrary.defaultName)
        let socket = options.socket.map(absolute) ?? locations.socket
        guard socket.utf8.count <= UnixAddress.pathLimit else {
            throw StartFault(
                code: ExitCode.socket,
                reason:
                    "the socket's path has \(socket.utf8.count) bytes, and \(UnixAddress.pathLimit) are the most: \(socket)"
            )
        }
        let archive = options.archive ?? model.file
        guard !archive.isEmpty, !archive.contains("/"), archive != ".", archive != ".." else {
            throw StartFault(
                code: ExitCode.usage, reason: "“\(archive)” is no name of a file in the state folder; see --state-dir")
        }
        let plan = Storage.Plan(folder: locations.stateFolder, archive: archive, model: model, socket: socket)
        let usual = try? DocumentLocations(name: name, in: surroundings).socket
        var setup = Daemon.Setup(name: name, plan: plan)
        setup.sync = try journalSync(options.journalSync)
        setup.rescueFolder = Environment.value("XDG_RUNTIME_DIR").map { $0 + "/fourlines" }
        return (setup, usual == socket)
    }

    private static func journalSync(_ text: String?) throws(StartFault) -> JournalSync {
        guard let text else { return .always }
        guard let mode = JournalSync(rawValue: text) else {
            let modes = JournalSync.allCases.map(\.rawValue).joined(separator: ", ")
            throw StartFault(code: ExitCode.usage, reason: "--journal-sync takes \(modes), not “\(text)”")
        }
        return mode
    }

    private static func model(_ name: String) throws(StartFault) -> Model {
        do {
            if let model = try ModelLibrary.model(named: name) { return model }
        } catch { throw StartFault(code: ExitCode.configuration, reason: error.description) }
        throw StartFault(
            code: ExitCode.configuration,
            reason: "there is no model “\(name)”; there are \(ModelLibrary.names.joined(separator: ", "))")
    }

    /// A path that does not depend on the working folder.
    private static func absolute(_ path: String) -> String {
        if path.hasPrefix("/") { return path }
        let folder = (try? CurrentProcess.folder()) ?? ""
        return folder + "/" + path
    }

    private static func serve(_ setup: Daemon.Setup, _ isUsualSocket: Bool, _ log: Log) -> Int32 {
        Signal.block([.terminate, .interrupt, .hangup, .user1])
        do {
            let daemon = try Daemon(setup, log: log)
            daemon.isUsualSocket = isUsualSocket
            return try daemon.run()
        } catch {
            log.write(.error, "cannot start: \(error.message)")
            return ExitCode.inputOutput
        }
    }

    private static func check(_ setup: Daemon.Setup, _ isJSON: Bool, _ log: Log) -> Int32 {
        do throws(StorageError) {
            let report = try Storage.check(setup.plan).report(setup.plan)
            if !isJSON { for notice in report.notices { log.write(.warning, notice) } }
            let code = print(isJSON ? report.json : report.text)
            return code == ExitCode.success && !report.isSound ? StorageError.Kind.refused.rawValue : code
        } catch {
            guard isJSON else {
                log.write(.error, error.description)
                return error.kind.rawValue
            }
            _ = print(CheckReport.json(of: error))
            return error.kind.rawValue
        }
    }

    private static func print(_ text: String) -> Int32 {
        do {
            try FileDescriptor.standardOutput.writeAll(Array(text.utf8))
            return ExitCode.success
        } catch { return error == .brokenPipe ? ExitCode.success : ExitCode.inputOutput }
    }
}
