/// Why the daemon does not start: the exit code, and one sentence.
package struct StartFault: Error, Equatable, Sendable {
    /// The exit code.
    package let code: Int32
    /// The sentence, without a full stop.
    package let reason: String
}
