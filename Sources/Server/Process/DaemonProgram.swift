import FourLinesDocument
import FourLinesLinux
import FourLinesSettings
package import FourLinesStorage

/// The program `fourlinesd`.
package enum DaemonProgram {
    /// Runs with the arguments behind the program's name.
    ///
    /// - Parameters:
    ///   - arguments: the command line.
    ///   - files: where the document lies.
    /// - Returns: the exit code.
    package static func run(_ arguments: [String], files: any FileSystem = SystemFiles()) -> Int32 {
        _ = CurrentProcess.setUmask(0o077)
        Signal.pipe.ignore()
        Signal.fileSizeLimit.ignore()
        let log = Log()
        let service = ServiceEnvironment.take()
        var sockets: [PassedSocket] = []
        do throws(StartFault) {
            // First of all, so that whoever waits there is answered whatever is wrong.
            do { try PassedSocket.take(service.socketNames, into: &sockets) } catch {
                throw StartFault(code: ExitCode.socket, reason: error.description)
            }
            let options: DaemonOptions
            do { options = try DaemonOptions(arguments) } catch {
                throw StartFault(code: ExitCode.usage, reason: "\(error); --help lists the options")
            }
            switch options.action {
            case .help: return print(DaemonOptions.help)
            case .version: return print("fourlinesd \(ProgramVersion.text)\n")
            case .showConfiguration: return print(try DaemonStart(options, service).configurationText)
            case .check: return check(try DaemonStart(options, service).setup, options.isJSON, log)
            case .serve: return try serve(try DaemonStart(options, service), sockets, files, log)
            }
        } catch {
            return refuse(error, sockets, service, log)
        }
    }

    private static func serve(
        _ start: DaemonStart, _ sockets: [PassedSocket], _ files: any FileSystem, _ log: Log
    ) throws(StartFault) -> Int32 {
        var setup = start.setup
        setup.files = files
        for notice in sockets.flatMap({ $0.notices(configured: setup.plan.socket) }) { log.write(.warning, notice) }
        let addresses = sockets.map(\.listener.address)
        if !addresses.contains(.path(setup.plan.socket)), case .path(let path)? = addresses.first {
            setup.plan.socket = path
        }
        Signal.block([.terminate, .interrupt, .hangup, .user1])
        let daemon: Daemon
        let code: Int32
        do {
            daemon = try Daemon(setup, sockets: sockets, log: log)
            daemon.isUsualSocket = start.isUsualSocket
            code = try daemon.run()
        } catch {
            throw StartFault(code: ExitCode.inputOutput, reason: "cannot start: \(error.message)")
        }
        if let refusal = daemon.refusal { throw refusal }
        return code
    }

    /// Says why there will be no daemon to all who want to know.
    private static func refuse(
        _ fault: StartFault, _ sockets: [PassedSocket], _ service: ServiceEnvironment, _ log: Log
    ) -> Int32 {
        log.write(.error, fault.reason)
        ServiceNotifier.tellRefusal(fault.reason, service, log: log)
        do { try RefusedStart.answer(sockets, reason: fault.reason) } catch {
            log.write(.error, "cannot answer who waits at the socket: \(error.message)")
        }
        return fault.code
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
