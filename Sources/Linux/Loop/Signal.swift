import CLinux
import Glibc

/// A signal of the operating system, signal(7).
package struct Signal: RawRepresentable, Hashable, Sendable {
    package let rawValue: Int32

    package init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    package static let hangup = Signal(rawValue: SIGHUP)
    package static let interrupt = Signal(rawValue: SIGINT)
    package static let terminate = Signal(rawValue: SIGTERM)
    package static let kill = Signal(rawValue: SIGKILL)
    package static let stop = Signal(rawValue: SIGSTOP)
    package static let `continue` = Signal(rawValue: SIGCONT)
    package static let user1 = Signal(rawValue: SIGUSR1)
    package static let user2 = Signal(rawValue: SIGUSR2)
    package static let pipe = Signal(rawValue: SIGPIPE)
    package static let fileSizeLimit = Signal(rawValue: SIGXFSZ)
    package static let child = Signal(rawValue: SIGCHLD)
    package static let windowChange = Signal(rawValue: SIGWINCH)

    /// The process does nothing when it gets the signal; children start with the default again.
    package func ignore() {
        guard clinux_signal_ignore(rawValue) == 0 else { fatalError("\(self) cannot be ignored: \(Errno.current)") }
    }

    /// Sends the signal to the calling thread, raise(3).
    package func raise() {
        _ = Glibc.raise(rawValue)
    }

    /// Blocks signals in this thread and in all that it starts later, so that an event loop can read them.
    ///
    /// To be called before the first thread is started: a signal goes to any thread that does not block it.
    package static func block(_ signals: [Signal]) {
        let numbers = signals.map(\.rawValue)
        guard unsafe clinux_signals_block(numbers, numbers.count) == 0 else {
            fatalError("signals cannot be blocked: \(Errno.current)")
        }
    }

    /// Lets signals through to this thread again.
    package static func unblock(_ signals: [Signal]) {
        let numbers = signals.map(\.rawValue)
        guard unsafe clinux_signals_unblock(numbers, numbers.count) == 0 else {
            fatalError("signals cannot be unblocked: \(Errno.current)")
        }
    }
}

extension Signal: CustomStringConvertible {
    /// The name, `SIGTERM`; a number for the less usual ones.
    package var description: String {
        switch self {
        case .hangup: "SIGHUP"
        case .interrupt: "SIGINT"
        case .terminate: "SIGTERM"
        case .kill: "SIGKILL"
        case .stop: "SIGSTOP"
        case .continue: "SIGCONT"
        case .user1: "SIGUSR1"
        case .user2: "SIGUSR2"
        case .pipe: "SIGPIPE"
        case .fileSizeLimit: "SIGXFSZ"
        case .child: "SIGCHLD"
        case .windowChange: "SIGWINCH"
        case Signal(rawValue: SIGSEGV): "SIGSEGV"
        case Signal(rawValue: SIGABRT): "SIGABRT"
        case Signal(rawValue: SIGILL): "SIGILL"
        case Signal(rawValue: SIGTRAP): "SIGTRAP"
        default: "signal \(rawValue)"
        }
    }
}
