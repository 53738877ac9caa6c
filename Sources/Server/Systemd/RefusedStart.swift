import FourLinesLinux

/// Answers those who wait at passed sockets when the daemon does not start.
///
/// If nobody did, the service manager would start the daemon again for the same connection, until its limit of starts
/// takes the socket down. For the same reason it always takes the whole time: a client that tries again and again
/// makes for one start in that time.
struct RefusedStart {
    private let loop: EventLoop
    private let answer: [UInt8]
    private let admission = PeerAdmission.current
    /// Kept until their peers have read the answer.
    private final class Visitors {
        var files: [Int: (OpenFile, EventLoop.Registration)] = [:]
        var last = 0
    }
    private let visitors = Visitors()

    /// Answers each connection with `-ERR not started: REASON`.
    ///
    /// - Parameters:
    ///   - sockets: where they wait.
    ///   - reason: one sentence.
    ///   - time: how long; it is taken whole unless there are no sockets.
    /// - Throws: `Errno` if the sockets cannot be watched.
    static func answer(_ sockets: [PassedSocket], reason: String, for time: Duration = .seconds(1)) throws(Errno) {
        guard !sockets.isEmpty else { return }
        let refused = RefusedStart(loop: try EventLoop(), reason: reason)
        let registrations = try sockets.map { (socket) throws(Errno) in
            let listener = socket.listener
            return try refused.loop.add(listener.file.descriptor, interest: .readable) { _ in refused.accept(listener) }
        }
        let deadline = MonotonicTime.now + time
        while MonotonicTime.now < deadline { refused.loop.turn(wait: deadline - .now) }
        for registration in registrations { refused.loop.remove(registration) }
        for (_, registration) in refused.visitors.files.values { refused.loop.remove(registration) }
    }

    private init(loop: EventLoop, reason: String) {
        self.loop = loop
        let line = reason.map { $0.isNewline ? " " : $0 }
        answer = Array("-ERR not started: \(String(line))\r\n".utf8)
    }

    private func accept(_ listener: UnixListener) {
        // What fails here concerns a visitor who is gone, or is told again in the next turn.
        guard let result = try? listener.accept(), case .accepted(let descriptor) = result else { return }
        let file = OpenFile(descriptor)
        guard let peer = try? file.descriptor.peerCredentials(), admission.admits(peer.user) else { return }
        guard (try? file.descriptor.write(answer, 0..<answer.count)) != nil else { return }
        visitors.last += 1
        let number = visitors.last
        // Closing a connection with unread requests in it would reset it, and the peer might lose the answer.
        do {
            try file.descriptor.shutdownWrites()
            let registration = try loop.add(file.descriptor, interest: .readable) { [visitors, loop] _ in
                guard let (file, registration) = visitors.files[number], !Self.isOpen(file) else { return }
                loop.remove(registration)
                visitors.files[number] = nil
            }
            visitors.files[number] = (file, registration)
        } catch { return }
    }

    /// Reads away what is there; false when the peer has ended.
    private static func isOpen(_ file: OpenFile) -> Bool {
        var room = [UInt8](repeating: 0, count: 4096)
        switch try? file.descriptor.read(into: &room, 0..<room.count) {
        case .bytes, .wouldBlock: return true
        case .endOfFile, .disconnected, nil: return false
        }
    }
}
