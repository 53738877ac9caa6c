extension EventLoop {
    /// A one-shot alarm of a loop; made once, armed as often as needed.
    ///
    /// It does not keep its loop alive.
    /// An alarm that goes off is disarmed before its handler is called, which may arm it again. The handler is never
    /// called early; it may be called up to a millisecond late.
    package final class Timer {
        /// When it goes off; nil while it is not armed.
        package var deadline: MonotonicTime? {
            position < 0 ? nil : time
        }

        /// Its place in the heap, -1 while it is not armed.
        var position = -1
        var time = MonotonicTime(nanoseconds: 0)
        /// Tells timers with the same deadline apart: the one that was armed first goes off first.
        var order: UInt64 = 0
        let handler: () -> Void
        private weak let loop: EventLoop?

        init(_ loop: EventLoop, _ handler: @escaping () -> Void) {
            self.loop = loop
            self.handler = handler
        }

        /// Sets the alarm to a moment, instead of the one it was set to.
        ///
        /// A moment that is past means the next turn.
        package func arm(at deadline: MonotonicTime) {
            loop?.timers.arm(self, at: deadline)
        }

        /// Sets the alarm to a time from now, instead of the one it was set to.
        package func arm(after delay: Duration) {
            arm(at: .now + delay)
        }

        /// Sets the alarm unless it is armed already.
        package func armIfIdle(after delay: Duration) {
            if position < 0 { arm(after: delay) }
        }

        /// Disarms it.
        ///
        /// The handler is not called, even if the moment has come in this turn.
        package func cancel() {
            loop?.timers.cancel(self)
        }
    }

    /// Makes a timer that is not armed yet.
    ///
    /// An armed timer is kept alive by the loop.
    package func makeTimer(_ handler: @escaping () -> Void) -> Timer {
        Timer(self, handler)
    }
}
