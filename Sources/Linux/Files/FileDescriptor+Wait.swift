import Glibc

extension FileDescriptor {
    /// Waits until the file is ready, poll(2).
    ///
    /// For programs without an event loop.
    ///
    /// - Parameters:
    ///   - readiness: what is waited for. An error or a hang-up ends the wait too: the next call tells.
    ///   - deadline: when to give up; nil waits for ever.
    /// - Returns: false when the deadline passed.
    /// - Throws: `.noMemory`.
    package func wait(for readiness: Readiness, until deadline: MonotonicTime?) throws(Errno) -> Bool {
        var wanted: Int16 = 0
        if readiness.contains(.readable) { wanted |= Int16(POLLIN) }
        if readiness.contains(.writable) { wanted |= Int16(POLLOUT) }
        while true {
            var request = pollfd(fd: raw, events: wanted, revents: 0)
            let milliseconds = deadline.map { MonotonicTime.now.milliseconds(until: $0) } ?? -1
            let count = unsafe poll(&request, 1, milliseconds)
            if count > 0 { return true }
            if count == 0 {
                // A wait beyond the longest time-out of poll is made of several.
                if let deadline, MonotonicTime.now >= deadline { return false }
                continue
            }
            let error = Errno.current
            guard error == .interrupted else { throw error }
        }
    }
}
