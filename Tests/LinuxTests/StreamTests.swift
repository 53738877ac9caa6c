import FourLinesLinux
import Testing

@Suite struct StreamTests {
    @Test("Nothing to read, the end, and a peer that is gone are values")
    func values() throws {
        Signal.pipe.ignore()
        let (left, right) = try FileDescriptor.streamPair()
        var buffer = [UInt8](repeating: 0, count: 8)
        #expect(try left.descriptor.read(into: &buffer, 0..<8) == .wouldBlock)
        #expect(try right.descriptor.write([1, 2, 3], 1..<3) == .bytes(2))
        #expect(try left.descriptor.read(into: &buffer, 3..<8) == .bytes(2))
        #expect(buffer == [0, 0, 0, 2, 3, 0, 0, 0])
        try right.descriptor.shutdownWrites()
        #expect(try left.descriptor.read(into: &buffer, 0..<8) == .endOfFile)
        #expect(try left.descriptor.write([1], 0..<1) == .bytes(1))
    }

    @Test("Writing to a peer that has closed is a value, not a signal")
    func closedPeer() throws {
        Signal.pipe.ignore()
        let left = try abandoned()
        var buffer: [UInt8] = [0]
        #expect(try left.descriptor.write([1], 0..<1) == .disconnected)
        #expect(try left.descriptor.read(into: &buffer, 0..<1) == .disconnected)
        #expect(try left.descriptor.read(into: &buffer, 0..<1) == .endOfFile)
    }

    /// One end of a connection whose other end was closed with a byte unread, which makes the close a reset.
    private func abandoned() throws -> OpenFile {
        let (left, right) = try FileDescriptor.streamPair()
        #expect(try left.descriptor.write([1], 0..<1) == .bytes(1))
        withExtendedLifetime(right) {}
        return left
    }

    @Test("A full connection would block, and takes more when the peer has read")
    func full() throws {
        let (left, right) = try FileDescriptor.streamPair()
        let block = [UInt8](repeating: 5, count: 65_536)
        var total = 0
        while case .bytes(let count) = try left.descriptor.write(block, 0..<block.count) { total += count }
        #expect(total > 0)
        #expect(try !left.descriptor.wait(for: .writable, until: .now + .milliseconds(20)))
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        while case .bytes(let count) = try right.descriptor.read(into: &buffer, 0..<buffer.count) { total -= count }
        #expect(total == 0)
        #expect(try left.descriptor.wait(for: .writable, until: .now + .seconds(5)))
    }

    @Test("Writing all waits for a slow reader")
    func writeAll() throws {
        let (left, right) = try FileDescriptor.streamPair()
        let content = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let thread = try WorkThread(name: "writer", stackSize: 1 << 20)
        thread.submit {
            try? left.descriptor.writeAll(content)
            try? left.descriptor.shutdownWrites()
        }
        #expect(try right.descriptor.readToEnd(limit: 4_000_000) == content)
        thread.finish()
    }
}
