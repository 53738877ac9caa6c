package import FourLinesLinux

/// One datagram to the service manager: assignments that take effect together, sd_notify(3).
package struct ServiceNotification: Equatable, Sendable {
    /// An assignment.
    package enum Field: Equatable, Sendable {
        /// The service is started, or a reload is done.
        case ready
        /// A reload began at a time; the two assignments have to come in one datagram.
        case reloading(at: MonotonicTime)
        /// The service is about to end; nothing can follow that matters.
        case stopping
        /// What the service does, in words.
        case status(String)
        /// Start, reload or stop may take so much longer from now on.
        case extendTimeout(Duration)
        /// A sign of life.
        case watchdog
    }

    /// The assignments in their order.
    package let fields: [Field]

    package init(_ fields: Field...) { self.fields = fields }

    /// The datagram's content.
    package var text: String { fields.map(Self.text).joined(separator: "\n") }

    private static func text(_ field: Field) -> String {
        switch field {
        case .ready: "READY=1"
        case .reloading(let time): "RELOADING=1\nMONOTONIC_USEC=\(time.microseconds)"
        case .stopping: "STOPPING=1"
        // A line break would begin another assignment.
        case .status(let words): "STATUS=" + String(words.map { $0.isNewline ? " " : $0 })
        case .extendTimeout(let span): "EXTEND_TIMEOUT_USEC=\(span.nanoseconds / 1000)"
        case .watchdog: "WATCHDOG=1"
        }
    }
}
