import FourLinesLinux
import FourLinesRESP

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

    /// Whether a reply is on its way from elsewhere, so that the next request has to wait.
    var isWaiting = false
    /// Where the replies of this turn begin that speak of edits which are not durable yet, and how many there are.
    var turn: (start: Int64, replies: Int)?
    /// Whether the request that was parsed last is still to be run, because edits have to wait.
    var isParked = false
    /// Whether nothing more is read from it, because the daemon ends.
    var isStopped = false
    /// Whether the peer will send nothing more.
    var hasEnded = false
    /// Whether it is closed once everything was sent.
    var isClosing = false
    /// Whether it stands in the daemon's list of those to be looked at.
    var isTouched = false

    /// What may wait to be sent before the client's further requests have to wait, in bytes.
    static let outputLimit = 1 << 20

    init(id: Int, file: OpenFile, peer: PeerCredentials) {
        self.id = id
        self.file = file
        self.peer = peer
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
