import FourLinesLinux
import FourLinesRESP
import Testing

/// A connection to a daemon, over which a test asks and is given the replies read.
final class Dialogue {
    /// The daemon at the other end lives as long as somebody speaks with it.
    let daemon: DaemonProcess
    private let socket: OpenFile
    private var input = InputBuffer()
    private var parser = ReplyParser()

    init(with daemon: DaemonProcess) throws {
        self.daemon = daemon
        socket = OpenFile(try FileDescriptor.connect(.path(daemon.socket), timeout: .seconds(20)))
    }

    /// Asks, and answers the reply.
    func ask(_ arguments: String...) throws -> Reply { try reply(to: arguments.map { Array($0.utf8) }) }

    /// Asks with arguments of any bytes, and answers the reply.
    func reply(to arguments: [[UInt8]]) throws -> Reply { try replies(to: [arguments])[0] }

    /// Sends requests together, and answers their replies.
    func replies(to requests: [[[UInt8]]]) throws -> [Reply] {
        for request in requests { try send(request) }
        return try (0..<requests.count).map { _ in try next() }
    }

    /// Sends a request.
    func send(_ arguments: [[UInt8]]) throws { try socket.descriptor.writeAll(Conversation.encode(arguments)) }

    /// Reads the next reply.
    func next() throws -> Reply {
        while true {
            if let reply = try parser.next(&input) { return reply }
            let room = input.makeRoom(1 << 16)
            switch try socket.descriptor.read(into: &input.bytes, room) {
            case .bytes(let count): input.received(count)
            case .wouldBlock:
                guard try socket.descriptor.wait(for: .readable, until: .now + .seconds(60)) else {
                    throw Conversation.Silence(received: "nothing for a minute")
                }
            case .endOfFile, .disconnected: throw Conversation.Silence(received: "the end")
            }
        }
    }
}

extension Reply {
    /// The text of a reply: of a bulk string, a simple string or an error; nil for all else.
    var text: String? {
        switch self {
        case .bulk(let bytes): String(decoding: bytes, as: UTF8.self)
        case .simple(let text), .error(let text): text
        default: nil
        }
    }

    /// The bytes of a bulk string; nothing for all else.
    var bytes: [UInt8] {
        if case .bulk(let bytes) = self { return bytes }
        return []
    }

    /// The elements of an array; none for all else.
    var elements: [Reply] {
        if case .array(let elements) = self { return elements }
        return []
    }

    /// The reply with the entries of all maps in the order of their keys.
    var sorted: Reply {
        switch self {
        case .map(let entries):
            .map(
                entries.map { ReplyMapEntry($0.key, $0.value.sorted) }
                    .sorted { ($0.key.text ?? "") < ($1.key.text ?? "") })
        case .array(let elements): .array(elements.map(\.sorted))
        default: self
        }
    }

    static let ok = Reply.simple("OK")
}
