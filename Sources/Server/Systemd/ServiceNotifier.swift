import FourLinesLinux

/// Tells the service manager what happens to the daemon, at the moments that `ServiceConversation` knows.
///
/// It belongs to the loop's thread. Without a manager it does nothing.
final class ServiceNotifier {
    private let socket: UnixAddress?
    private let log: Log
    private var conversation = ServiceConversation()
    private var extending: EventLoop.Timer?
    private var watchdog: EventLoop.Timer?
    private var hasFailed = false

    /// A notifier whose timers run on a loop.
    init(_ environment: ServiceEnvironment, loop: EventLoop, log: Log) {
        socket = environment.notifySocket
        self.log = log
        guard socket != nil else { return }
        extending = loop.makeTimer { [unowned self] in tell(.stillWorking) }
        guard let interval = environment.watchdogInterval else { return }
        // Half of the interval, sd_watchdog_enabled(3): one sign that comes late is not the end.
        watchdog = loop.makeTimer { [unowned self] in
            tell(.alive)
            watchdog?.arm(after: interval / 2)
        }
        watchdog?.arm(after: interval / 2)
    }

    /// Tells of an event.
    func tell(_ event: ServiceConversation.Event) {
        guard let socket, let notification = conversation.take(event) else { return }
        send(notification, to: socket)
        if conversation.isWorking {
            extending?.arm(after: ServiceConversation.extensionInterval)
        } else {
            extending?.cancel()
        }
    }

    /// Tells that a start is refused, before or after there was a daemon.
    static func tellRefusal(_ reason: String, _ environment: ServiceEnvironment, log: Log) {
        var conversation = ServiceConversation()
        guard let socket = environment.notifySocket,
            let notification = conversation.take(.refused("Not started: \(reason)"))
        else { return }
        do { try FileDescriptor.sendDatagram(Array(notification.text.utf8), to: socket) } catch {
            log.write(.warning, "the service manager cannot be told anything: \(error.message)")
        }
    }

    private func send(_ notification: ServiceNotification, to socket: UnixAddress) {
        do { try FileDescriptor.sendDatagram(Array(notification.text.utf8), to: socket) } catch {
            // Once: the next ones will fail as this one did.
            if !hasFailed { log.write(.warning, "the service manager cannot be told anything: \(error.message)") }
            hasFailed = true
        }
    }
}
