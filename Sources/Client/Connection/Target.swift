import FourLinesLinux
import FourLinesSettings

/// The daemon that is meant: where its socket is, and how to start it.
struct Target: Equatable, Sendable {
    /// The path of the socket.
    let socket: String
    /// What is spoken of: a document by its name, or a socket.
    let designation: String
    /// The command that starts it.
    let startCommand: String
    /// How a command of this program begins that is about it.
    let clientCommand: String

    /// The daemon of a document, at a socket of its own if one is given.
    init(_ locations: DocumentLocations, socket: String? = nil) {
        self.socket = socket ?? locations.socket
        designation = locations.name.map { "the document “\($0)”" } ?? "the default document"
        startCommand = locations.name.map { "fourlinesd --name \($0)" } ?? "fourlinesd"
        clientCommand = locations.name.map { "fourlines --name \($0)" } ?? "fourlines"
    }

    /// The daemon at a socket.
    init(socket: String) {
        self.socket = socket
        designation = "this socket"
        startCommand = "fourlinesd --socket \(Wording.shellWord(socket))"
        clientCommand = "fourlines --socket \(Wording.shellWord(socket))"
    }

    /// Why there is no connection, and what to do about it.
    func explanation(of error: Errno) -> String {
        let start = "start it with “\(startCommand)” in another terminal"
        switch error {
        case .noSuchFileOrFolder, .notAFolder:
            return "no daemon runs for \(designation), there is no socket \(socket): \(start)"
        case .connectionRefused:
            return "no daemon runs for \(designation), nobody listens at the socket \(socket): \(start)"
        case .timedOut:
            return "the daemon at \(socket) takes no connections: it has too many, or it is stopped"
        case .permissionDenied:
            return "the socket \(socket) may not be used: \(error.message)"
        case .wrongSocketType, .notASocket:
            return "\(socket) is not a socket of a daemon of ours: \(error.message)"
        default: return "there is no connection to \(socket): \(error.message)"
        }
    }
}
