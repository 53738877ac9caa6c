package import FourLinesLinux

/// What the service manager is to be told when, without a socket or a clock.
///
/// Start, reload and stop have a time-out in the manager. As long as one of them lasts, it is put off again and again:
/// the first time at once, because the time-out may be short, later with `stillWorking`.
package struct ServiceConversation: Equatable, Sendable {
    /// What happens to the service.
    package enum Event: Equatable, Sendable {
        /// The document is being restored.
        case restoring(String)
        /// Clients are served.
        case serving(String)
        /// The start is refused, for a reason.
        case refused(String)
        /// What is said of the service while it serves has changed.
        case status(String)
        /// A reload has begun.
        case reloading(String, at: MonotonicTime)
        /// A reload is done, whatever came of it.
        case reloaded(String)
        /// The last save has begun.
        case stopping(String)
        /// The last save is done, or none was wanted: the process ends.
        case stopped(String)
        /// The last save failed: the process ends.
        case failedToStop(String)
        /// What has been going on is still going on.
        case stillWorking
        /// The loop turns.
        case alive
    }

    private enum Phase: Equatable {
        case idle
        case restoring
        case serving
        /// So many reloads are under way; those who asked later wait for the later ones.
        case reloading(Int)
        case stopping
        case ended
    }

    /// How much longer start, reload or stop may take from the moment when that is said.
    ///
    /// It is also how long a daemon that hangs in one of them is waited for.
    package static let extensionSpan = Duration.seconds(10)

    /// How often that is said: so often that one that is late does no harm.
    package static let extensionInterval = Duration.milliseconds(2500)

    private var phase = Phase.idle
    /// What was said last of the service.
    private var words: String?

    package init() {}

    /// Whether `stillWorking` is wanted each `extensionInterval`.
    package var isWorking: Bool {
        switch phase {
        case .restoring, .reloading, .stopping: true
        case .idle, .serving, .ended: false
        }
    }

    /// Whether `alive` is wanted: the manager's watchdog looks at a started service only.
    package var isWatched: Bool {
        switch phase {
        case .serving, .reloading: true
        case .idle, .restoring, .stopping, .ended: false
        }
    }

    /// Takes an event, and answers what is to be sent; nil for nothing.
    ///
    /// The same words are not sent twice for a mere change of status.
    package mutating func take(_ event: Event) -> ServiceNotification? {
        if case .status(words ?? "") = event { return nil }
        guard let notification = answer(event) else { return nil }
        for case .status(let words) in notification.fields { self.words = words }
        return notification
    }

    private mutating func answer(_ event: Event) -> ServiceNotification? {
        let more = ServiceNotification.Field.extendTimeout(Self.extensionSpan)
        switch (event, phase) {
        case (_, .ended): return nil
        case (.restoring(let words), .idle):
            phase = .restoring
            return ServiceNotification(.status(words), more)
        case (.serving(let words), .idle), (.serving(let words), .restoring):
            phase = .serving
            return ServiceNotification(.ready, .status(words))
        case (.refused(let words), .idle), (.refused(let words), .restoring):
            phase = .ended
            return ServiceNotification(.status(words))
        case (.status(let words), .serving): return ServiceNotification(.status(words))
        case (.reloading(let words, let time), .serving):
            phase = .reloading(1)
            return ServiceNotification(.reloading(at: time), .status(words), more)
        case (.reloading(let words, let time), .reloading(let count)):
            // The manager ignores a reload that began before it asked, so a second request is told, too.
            phase = .reloading(count + 1)
            return ServiceNotification(.reloading(at: time), .status(words), more)
        case (.reloaded(let words), .reloading(let count)):
            phase = count > 1 ? .reloading(count - 1) : .serving
            return count > 1 ? nil : ServiceNotification(.ready, .status(words))
        case (.stopping(let words), _):
            phase = .stopping
            return ServiceNotification(.status(words), more)
        case (.stopped(let words), _):
            phase = .ended
            return ServiceNotification(.stopping, .status(words))
        case (.failedToStop(let words), _):
            phase = .ended
            return ServiceNotification(.status(words))
        case (.stillWorking, _): return isWorking ? ServiceNotification(more) : nil
        case (.alive, _): return isWatched ? ServiceNotification(.watchdog) : nil
        case (.restoring, _), (.serving, _), (.refused, _), (.status, _), (.reloading, _), (.reloaded, _): return nil
        }
    }
}
