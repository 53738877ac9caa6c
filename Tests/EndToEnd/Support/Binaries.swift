import FourLinesLinux

/// The programs under test.
enum Binaries {
    /// Where the tests' own programs lie.
    static let own: String = {
        guard let program = try? CurrentProcess.executable(), let folder = Paths.split(program)?.folder else {
            return "."
        }
        return folder
    }()

    /// Where the programs under test lie: `FOURLINES_BINARIES`, or beside the tests.
    static let folder = Environment.value("FOURLINES_BINARIES") ?? own

    static let daemon = folder + "/fourlinesd"
    static let client = folder + "/fourlines"
    /// Reads archives with Foundation; it is never shipped, so it lies beside the tests always.
    static let foundationReader = own + "/FoundationReader"
}
