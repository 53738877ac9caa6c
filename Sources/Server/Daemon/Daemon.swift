import FourLinesDocument
package import FourLinesLinux
package import FourLinesStorage
import KeyedArchive

/// The daemon: owns the document, the clients and the loop.
///
/// Two threads: this one, on which everything of this class runs, and the file thread, which restores and saves.
/// Between them go values only.
package final class Daemon {
    /// What the daemon is told at its start.
    package struct Setup: Sendable {
        /// The document's name, if it has one.
        package var name: String?
        /// What is opened.
        package var plan: Storage.Plan
        /// When the journal is synced.
        package var sync = JournalSync.always
        /// Where the document is written when neither the archive nor the journal can be.
        package var rescueFolder: String?
        /// Where the document lies.
        package var files: any FileSystem = SystemFiles()
        /// How long clients that do not read are waited for at the end.
        package var patience: Duration = .seconds(1)
        /// What it was configured to be.
        package var configuration = Configuration()
        /// Where that came from, to be read again; nil for nowhere.
        package var source: ConfigurationSource?
        /// What the service manager said.
        package var service = ServiceEnvironment({ _ in nil }, process: 0)

        package init(name: String?, plan: Storage.Plan) {
            self.name = name
            self.plan = plan
        }
    }

    enum Phase: Equatable {
        /// The file thread reads the archive; clients are not accepted yet.
        case restoring
        /// Clients are served.
        case serving
        /// No new edits; the last save is under way or done.
        case stopping
    }

    let setup: Setup
    var log: Log
    var configuration: Configuration
    let service: ServiceNotifier
    /// The sockets that clients connect to, if they were passed to the process.
    let passedSockets: [PassedSocket]
    let loop: EventLoop
    let files: WorkThread
    let started = MonotonicTime.now
    let startedAtWallClock = WallClock.seconds

    var phase = Phase.restoring
    var exitCode = ExitCode.success
    /// Why the start was refused, if it was.
    package private(set) var refusal: StartFault?
    /// The document with its journal and archive, once it is restored.
    var store: DocumentStore?
    /// What stands for the document until it is restored.
    private var placeholder: Document
    /// Clients that were answered in this turn behind its first edit.
    var speaking: [Connection] = []
    /// Edits that wait for a large one.
    var parked: [Parked] = []
    /// Who subscribed to which channels.
    var subscriptions = Subscriptions()
    /// What happened in this turn, for subscribers.
    var events = EventQueue()
    /// Clients that wait for a change of the document.
    var waiting: [Connection] = []
    /// Goes off when the storage has something to do.
    var clock: EventLoop.Timer?
    var listening = Listening()
    /// The clients by their number.
    var connections: [Int: Connection] = [:]
    /// Clients that something was written for in this turn, or that have to be looked at.
    var touched: [Connection] = []
    var statistics = Statistics()
    let admission = PeerAdmission.current
    let commands = CommandTable()
    /// Keeps the handlers of signals alive.
    private var signals: SignalSource?
    private let hadTerminal = ControllingTerminal.exists

    /// Counters for INFO.
    struct Statistics {
        /// When the last sync of this turn ended, until its replies have left.
        var turnEnded: MonotonicTime?
        /// How long the syncs of turns took, and the replies behind them.
        var syncs = LatencyHistogram()
        var replies = LatencyHistogram()
        var connections = 0
        var commands = 0
        var refusedPeers = 0
    }

    /// Makes a daemon; nothing is read or bound before `run`.
    ///
    /// - Parameters:
    ///   - setup: what it is to do.
    ///   - sockets: where clients connect, instead of a socket of its own.
    ///   - log: where it says what it does.
    /// - Throws: `Errno` if the system has no descriptors or threads left.
    package init(_ setup: Setup, sockets: [PassedSocket] = [], log: Log) throws(Errno) {
        self.setup = setup
        self.log = log
        self.log.threshold = setup.configuration.logLevel
        configuration = setup.configuration
        passedSockets = sockets
        placeholder = Document(Archive(graph: .emptyArchive()), model: nil)
        loop = try EventLoop()
        service = ServiceNotifier(setup.service, loop: loop, log: log)
        // What recurses on the file thread is bounded, to a tenth of this; the default of 8 MB would only be reserved.
        files = try WorkThread(name: "files", stackSize: 2 << 20)
    }

    /// Restores the document and serves it until a signal or a command ends that; answers the exit code.
    ///
    /// - Throws: `Errno` if signals cannot be watched.
    package func run() throws(Errno) -> Int32 {
        loop.beforeSleep = { [unowned self] in finishTurn() }
        signals = try SignalSource(loop, [.terminate, .interrupt, .hangup, .user1]) { [unowned self] received in
            handle(received.signal)
        }
        restore()
        loop.run()
        // What the file thread runs holds the daemon: if that were the last to hold it, the thread would wait for itself.
        files.finish()
        return exitCode
    }

    /// The document; until it is restored, one with nothing in it.
    var document: Document {
        _read {
            if let store { yield store.document } else { yield placeholder }
        }
        _modify {
            if let store { yield &store.document } else { yield &placeholder }
        }
    }

    private func restore() {
        service.tell(.restoring("Restoring \(setup.plan.folder)/\(setup.plan.archive)"))
        let (remote, plan, system) = (loop.remote, setup.plan, setup.files)
        let daemon = ThreadConfined(self)
        files.submit {
            let result: Result<Storage.Opened, StorageError>
            do throws(StorageError) { result = .success(try Storage.open(plan, files: system)) } catch {
                result = .failure(error)
            }
            remote.submit { daemon.value.restored(result) }
        }
    }

    private func restored(_ result: Result<Storage.Opened, StorageError>) {
        switch result {
        case .failure(let error):
            end(StartFault(code: error.kind.rawValue, reason: error.description))
        case .success(let opened):
            for notice in opened.recovery.notices { log.write(.warning, notice) }
            let store = DocumentStore(opened, thread: LoopWorkThread(files, loop.remote), sync: setup.sync)
            store.journalCap = Int64(configuration.journalSize)
            store.document.clock = { Double(WallClock.nanoseconds) / 1e9 - Double(LeafText.epoch) }
            self.store = store
            guard opened.recovery.needsSave else {
                store.prepare()
                return serve()
            }
            // What is not in the archive as it stands is archived before anybody is told of it.
            store.save { [unowned self] outcome in
                logNotices()
                switch outcome {
                case .success: serve()
                case .failure(let error):
                    let reason = "the document was restored, but cannot be archived: \(error)"
                    end(StartFault(code: error.kind.rawValue, reason: reason))
                }
            }
        }
    }

    private func serve() {
        guard phase == .restoring, let store else { return }
        guard listen() else { return }
        phase = .serving
        service.tell(.serving(statusWords))
        log.write(.notice, "serving \(whatIsServed) at \(setup.plan.socket)")
        log.write(.notice, "the archive is \(store.archivePath), \(store.recovered)")
        log.write(.notice, "in another terminal: \(clientHint())")
        reportRescued()
        armClock()
    }

    /// Says where a document lies that an earlier process could not archive.
    private func reportRescued() {
        guard let folder = setup.rescueFolder else { return }
        for path in RescueArchive.find(setup.plan.archive, in: folder) {
            log.write(.warning, "a document that could not be archived lies in \(path); IMPORT takes it")
        }
    }

    /// The line that shows the document, as somebody would type it here.
    private func clientHint() -> String {
        var program = "fourlines"
        if let own = try? CurrentProcess.executable(), let folder = Paths.split(own)?.folder {
            let isOnPath = (Environment.value("PATH") ?? "").split(separator: ":").contains { $0 == folder }
            if !isOnPath { program = folder + "/fourlines" }
        }
        if let name = setup.name { return "\(program) --name \(name)" }
        return isUsualSocket ? program : "\(program) --socket \(setup.plan.socket)"
    }

    /// Whether a client finds the socket without being told.
    package var isUsualSocket = true

    // MARK: - Signals

    private func handle(_ signal: Signal) {
        switch signal {
        case .hangup:
            if hadTerminal, !ControllingTerminal.exists { return stop(because: signal) }
            guard phase == .serving else { return }
            log.write(.information, "SIGHUP: archiving, and reading the configuration again")
            reload()
        case .user1: log.write(.notice, statusLine())
        default: stop(because: signal)
        }
    }

    private func stop(because signal: Signal) {
        switch phase {
        case .restoring:
            log.write(.notice, "\(signal) before the document was restored: nothing to archive")
            service.tell(.stopped("Ended before the document was restored"))
            CurrentProcess.exit(ExitCode.success)
        case .serving:
            log.write(.notice, "\(signal): archiving and ending")
            stop(saving: true)
        case .stopping:
            log.write(.warning, "\(signal) again: ending at once")
            CurrentProcess.exit(128 + signal.rawValue)
        }
    }

    /// Ends the loop because the daemon cannot serve; before it has served, that is a start that is refused.
    func end(_ fault: StartFault) {
        if phase == .restoring { refusal = fault } else { log.write(.error, fault.reason) }
        end(fault.code)
    }

    /// Ends the loop, and with it the process.
    func end(_ code: Int32) {
        exitCode = code
        loop.stop()
    }
}
