import FourLinesLinux

/// The arguments that the program was started with.
enum ProgramArguments {
    /// The arguments without the program's name, byte for byte.
    ///
    /// The standard library repairs what is not UTF-8, so that a value would be stored that nobody gave; the kernel has
    /// the bytes as they were.
    ///
    /// - Throws: a usage error if an argument may have been repaired and the kernel cannot be asked.
    static func read() throws(ClientError) -> [[UInt8]] {
        let decoded = CommandLine.arguments
        guard decoded.contains(where: { $0.unicodeScalars.contains("\u{FFFD}") }) else {
            return decoded.dropFirst().map { Array($0.utf8) }
        }
        guard let bytes = try? Paths.read("/proc/self/cmdline", limit: 1 << 27),
            let arguments = split(bytes, count: decoded.count)
        else { throw .usage("an argument is not UTF-8; --stdin and --file take any bytes") }
        return Array(arguments.dropFirst())
    }

    /// The arguments in the form of `/proc/PID/cmdline`, each with a NUL behind it, proc_pid_cmdline(5).
    ///
    /// - Returns: nil if there are not as many as expected.
    static func split(_ bytes: [UInt8], count: Int) -> [[UInt8]]? {
        guard bytes.last == 0 else { return nil }
        let parts = bytes.dropLast().split(separator: 0, omittingEmptySubsequences: false).map { Array($0) }
        return parts.count == count ? parts : nil
    }
}
