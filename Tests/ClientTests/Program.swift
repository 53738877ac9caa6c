import FourLinesSettings

@testable import FourLinesClient

/// The program with a console and a daemon of a test's own.
final class Program {
    let console = RecordingConsole()
    let daemon = FakeDaemon()
    /// The environment.
    var variables = ["XDG_RUNTIME_DIR": "/run/test"]
    /// Why there is no connection, if there is none.
    var connectionError: ClientError?
    /// The socket that was connected to.
    private(set) var socket: String?
    /// The patience with which it was connected to.
    private(set) var patience: Duration?

    /// Runs a command line.
    func run(_ arguments: String...) -> ExitCode { run(arguments.map { Array($0.utf8) }) }

    /// Runs a command line of any bytes.
    func run(_ arguments: [[UInt8]]) -> ExitCode {
        let variables = variables
        let client = Client(
            console: console,
            surroundings: {
                DocumentLocations.Surroundings(
                    variable: { variables[$0] }, home: "/home/test", user: 1000, isPrivateFolder: { _ in false })
            },
            connect: { [self] (target, patience) throws(ClientError) in
                socket = target.socket
                self.patience = patience
                if let connectionError { throw connectionError }
                return daemon
            })
        return client.run(arguments)
    }

    /// What was printed.
    var output: String { console.text }
    /// The first complaint without the program's name.
    var complaint: String {
        let line = console.complaints.first ?? ""
        return line.hasPrefix("fourlines: ") ? String(line.dropFirst("fourlines: ".count)) : line
    }
}
