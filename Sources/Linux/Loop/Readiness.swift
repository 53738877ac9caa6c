import CLinux

/// What a file is ready for, or what somebody wants to know of it.
package struct Readiness: OptionSet, Hashable, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// A read will not block: bytes, the end of the file, or a connection to accept.
    package static let readable = Readiness(rawValue: UInt32(CLINUX_EVENT_READABLE))

    /// A write of at least one byte will not block.
    package static let writable = Readiness(rawValue: UInt32(CLINUX_EVENT_WRITABLE))

    /// Both directions are gone, or the file has an error.
    ///
    /// Always told, whether wanted or not, turn after turn until the file is removed from the loop.
    package static let hangup = Readiness(rawValue: UInt32(CLINUX_EVENT_HANGUP))

    /// What the kernel reports, an error being told as a hang-up: the next call on the file says which.
    init(events: UInt32) {
        let failed = events & UInt32(CLINUX_EVENT_ERROR) != 0
        self.init(rawValue: events | (failed ? Readiness.hangup.rawValue : 0))
    }
}
