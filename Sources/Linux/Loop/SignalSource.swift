import CLinux

/// Reads signals as an event loop's file; it must be kept as long as they are wanted.
package final class SignalSource {
    private let file: FileDescriptor
    private let registration: EventLoop.Registration
    private let loop: EventLoop

    /// Calls a handler for each signal that arrives.
    ///
    /// They must have been blocked with `Signal.block` before.
    /// Equal signals that arrive before the loop gets to them count once, as the system has it.
    package init(
        _ loop: EventLoop, _ signals: [Signal], handler: @escaping (ReceivedSignal) -> Void
    ) throws(Errno) {
        let numbers = signals.map(\.rawValue)
        let file = FileDescriptor(owning: try retrying { unsafe clinux_signalfd(numbers, numbers.count) })
        let raw = file.raw
        registration = try loop.add(file, interest: .readable) { _ in
            var received = clinux_signal()
            // One a turn: the handler may close the source, and the rest is told again.
            guard unsafe clinux_signalfd_take(raw, &received) > 0 else { return }
            handler(
                ReceivedSignal(
                    signal: Signal(rawValue: received.number), process: received.process, user: received.user))
        }
        self.file = file
        self.loop = loop
    }

    deinit {
        loop.remove(registration)
    }
}
