import FourLinesLinux
import FourLinesServer

/// The daemon on a file system that is slow or fails as the environment says: `TEST_RESTORE_SECONDS`,
/// `TEST_SAVE_SECONDS`, `TEST_SAVE_FAILS`.
@main
struct Main {
    static func main() {
        let files = DelayedFiles(
            restoring: Environment.value("TEST_RESTORE_SECONDS").flatMap { UInt32($0) } ?? 0,
            saving: Environment.value("TEST_SAVE_SECONDS").flatMap { UInt32($0) } ?? 0,
            failing: Environment.value("TEST_SAVE_FAILS") != nil)
        CurrentProcess.exit(DaemonProgram.run(Array(CommandLine.arguments.dropFirst()), files: files))
    }
}
