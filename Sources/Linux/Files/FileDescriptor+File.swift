import CLinux
import Glibc

/// Regular files: access by position, durability, size, locks.
extension FileDescriptor {
    /// Reads at a position into a range of a buffer, pread(2).
    ///
    /// - Returns: the number of bytes, possibly fewer than the range has room for; 0 at the end of the file.
    package func read(into buffer: inout [UInt8], _ range: Range<Int>, at offset: Int64) throws(Errno) -> Int {
        let raw = self.raw
        return try unsafe withRoom(in: &buffer, range) { (room) throws(Errno) in
            try retrying { unsafe pread(raw, room.baseAddress, room.count, off_t(offset)) }
        }
    }

    /// Writes at a position, pwrite(2).
    ///
    /// - Returns: the number of bytes written, possibly fewer than were offered: the disk may be full behind them.
    package func write(_ bytes: Span<UInt8>, at offset: Int64) throws(Errno) -> Int {
        let raw = self.raw
        // The kernel only reads, and only the span.
        return try unsafe bytes.withUnsafeBufferPointer { (buffer) throws(Errno) in
            try retrying { unsafe pwrite(raw, buffer.baseAddress, buffer.count, off_t(offset)) }
        }
    }

    /// Writes a range of a buffer at a position, pwrite(2).
    ///
    /// - Returns: the number of bytes written, possibly fewer than were offered: the disk may be full behind them.
    package func write(_ bytes: [UInt8], _ range: Range<Int>, at offset: Int64) throws(Errno) -> Int {
        try write(bytes.span.extracting(range), at: offset)
    }

    /// Makes data and attributes durable, fsync(2).
    ///
    /// After a failure the system may have dropped the data and would report success the next time: never call it again
    /// on this file, write another.
    package func synchronize() throws(Errno) {
        _ = try retrying { fsync(raw) }
    }

    /// Makes the data and what is needed to read it back durable, fdatasync(2).
    ///
    /// A failure is as final as one of `synchronize()`.
    package func synchronizeData() throws(Errno) {
        _ = try retrying { fdatasync(raw) }
    }

    /// Starts to write a range back, or waits until it is on its way to the disk, sync_file_range(2).
    ///
    /// This spreads the work of a later `synchronize()`; by itself it makes nothing durable.
    ///
    /// - Parameters:
    ///   - range: in bytes.
    ///   - waiting: whether to wait until the range has been written.
    /// - Throws: `.ioError`, `.noSpace`, as a `synchronize()` would; `.illegalSeek` for what is no file.
    package func writeBack(_ range: Range<Int64>, waiting: Bool) throws(Errno) {
        let flags = UInt32(waiting ? CLINUX_SYNC_RANGE_WAIT : CLINUX_SYNC_RANGE_WRITE)
        _ = try retrying { clinux_sync_file_range(raw, range.lowerBound, range.upperBound - range.lowerBound, flags) }
    }

    /// Reserves disk space for a range that reads as zeros until it is written; the file grows to it, fallocate(2).
    ///
    /// - Throws: `.noSpace`, `.quotaExceeded`; `.notSupported` where the file system cannot.
    package func allocate(_ range: Range<Int64>) throws(Errno) {
        _ = try retrying { clinux_fallocate(raw, range.lowerBound, range.upperBound - range.lowerBound) }
    }

    /// Writes zeros over a range, so that its blocks are allocated and no later write changes the file's attributes.
    ///
    /// - Throws: `.noSpace`, `.quotaExceeded`, `.fileTooLarge`; a first part may have been written.
    package func fillWithZeros(_ range: Range<Int64>) throws(Errno) {
        let zeros = [UInt8](repeating: 0, count: Int(min(range.upperBound - range.lowerBound, 1 << 20)))
        var offset = range.lowerBound
        while offset < range.upperBound {
            let count = Int(min(Int64(zeros.count), range.upperBound - offset))
            offset += Int64(try write(zeros, 0..<count, at: offset))
        }
    }

    /// Cuts the file, or extends it by a hole that reads as zeros, ftruncate(2).
    package func resize(to size: Int64) throws(Errno) {
        _ = try retrying { ftruncate(raw, off_t(size)) }
    }

    /// Moves the position that `read` and `write` without a position use; counted from the start, lseek(2).
    package func seek(to offset: Int64) throws(Errno) {
        _ = try retrying { lseek(raw, off_t(offset), SEEK_SET) }
    }

    /// What the system knows of the open file, fstat(2); also of one that has no name any more.
    package func status() throws(Errno) -> FileStatus {
        var buffer = stat()
        _ = try retrying { unsafe fstat(raw, &buffer) }
        return FileStatus(buffer)
    }

    /// Sets the permission bits, fchmod(2).
    package func setPermissions(_ mode: FileMode) throws(Errno) {
        _ = try retrying { fchmod(raw, mode.rawValue) }
    }

    /// Tries to take the lock of the open file, flock(2).
    ///
    /// It lasts until the last duplicate of the descriptor is closed, also by the death of the process.
    ///
    /// - Returns: false when another open file holds it.
    package func tryLock() throws(Errno) -> Bool {
        do {
            _ = try retrying { clinux_lock_exclusive(raw) }
            return true
        } catch .wouldBlock {
            return false
        }
    }

    /// Gives the lock back before the file is closed.
    package func unlock() throws(Errno) {
        _ = try retrying { clinux_unlock(raw) }
    }
}
