/// What the program's exit code says.
package enum ExitCode: Int32, Sendable {
    /// It is done.
    case success = 0
    /// There is no such path, or there was nothing to do.
    case nothing = 1
    /// The command line cannot be understood, or names a file that cannot be read.
    case usage = 2
    /// There is no daemon, or no answer in time.
    case unavailable = 3
    /// The daemon refused.
    case refused = 4
    /// The document has moved on since.
    case conflict = 5
    /// A file that holds no sound archive.
    case unsound = 65
    /// Input that cannot be read to its end, or output that cannot be written.
    case inputOutput = 74
}
