import CLinux
import Synchronization

/// The entrance to an event loop for other threads.
package final class LoopRemote: Sendable {
    let event: FileDescriptor
    private let submitted = Mutex<[@Sendable () -> Void]>([])

    init() throws(Errno) {
        event = FileDescriptor(owning: try retrying { clinux_eventfd(1) })
    }

    /// Runs a closure on the loop's thread, after those that were submitted before it.
    ///
    /// Values of the loop's own thread can be reached from it through `ThreadConfined`. What is submitted when the loop
    /// does not run waits until it does.
    package func submit(_ work: @escaping @Sendable () -> Void) {
        let isFirst = submitted.withLock { queue in
            queue.append(work)
            return queue.count == 1
        }
        // Whoever finds the queue filled knows that its first one has rung.
        if isFirst { wake() }
    }

    /// Makes the loop take a turn.
    package func wake() {
        // The only failure, a counter that is full, means that the loop is being woken already.
        _ = clinux_eventfd_add(event.raw)
    }

    /// Runs what has been submitted so far; on the loop's thread.
    func runSubmitted() {
        // The bell before the queue: the other way round, what is submitted in between would never ring.
        _ = clinux_eventfd_take(event.raw)
        var work = submitted.withLock { queue in
            let work = queue
            queue.removeAll()
            return work
        }
        // Each is let go before the next runs.
        work.reverse()
        while let item = work.popLast() { item() }
    }
}
