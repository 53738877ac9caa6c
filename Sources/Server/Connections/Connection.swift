import FourLinesLinux
import FourLinesRESP
import KeyedArchive

/// One client: its socket, what it sent and what it is still to be sent.
final class Connection {
    let id: Int
    let file: OpenFile
    let peer: PeerCredentials
    var registration: EventLoop.Registration?
    var input = InputBuffer()
    var parser = RequestParser()
    var writer = ReplyWriter()
    /// The name that the client gave itself.
    var name = ""
    /// The library and its version, as the client says.
    var library = (name: "", version: "")
    let since = MonotonicTime.now

    // Transactions
    /// What it queued since MULTI.
    var transaction: Transaction?
    /// Whether its queued requests are being run.
    var isExecuting = false
    /// The paths that it watches, in canonical form, each with the revision behind which a change counts.
    var watches: [KeyPath: UInt64] = [:]
    /// What has to be so for its next edit.
    var condition: RevisionCondition?

    // Events
    /// The channels that it subscribed to.
    var channels = SubscribedNames()
    /// The patterns of channels that it subscribed to.
    var patterns = SubscribedNames()
    /// The revision up to which it has got all messages, if some behind that were dropped.
    var lostFrom: UInt64?
    /// What it waits for, if it waits for a change of the document.
    var waiting: ChangeWait?

    /// Whether a reply is on its way from elsewhere, so that the next request has to wait.
    var isWaiting = false
    /// Where the replies of this turn begin that speak of edits which are not durable yet, and how many there are.
    var turn: (start: Int64, replies: Int)?
    /// Whether nothing more is read from it, because the daemon ends.
    var isStopped = false
    /// Whether the peer will send nothing more.
    var hasEnded = false
    /// Whether it is closed once everything was sent.
    var isClosing = false
    /// Whether it is closed even if not everything can be sent.
    var isKilled = false
    /// Whether it stands in the daemon's list of those to be looked at.
    var isTouched = false

    /// What may wait to be sent before the client's further requests have to wait, in bytes.
    static let outputLimit = 1 << 20
    /// What may wait to be sent before messages are dropped, in bytes.
    static let messageLimit = 256 << 10
    /// How many paths one client may watch.
    static let watchLimit = 10_000
    /// How many channels and patterns one client may subscribe to.
    static let subscriptionLimit = 10_000

    init(id: Int, file: OpenFile, peer: PeerCredentials) {
        self.id = id
        self.file = file
        self.peer = peer
    }

    /// How many channels and patterns it subscribed to.
    var subscriptionCount: Int { channels.count + patterns.count }

    /// The channels or the patterns that it subscribed to.
    subscript(kind: Subscriptions.Kind) -> SubscribedNames {
        _read {
            switch kind {
            case .channel: yield channels
            case .pattern: yield patterns
            }
        }
        _modify {
            switch kind {
            case .channel: yield &channels
            case .pattern: yield &patterns
            }
        }
    }

    /// Whether it may only subscribe, unsubscribe and the like: a message must not be taken for a reply.
    var isRestricted: Bool { subscriptionCount > 0 && writer.version == .resp2 }

    /// Drops what was queued, and everything that the next EXEC would have depended on.
    func dropTransaction() {
        transaction = nil
        watches = [:]
        condition = nil
    }

    /// Whether requests are taken from it at present.
    var takesRequests: Bool {
        !isWaiting && !isStopped && !isClosing && writer.output.pendingCount < Self.outputLimit
    }

    /// What the loop should watch for.
    var interest: Readiness {
        var interest: Readiness = []
        if takesRequests, !hasEnded { interest.insert(.readable) }
        if writer.output.sendableCount > 0 { interest.insert(.writable) }
        return interest
    }
}
