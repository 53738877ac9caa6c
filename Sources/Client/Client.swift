import FourLinesLinux
import FourLinesRESP
import FourLinesSettings

/// The program `fourlines`: takes a command line apart, talks to the daemon, and prints.
package struct Client {
    /// The version that `--version` prints.
    package static let version = ProgramVersion.text

    private let console: any Console
    private let surroundings: () throws(ClientError) -> DocumentLocations.Surroundings
    private let connect: (Target, Duration?) throws(ClientError) -> any ServerConnection

    /// How long to wait for an answer without progress.
    private static let patience: Duration = .seconds(10)

    /// A program with surroundings of its own.
    init(
        console: any Console,
        surroundings: @escaping () throws(ClientError) -> DocumentLocations.Surroundings,
        connect: @escaping (Target, Duration?) throws(ClientError) -> any ServerConnection
    ) {
        self.console = console
        self.surroundings = surroundings
        self.connect = connect
    }

    /// Runs the program with the arguments, streams and environment of the process, and ends it.
    package static func main() -> Never {
        let client = Client(
            console: SystemConsole(), surroundings: systemSurroundings,
            connect: { (target, patience) throws(ClientError) in try SocketConnection.open(target, patience: patience) }
        )
        let code: ExitCode
        do {
            code = client.run(try ProgramArguments.read())
        } catch {
            code = client.report(error, of: nil)
        }
        CurrentProcess.exit(code.rawValue)
    }

    /// Runs one command line.
    ///
    /// - Parameter arguments: without the program's name.
    /// - Returns: the exit code; why it is none of success was said on the console.
    func run(_ arguments: [[UInt8]]) -> ExitCode {
        var command: Command?
        do {
            let chosen = try Self.command(in: arguments)
            command = chosen
            var parsed = try Arguments(
                arguments, options: Option.common + chosen.options,
                operandsBeforeText: chosen.operandsBeforeText)
            let isNamed = parsed.takeCommand() != nil
            if chosen.name.contains(" ") { _ = parsed.takeCommand() }
            if parsed.has("--help") {
                try console.write(isNamed ? HelpText.of(chosen) : HelpText.program)
                return .success
            }
            if parsed.has("--version") {
                try console.write("fourlines \(Self.version)\n")
                return .success
            }
            try run(chosen, parsed)
            return .success
        } catch {
            return report(error, of: command)
        }
    }

    private func run(_ command: Command, _ arguments: Arguments) throws(ClientError) {
        switch command.action {
        case .conversation(let run):
            let session = Session(target: try target(arguments), patience: try patience(arguments), connect: connect)
            try run(
                Invocation(
                    arguments: arguments, console: console, session: session, surroundings: surroundings))
        case .files(let work):
            for option in ["--name", "--socket", "--timeout"] where arguments.has(option) {
                throw .usage("\(option) is for commands that talk to the daemon; “\(command.name)” works on a file")
            }
            try work(FileInvocation(arguments: arguments, console: console))
        case .family(let commands):
            let words = commands.map(\.lastWord).joined(separator: ", ")
            throw .usage("what is to be done is missing: \(words)")
        }
    }

    /// Says why a command ended.
    private func report(_ error: ClientError, of command: Command?) -> ExitCode {
        if !error.message.isEmpty { console.complain("fourlines: \(error.message)") }
        if error.code == .usage {
            let help = command.map { "“fourlines \($0.name) --help”" } ?? "“fourlines --help”"
            console.complain("\(help) says more")
        }
        return error.code
    }

    /// The command that a command line names, before its options are known.
    private static func command(in arguments: [[UInt8]]) throws(ClientError) -> Command {
        let parsed = try Arguments(arguments, options: CommandTable.options, operandsBeforeText: 1)
        guard let name = parsed.operands.first else { return CommandTable.standard }
        let command = try CommandTable.command(named: name)
        guard !command.family.isEmpty else { return command }
        let words = try Arguments(arguments, options: CommandTable.options, operandsBeforeText: 2)
        guard words.operands.count > 1 else { return command }
        return try CommandTable.command(named: words.operands[1], in: command)
    }

    /// The daemon that is meant.
    private func target(_ arguments: Arguments) throws(ClientError) -> Target {
        let name = try arguments.text("--name")
        if let socket = try arguments.text("--socket") {
            guard name == nil else { throw .usage("--name and --socket exclude each other") }
            guard !socket.isEmpty else { throw .usage("--socket PATH: the path is empty") }
            return Target(socket: socket)
        }
        let surroundings = try surroundings()
        let inherited = surroundings.variable("FOURLINES_NAME").flatMap { $0.isEmpty ? nil : $0 }
        do {
            return Target(try DocumentLocations(name: name ?? inherited, in: surroundings))
        } catch {
            throw .usage(error.description + (name == nil ? " ($FOURLINES_NAME)" : ""))
        }
    }

    /// How long to wait; nil for ever.
    private func patience(_ arguments: Arguments) throws(ClientError) -> Duration? {
        guard let text = arguments.value("--timeout") else { return Self.patience }
        // A year is more than anybody waits, and far from what the clocks hold.
        guard let seconds = NumberText.real(text), seconds >= 0, seconds <= 31_536_000 else {
            throw .usage("--timeout SECONDS: “\(String(decoding: text, as: UTF8.self))” is no number of seconds")
        }
        return seconds == 0 ? nil : .milliseconds(Int64((seconds * 1000).rounded(.up)))
    }

    /// What the document's place depends on, of the process.
    static func systemSurroundings() throws(ClientError) -> DocumentLocations.Surroundings {
        guard let home = Environment.homeFolder else {
            throw .unavailable("the home folder is not known, and with it not the socket: set $HOME, or use --socket")
        }
        return DocumentLocations.Surroundings(
            variable: Environment.value, home: home, user: CurrentProcess.effectiveUser,
            isPrivateFolder: Environment.isPrivateFolder)
    }
}
