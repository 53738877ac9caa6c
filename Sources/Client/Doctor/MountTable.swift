import FourLinesLinux

/// The file systems that are mounted.
struct MountTable: Equatable, Sendable {
    private let mounts: [(path: String, kind: String, isReadOnly: Bool)]

    static func == (left: MountTable, right: MountTable) -> Bool {
        left.mounts.elementsEqual(right.mounts) { $0 == $1 }
    }

    /// Reads the system's table; one that cannot be read is empty.
    static func read() -> MountTable {
        MountTable(String(decoding: (try? Paths.read("/proc/self/mountinfo", limit: 1 << 24)) ?? [], as: UTF8.self))
    }

    /// Reads the text of `/proc/self/mountinfo`, proc_pid_mountinfo(5).
    init(_ text: String) {
        mounts = text.split(separator: "\n").compactMap { line in
            let fields = line.split(separator: " ")
            // Behind a field `-` stands the kind; how many fields come before it differs.
            guard fields.count > 6, let hyphen = fields.firstIndex(of: "-"), hyphen + 1 < fields.count else {
                return nil
            }
            return (
                Self.unescaped(fields[4]), String(fields[hyphen + 1]),
                fields[5].split(separator: ",").contains("ro")
            )
        }
    }

    /// The file system that a path lies on; the last of those mounted at one place covers the others.
    func fileSystem(of path: String) -> (kind: String, isReadOnly: Bool)? {
        let found = mounts.enumerated().filter { _, mount in
            mount.path == "/" || path == mount.path || path.hasPrefix(mount.path + "/")
        }
        let best = found.max { ($0.element.path.utf8.count, $0.offset) < ($1.element.path.utf8.count, $1.offset) }
        return best.map { ($0.element.kind, $0.element.isReadOnly) }
    }

    /// Blanks and what else would break the line stand as a backslash and three octal digits.
    private static func unescaped(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            let digits = String(decoding: rest.prefix(3), as: UTF8.self)
            if byte == UInt8(ascii: "\\"), digits.utf8.count == 3, let value = UInt8(digits, radix: 8) {
                bytes.append(value)
                rest = rest.dropFirst(3)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
