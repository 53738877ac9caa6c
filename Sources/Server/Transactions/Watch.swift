import KeyedArchive

/// A path that a client watches: its transaction is not run if anything at, above or below it changed meanwhile.
struct Watch: Sendable {
    /// The path in canonical form.
    let path: KeyPath
    /// The revision behind which a change counts.
    let revision: UInt64
}
