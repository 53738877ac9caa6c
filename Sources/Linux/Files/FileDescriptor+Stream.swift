import Glibc

/// Reading and writing at the file's own position: connections, pipes, terminals.
extension FileDescriptor {
    /// Reads what is there into a range of a buffer, read(2).
    ///
    /// - Parameters:
    ///   - buffer: not resized; bytes outside of the range are left alone.
    ///   - range: where the bytes go; an empty range would look like the end of the file and is a programming error.
    /// - Returns: how many bytes, or why none.
    /// - Throws: any other error, as `.ioError`.
    package func read(into buffer: inout [UInt8], _ range: Range<Int>) throws(Errno) -> ReadResult {
        if range.isEmpty { fatalError("a read into no room cannot be told from the end of the file") }
        let raw = self.raw
        do {
            let count = try unsafe withRoom(in: &buffer, range) { (room) throws(Errno) in
                try retrying { unsafe Glibc.read(raw, room.baseAddress, room.count) }
            }
            return count == 0 ? .endOfFile : .bytes(count)
        } catch .wouldBlock {
            return .wouldBlock
        } catch .connectionReset {
            return .disconnected
        }
    }

    /// Writes bytes, possibly only the first of them, write(2).
    ///
    /// `SIGPIPE` must be ignored, see `Signal.ignore()`.
    package func write(_ bytes: Span<UInt8>) throws(Errno) -> WriteResult {
        let raw = self.raw
        do {
            // The kernel only reads, and only the span.
            let count = try unsafe bytes.withUnsafeBufferPointer { (buffer) throws(Errno) in
                try retrying { unsafe Glibc.write(raw, buffer.baseAddress, buffer.count) }
            }
            return .bytes(count)
        } catch .wouldBlock {
            return .wouldBlock
        } catch .brokenPipe {
            return .disconnected
        } catch .connectionReset {
            return .disconnected
        }
    }

    /// Writes a range of a buffer, possibly only its first bytes, write(2).
    package func write(_ bytes: [UInt8], _ range: Range<Int>) throws(Errno) -> WriteResult {
        try write(bytes.span.extracting(range))
    }

    /// Writes all of the bytes, waiting for room as long as it takes.
    ///
    /// - Throws: `.brokenPipe` when nobody reads any more; a part may have been written.
    package func writeAll(_ bytes: Span<UInt8>) throws(Errno) {
        var done = 0
        while done < bytes.count {
            switch try write(bytes.extracting(done..<bytes.count)) {
            case .bytes(let count): done += count
            case .wouldBlock: _ = try wait(for: .writable, until: nil)
            case .disconnected: throw .brokenPipe
            }
        }
    }

    /// Writes all of the bytes, waiting for room as long as it takes.
    ///
    /// - Throws: `.brokenPipe` when nobody reads any more; a part may have been written.
    package func writeAll(_ bytes: [UInt8]) throws(Errno) {
        try writeAll(bytes.span)
    }

    /// Reads up to the end of the file.
    ///
    /// - Parameter limit: the most that is accepted, in bytes.
    /// - Returns: everything from the present position on.
    /// - Throws: `.fileTooLarge` when there is more than the limit; `.connectionReset` when the peer breaks off.
    package func readToEnd(limit: Int) throws(Errno) -> [UInt8] {
        // What stat says is a hint for the size of the buffer only: pipes say 0, and a file may grow. One byte more than
        // is expected shows the end of the file without growing the buffer.
        let expected = Int(clamping: try status().size)
        var bytes = [UInt8](repeating: 0, count: min(max(expected, 4095), limit) + 1)
        var filled = 0
        while true {
            switch try read(into: &bytes, filled..<bytes.count) {
            case .bytes(let count): filled += count
            case .wouldBlock: _ = try wait(for: .readable, until: nil)
            case .disconnected: throw .connectionReset
            case .endOfFile:
                bytes.removeLast(bytes.count - filled)
                return bytes
            }
            guard filled <= limit else { throw .fileTooLarge }
            guard filled == bytes.count else { continue }
            bytes.append(contentsOf: repeatElement(0, count: min(filled, limit + 1 - filled)))
        }
    }
}

/// Gives a part of a buffer to a call that fills it.
func withRoom(
    in buffer: inout [UInt8], _ range: Range<Int>,
    _ body: (UnsafeMutableBufferPointer<UInt8>) throws(Errno) -> Int
) throws(Errno) -> Int {
    // Slices of unsafe buffers are not checked in optimised builds.
    guard range.lowerBound >= 0, range.upperBound <= buffer.count else {
        fatalError("a read was to go outside of its buffer")
    }
    return try unsafe buffer.withUnsafeMutableBufferPointer { (whole) throws(Errno) in
        try unsafe body(UnsafeMutableBufferPointer(rebasing: whole[range]))
    }
}
