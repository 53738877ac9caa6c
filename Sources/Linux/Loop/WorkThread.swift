import CLinux
import Synchronization

/// A background thread that runs closures one after the other, in the order in which they were submitted.
///
/// It runs with every signal blocked, so that none is delivered to it.
package final class WorkThread: Sendable {
    /// What the thread and its owner share.
    private final class Queue: Sendable {
        struct State {
            var work: [@Sendable () -> Void] = []
            var isFinished = false
        }

        let state = Mutex(State())
        let bell: FileDescriptor

        init() throws(Errno) {
            bell = FileDescriptor(owning: try retrying { clinux_eventfd(0) })
        }

        func run() {
            while true {
                var (work, isFinished) = state.withLock { state in
                    let work = state.work
                    state.work.removeAll()
                    return (work, state.isFinished)
                }
                if work.isEmpty {
                    if isFinished { return }
                    _ = clinux_eventfd_take(bell.raw)
                    continue
                }
                // Each is let go before the next runs: what it holds may be large, as a snapshot of a document.
                work.reverse()
                while let item = work.popLast() { item() }
            }
        }
    }

    private let queue: Queue
    /// The thread until somebody has joined it.
    private let thread: Mutex<UInt64?>

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - name: at most 15 bytes, as ps(1) shows it.
    ///   - stackSize: in bytes; recursion over deep documents needs more than is usual.
    /// - Throws: `.wouldBlock` when the system has no thread to give, `.invalidArgument` for a stack below 16 KiB.
    package init(name: String, stackSize: Int) throws(Errno) {
        let queue = try Queue()
        let name = try terminated(name)
        let context = unsafe Unmanaged.passRetained(queue)
        var thread: UInt64 = 0
        // The reference that is passed is taken over by the thread's body, or given back here.
        let error = unsafe clinux_thread_start(
            &thread, name, stackSize,
            { context in
                guard let context = unsafe context else { return }
                unsafe Unmanaged<Queue>.fromOpaque(context).takeRetainedValue().run()
            }, context.toOpaque())
        guard error == 0 else {
            unsafe context.release()
            throw Errno(rawValue: error)
        }
        self.queue = queue
        self.thread = Mutex(thread)
    }

    deinit {
        finish()
    }

    /// Runs a closure on the thread after those that were submitted before it.
    ///
    /// Not to be called after `finish`.
    package func submit(_ work: @escaping @Sendable () -> Void) {
        let isFinished = queue.state.withLock { state in
            if !state.isFinished { state.work.append(work) }
            return state.isFinished
        }
        if isFinished { fatalError("work was submitted to a thread that has been told to end") }
        _ = clinux_eventfd_add(queue.bell.raw)
    }

    /// Waits until all that was submitted is done and the thread has ended.
    ///
    /// A second call does nothing.
    package func finish() {
        let running = thread.withLock { thread in
            let running = thread
            thread = nil
            return running
        }
        guard let running else { return }
        if running == clinux_thread_self() { fatalError("a thread cannot wait for its own end") }
        queue.state.withLock { state in state.isFinished = true }
        _ = clinux_eventfd_add(queue.bell.raw)
        _ = clinux_thread_join(running)
    }
}
