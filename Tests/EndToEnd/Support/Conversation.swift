import FourLinesLinux
import Testing

/// A connection to a daemon, over which a test speaks in bytes.
final class Conversation {
    fileprivate let socket: OpenFile
    fileprivate static let patience = Duration.seconds(20)

    /// Why there was no answer.
    struct Silence: Error {
        let received: String
    }

    /// The daemon at the other end lives as long as somebody speaks with it.
    private let daemon: DaemonProcess?

    init(_ path: String, with daemon: DaemonProcess? = nil) throws {
        self.daemon = daemon
        socket = OpenFile(try FileDescriptor.connect(.path(path), timeout: Self.patience))
    }

    func send(_ text: String) throws { try send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) throws { try socket.descriptor.writeAll(bytes) }

    /// Sends a request of arguments, whatever bytes they hold.
    func request(_ arguments: [UInt8]...) throws { try send(Self.encode(arguments)) }

    /// Sends a request of arguments.
    func request(_ arguments: [[UInt8]]) throws { try send(Self.encode(arguments)) }

    /// Sends a request of arguments.
    func request(_ arguments: String...) throws { try send(Self.encode(arguments.map { Array($0.utf8) })) }

    /// A request in the form that programs send.
    static func encode(_ arguments: [[UInt8]]) -> [UInt8] {
        var bytes = Array("*\(arguments.count)\r\n".utf8)
        for argument in arguments { bytes += Array("$\(argument.count)\r\n".utf8) + argument + Array("\r\n".utf8) }
        return bytes
    }

    /// Says that nothing more will be sent, and still reads.
    func endSending() throws { try socket.descriptor.shutdownWrites() }

    /// Reads as many bytes as a text has and compares them.
    func expect(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        try expect(Array(text.utf8), sourceLocation: sourceLocation)
    }

    /// Reads as many bytes as are given and compares them.
    func expect(_ bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) throws {
        let received = try read(bytes.count)
        #expect(
            received == bytes,
            "\(String(decoding: received, as: UTF8.self)) instead of \(String(decoding: bytes, as: UTF8.self))",
            sourceLocation: sourceLocation)
    }

    /// Reads a number of bytes, or fewer if the daemon closes.
    func read(_ count: Int) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let result = try socket.descriptor.read(into: &bytes, filled..<count)
            switch result {
            case .bytes(let more): filled += more
            case .endOfFile, .disconnected: return Array(bytes[..<filled])
            case .wouldBlock:
                guard try socket.descriptor.wait(for: .readable, until: .now + Self.patience) else {
                    throw Silence(received: String(decoding: bytes[..<filled], as: UTF8.self))
                }
            }
        }
        return bytes
    }

    /// Reads a line, without its CRLF.
    func line() throws -> String {
        var bytes: [UInt8] = []
        while !bytes.suffix(2).elementsEqual([13, 10]) {
            let next = try read(1)
            guard !next.isEmpty else { break }
            bytes += next
        }
        return String(decoding: bytes.dropLast(2), as: UTF8.self)
    }

    /// Reads a bulk string.
    func bulk() throws -> [UInt8] {
        let head = try line()
        guard head.hasPrefix("$"), let count = Int(head.dropFirst()), count >= 0 else {
            throw Silence(received: head)
        }
        return Array(try read(count + 2).dropLast(2))
    }

    /// Reads until the daemon closes.
    func rest() throws -> String {
        var bytes: [UInt8] = []
        while case let more = try read(1), !more.isEmpty { bytes += more }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The lines of the document.
    func lines() throws -> [String] {
        try request("LRANGE", "lines", "0", "-1")
        let head = try line()
        guard head.hasPrefix("*"), let count = Int(head.dropFirst()) else { throw Silence(received: head) }
        return try (0..<count).map { _ in String(decoding: try bulk(), as: UTF8.self) }
    }

    /// Sets a line, counted from 0, and expects that it is taken.
    func setLine(_ index: Int, _ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        try request("LSET", "lines", "\(index)", text)
        try expect("+OK\r\n", sourceLocation: sourceLocation)
    }

    /// Archives, and expects that it is done.
    func save(sourceLocation: SourceLocation = #_sourceLocation) throws {
        try request("SAVE")
        try expect("+OK\r\n", sourceLocation: sourceLocation)
    }
}

extension Conversation {
    /// Sends a long pipeline while reading its replies, until so many bytes of them have come.
    func exchange(_ requests: [UInt8], expecting count: Int) throws -> [UInt8] {
        var replies = [UInt8](repeating: 0, count: count)
        var (sent, filled) = (0, 0)
        while sent < requests.count || filled < count {
            var isBlocked = true
            if sent < requests.count,
                case .bytes(let more) = try socket.descriptor.write(requests, sent..<requests.count)
            {
                sent += more
                isBlocked = false
            }
            if filled < count {
                switch try socket.descriptor.read(into: &replies, filled..<count) {
                case .bytes(let more):
                    filled += more
                    isBlocked = false
                case .endOfFile, .disconnected: return Array(replies[..<filled])
                case .wouldBlock: break
                }
            }
            guard isBlocked else { continue }
            let wanted: Readiness = sent < requests.count ? [.readable, .writable] : .readable
            guard try socket.descriptor.wait(for: wanted, until: .now + Self.patience) else {
                throw Silence(received: "\(filled) of \(count) bytes")
            }
        }
        return replies
    }

    /// Sends requests without reading a reply, until the daemon takes no more for a while; answers how many bytes it took.
    func press(_ requests: [UInt8]) throws -> Int {
        var sent = 0
        while sent < requests.count {
            switch try socket.descriptor.write(requests, sent..<requests.count) {
            case .bytes(let more): sent += more
            case .disconnected: return sent
            case .wouldBlock:
                guard try socket.descriptor.wait(for: .writable, until: .now + .milliseconds(300)) else { return sent }
            }
        }
        return sent
    }
}
