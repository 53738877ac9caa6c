/// The exit codes of the daemon, as sysexits.h numbers them.
package enum ExitCode {
    /// Stopped as asked.
    package static let success: Int32 = 0
    /// The command line is wrong.
    package static let usage: Int32 = 64
    /// The socket cannot be had.
    package static let socket: Int32 = 69
    /// Reading or writing the state failed.
    package static let inputOutput: Int32 = 74
    /// The configuration or a model is wrong.
    package static let configuration: Int32 = 78
}
