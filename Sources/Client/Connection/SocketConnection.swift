import FourLinesLinux
import FourLinesRESP

/// A connection over a Unix socket.
final class SocketConnection: ServerConnection {
    private let socket: OpenFile
    private var parser = ReplyParser()
    private var input = InputBuffer()

    /// Takes over a connected stream socket, which does not block.
    init(_ socket: OpenFile) { self.socket = socket }

    /// Connects to a daemon, and makes sure that it is ours before anything is sent to it.
    ///
    /// - Parameters:
    ///   - target: the socket.
    ///   - patience: how long to wait while the daemon takes no connections; nil waits for ever.
    ///   - admission: whose daemons are spoken to.
    /// - Returns: the connection.
    /// - Throws: one sentence that says why there is no connection, and how to get one.
    static func open(
        _ target: Target, patience: Duration?, admission: PeerAdmission = .current
    ) throws(ClientError) -> SocketConnection {
        let length = target.socket.utf8.count
        guard length <= UnixAddress.pathLimit else {
            throw .unavailable(
                "the path of the socket has \(length) bytes and a socket's can have at most \(UnixAddress.pathLimit):"
                    + " set $XDG_RUNTIME_DIR to a shorter one, or give daemon and client the same --socket PATH")
        }
        let socket: OpenFile
        let user: UInt32
        do {
            // A century is for ever, and does not overflow the system's clocks.
            socket = OpenFile(
                try .connect(.path(target.socket), timeout: patience ?? .seconds(100 * 365 * 86_400)))
            user = try socket.descriptor.peerCredentials().user
        } catch {
            throw .unavailable(target.explanation(of: error))
        }
        guard admission.admits(user) else {
            throw .unavailable(
                "the daemon at \(target.socket) is run by the user with the id \(user), not by you; nothing was sent")
        }
        return SocketConnection(socket)
    }

    func replies(to requests: [Request], patience: Duration?) throws(ClientError) -> [Reply] {
        var output: [UInt8] = []
        for request in requests { RequestEncoder.append(request.arguments, to: &output) }
        var sent = 0
        var replies: [Reply] = []
        var deadline = patience.map { MonotonicTime.now + $0 }
        while replies.count < requests.count {
            do {
                // What the daemon answers is read while requests are still being written: both sides could wait for
                // each other otherwise.
                let isWritten = sent < output.count ? try write(output, &sent) : false
                let isRead = try read()
                while replies.count < requests.count, let reply = try next() { replies.append(reply) }
                switch isRead {
                case .some(true): deadline = patience.map { MonotonicTime.now + $0 }
                case .some(false):
                    guard isWritten else { break }
                    deadline = patience.map { MonotonicTime.now + $0 }
                case .none: return try ended(replies, of: requests.count)
                }
                guard replies.count < requests.count, isRead == false else { continue }
                let readiness: Readiness = sent < output.count ? [.readable, .writable] : .readable
                guard try socket.descriptor.wait(for: readiness, until: deadline) else {
                    throw ClientError.unavailable(silence(patience))
                }
            } catch let error as ClientError {
                throw error
            } catch let error as Errno {
                throw .unavailable("the connection to the daemon failed: \(error.message)")
            } catch {
                throw .unavailable("the connection to the daemon failed: \(error)")
            }
        }
        return replies
    }

    /// Writes what the socket takes; answers whether that was anything.
    ///
    /// A peer that is gone is found out by reading.
    private func write(_ output: [UInt8], _ sent: inout Int) throws(Errno) -> Bool {
        switch try socket.descriptor.write(output, sent..<output.count) {
        case .bytes(let count):
            sent += count
            return true
        case .wouldBlock: return false
        case .disconnected:
            sent = output.count
            return false
        }
    }

    /// Reads what is there; answers whether that was anything, and nil at the end.
    private func read() throws(Errno) -> Bool? {
        let room = input.makeRoom(65_536)
        switch try socket.descriptor.read(into: &input.bytes, room) {
        case .bytes(let count):
            input.received(count)
            return true
        case .wouldBlock: return false
        case .endOfFile, .disconnected: return nil
        }
    }

    private func next() throws(ClientError) -> Reply? {
        do {
            return try parser.next(&input)
        } catch {
            throw .unavailable("what answers at the socket is no daemon of ours: its bytes are no reply (\(error))")
        }
    }

    private func ended(_ replies: [Reply], of expected: Int) throws(ClientError) -> [Reply] {
        guard replies.count == expected || !parser.isWithinReply else {
            throw .unavailable("the daemon broke off within its answer")
        }
        return replies
    }

    private func silence(_ patience: Duration?) -> String {
        "the daemon did not answer within \(patience.map { Wording.duration($0) } ?? "the time"); it may be restoring"
            + " or saving a large document, and --timeout SECONDS waits longer"
    }
}
