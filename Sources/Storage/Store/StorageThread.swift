package import FourLinesLinux
import Synchronization

/// The thread on which files are read and written, as the loop sees it.
package protocol StorageThread: AnyObject {
    /// Runs work there, after all that was asked for before; then `done` with what it answered, on the thread of
    /// the caller.
    func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value, then done: @escaping (Value) -> Void)
}

/// The work thread of an event loop.
package final class LoopWorkThread: StorageThread {
    private let thread: WorkThread
    private let remote: LoopRemote

    /// Work for a thread, whose answers come back through a loop's entrance.
    package init(_ thread: WorkThread, _ remote: LoopRemote) {
        self.thread = thread
        self.remote = remote
    }

    package func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value, then done: @escaping (Value) -> Void) {
        let (remote, done) = (remote, ThreadConfined(done))
        thread.submit {
            let value = work()
            remote.submit { done.value(value) }
        }
    }
}

/// Work that does not wait for the end of a long save: the syncs of the journal.
package final class UrgentWork: Sendable {
    private let queue = Mutex<[@Sendable () -> Void]>([])

    package init() {}

    /// Has something done soon.
    func submit(_ work: @escaping @Sendable () -> Void) { queue.withLock { $0.append(work) } }

    /// Does what there is to do; on the file thread.
    func drain() {
        let work = queue.withLock { queue in
            let work = queue
            queue.removeAll()
            return work
        }
        for item in work { item() }
    }
}
