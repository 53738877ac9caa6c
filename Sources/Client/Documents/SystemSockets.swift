import FourLinesLinux

/// The Unix sockets that somebody listens on, as the system lists them.
///
/// Nobody is connected to in order to find out: that would start a daemon that waits for its first client.
struct SystemSockets: Equatable, Sendable {
    /// The paths of the sockets.
    let listening: Set<String>

    /// Reads the list; one that cannot be read is empty.
    static func read() -> SystemSockets {
        SystemSockets(String(decoding: (try? Paths.read("/proc/net/unix", limit: 1 << 26)) ?? [], as: UTF8.self))
    }

    /// Reads the text of `/proc/net/unix`, proc_pid_net(5): flags in the fourth column, the path in the eighth.
    init(_ text: String) {
        var paths: Set<String> = []
        for line in text.split(separator: "\n").dropFirst() {
            let fields = line.split(separator: " ", maxSplits: 7, omittingEmptySubsequences: true)
            // The flag __SO_ACCEPTCON of the kernel's net.h.
            guard fields.count == 8, let flags = UInt32(fields[3], radix: 16), flags & 0x10000 != 0 else { continue }
            paths.insert(String(fields[7]))
        }
        listening = paths
    }
}
