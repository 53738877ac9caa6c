/// A signal that was sent to the process, and who sent it.
package struct ReceivedSignal: Equatable, Sendable {
    package let signal: Signal

    /// The sender's process id; 0 when the kernel sent it or the sender is not visible from here.
    package let process: Int32

    /// The sender's user id.
    package let user: UInt32
}
