import FourLinesLinux

/// A client that waits for the document to change.
struct ChangeWait {
    /// The revision behind which it wants to know what changed.
    let revision: UInt64
    /// Goes off when it has waited long enough; nil for never.
    let timer: EventLoop.Timer?
}
