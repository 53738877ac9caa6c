import CLinux
import Glibc

/// Waits for files, timers, signals and calls of other threads, and runs their handlers, one after the other.
///
/// It belongs to the thread that made it; `remote` is the only part that other threads may use. Each turn
/// 1. waits (not at all when something is due),
/// 2. calls the handler of each ready file once, so that a busy one cannot starve the others,
/// 3. runs what was handed over by `nextTurn`, then the timers that are due,
/// 4. calls `beforeSleep`.
///
/// Files are watched level-triggered: what a handler leaves undone is told again in the next turn. A turn in which
/// files are ready and timers move allocates nothing.
package final class EventLoop {
    /// Names a watched file.
    ///
    /// It never becomes valid again after the file was removed.
    package struct Registration: Hashable, Sendable {
        let number: Int32
        let generation: UInt32
    }

    private struct Slot {
        var generation: UInt32
        var interest: Readiness
        var handler: (Readiness) -> Void
    }

    /// The entrance for other threads.
    package let remote: LoopRemote

    /// Called at the end of each turn, before the loop waits again, also in the turn that stops it.
    ///
    /// What it hands to `nextTurn` and the timers it arms are respected by the wait that follows.
    package var beforeSleep: (() -> Void)?

    /// The time when the present turn began; cheaper than `MonotonicTime.now`.
    package private(set) var now = MonotonicTime.now

    /// How many events were dropped because their file had been removed, perhaps its number reused, in the same turn.
    package private(set) var staleEvents = 0

    private let epoll: FileDescriptor
    private var slots: [Slot?] = []
    private var lastGeneration: UInt32 = 0
    private var events = [clinux_event](repeating: clinux_event(), count: Int(CLINUX_EVENTS_AT_ONCE))
    var timers = TimerHeap()
    private var deferred: [() -> Void] = []
    private var running: [() -> Void] = []
    private var isStopped = false

    /// Makes a loop that watches nothing but its own entrance.
    package init() throws(Errno) {
        let remote = try LoopRemote()
        epoll = FileDescriptor(owning: try retrying { clinux_epoll_create() })
        self.remote = remote
        _ = try add(remote.event, interest: .readable) { _ in remote.runSubmitted() }
    }

    // MARK: Files

    /// Watches a file, with a handler that is told what it is ready for.
    ///
    /// The loop does not own the file: call `remove` before it is closed, or a duplicate of the descriptor would keep
    /// it in the kernel's list.
    ///
    /// - Throws: `.notPermitted` for a regular file or a folder, which are always ready.
    package func add(
        _ file: borrowing FileDescriptor, interest: Readiness, handler: @escaping (Readiness) -> Void
    ) throws(Errno) -> Registration {
        let number = file.raw
        let (epoll, generation) = (self.epoll.raw, lastGeneration &+ 1)
        let data = UInt64(generation) << 32 | UInt64(UInt32(bitPattern: number))
        _ = try retrying { clinux_epoll_add(epoll, number, interest.rawValue, data) }
        lastGeneration = generation
        while slots.count <= Int(number) { slots.append(nil) }
        slots[Int(number)] = Slot(generation: generation, interest: interest, handler: handler)
        return Registration(number: number, generation: generation)
    }

    /// Changes what is wanted to know of a file; costs a system call only when that is a change.
    ///
    /// With an empty set only a hang-up is told.
    package func change(_ registration: Registration, interest: Readiness) throws(Errno) {
        let index = Int(registration.number)
        guard let slot = slots[index], slot.generation == registration.generation else {
            fatalError("the event loop does not watch this file any more")
        }
        guard slot.interest != interest else { return }
        let (epoll, number) = (self.epoll.raw, registration.number)
        let data = UInt64(slot.generation) << 32 | UInt64(UInt32(bitPattern: number))
        _ = try retrying { clinux_epoll_change(epoll, number, interest.rawValue, data) }
        slots[index]?.interest = interest
    }

    /// Stops watching a file.
    ///
    /// Its handler is not called again, even if this turn has an event for it.
    ///
    /// To be called before the file is closed. Removing a second time does nothing.
    package func remove(_ registration: Registration) {
        let index = Int(registration.number)
        guard let slot = slots[index], slot.generation == registration.generation else { return }
        slots[index] = nil
        guard clinux_epoll_remove(epoll.raw, registration.number) != 0 else { return }
        fatalError("a file was closed while the event loop watched it: \(Errno.current)")
    }

    /// Whether the loop still watches a file.
    package func isWatching(_ registration: Registration) -> Bool {
        slots[Int(registration.number)]?.generation == registration.generation
    }

    // MARK: Turns

    /// Runs a closure in the next turn, which does not wait.
    ///
    /// For work that was interrupted for the sake of fairness.
    package func nextTurn(_ work: @escaping () -> Void) {
        deferred.append(work)
    }

    /// Turns until `stop` is called.
    ///
    /// A loop that was stopped can be run again.
    package func run() {
        isStopped = false
        while !isStopped { turn(wait: nil) }
    }

    /// Lets the present turn be the last.
    package func stop() {
        isStopped = true
    }

    /// Runs one turn.
    ///
    /// - Parameter wait: the longest time to wait for something to happen; nil for ever.
    package func turn(wait: Duration?) {
        let count = sleep(wait)
        now = .now
        // By index, because handlers add and remove files; `events` itself is filled by `sleep` only.
        for index in 0..<count { dispatch(events[index]) }
        runDeferred()
        fireTimers()
        beforeSleep?()
    }

    private func sleep(_ wait: Duration?) -> Int {
        var timeout: Int32 = -1
        if let wait { timeout = now.milliseconds(until: now + wait) }
        if !deferred.isEmpty {
            timeout = 0
        } else if let deadline = timers.first {
            let left = MonotonicTime.now.milliseconds(until: deadline)
            timeout = timeout < 0 ? left : min(timeout, left)
        }
        let count = unsafe clinux_epoll_wait(epoll.raw, &events, Int32(events.count), timeout)
        guard count < 0 else { return Int(count) }
        let error = Errno.current
        // Only signals that are not blocked interrupt; the turn goes on without events.
        guard error == .interrupted else { fatalError("epoll_wait failed: \(error)") }
        return 0
    }

    private func dispatch(_ event: clinux_event) {
        let number = Int(UInt32(truncatingIfNeeded: event.data))
        guard number < slots.count, let slot = slots[number], slot.generation == UInt32(event.data >> 32) else {
            staleEvents += 1
            return
        }
        // An earlier handler of this turn may have changed what is wanted.
        let ready = Readiness(events: event.events).intersection(slot.interest.union(.hangup))
        if !ready.isEmpty { slot.handler(ready) }
    }

    private func runDeferred() {
        guard !deferred.isEmpty else { return }
        // What is handed over meanwhile belongs to the next turn; the two arrays change places to keep their storage.
        swap(&deferred, &running)
        for index in running.indices { running[index]() }
        running.removeAll(keepingCapacity: true)
    }
}
