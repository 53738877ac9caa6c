import CLinux
import Synchronization

/// Carries a value that belongs to one thread through others, which cannot look at it.
///
/// The compiler does not check which thread a closure of a loop or a work thread runs on; this does, when it runs:
/// reading the value on a wrong thread stops the process. The last reference should go on the value's own thread, too,
/// because a deinitializer of the value runs wherever it goes.
package final class ThreadConfined<Value>: @unchecked Sendable {
    private let content: Value
    private let owner: Atomic<UInt64>

    /// Confines a value to the thread that calls.
    package init(_ value: Value) {
        content = value
        owner = Atomic(clinux_thread_self())
    }

    /// Confines a value to the thread that will be the first to read it, for good.
    package init(handingOver value: sending Value) {
        content = value
        owner = Atomic(0)
    }

    /// The value, on its own thread only.
    package var value: Value {
        let thread = clinux_thread_self()
        let (isFirst, owner) = owner.compareExchange(expected: 0, desired: thread, ordering: .acquiringAndReleasing)
        guard isFirst || owner == thread else { fatalError("a value was read on a thread that it does not belong to") }
        return content
    }
}
