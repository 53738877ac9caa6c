import FourLinesLinux
import FourLinesPropertyList
import KeyedArchive

/// Opens a file, writes it in a form where it is asked to, and says what that took: `LimitsProbe open|archive|json|xml|plain FILE`.
///
/// One line: `sound` or `refused`, the number of elements with those of `$objects`, and the peak of resident memory in KiB. All but a typed error
/// ends the process with a signal.
@main
struct Main {
    static func main() throws {
        let arguments = CommandLine.arguments
        let bytes = try read(arguments[2])
        var outcome = "sound"
        var elements = 0
        do {
            let isJSON = bytes.first == UInt8(ascii: "{")
            let archive = try isJSON ? Archive(json: bytes) : Archive(bytes)
            elements = archive.graph.size.slots + Int(archive.graph.sourceCount)
            write(archive, as: arguments[1])
        } catch {
            outcome = "refused \(error)"
        }
        try FileDescriptor.standardOutput.writeAll(Array("\(elements) \(peak()) \(outcome)\n".utf8))
    }

    /// Writes an archive in a form and keeps nothing; what the form cannot hold is a typed error.
    private static func write(_ archive: Archive, as form: String) {
        let sink: BinaryEncoder.Sink = { _, _ in true }
        switch form {
        case "archive": _ = try? archive.binary(isCanonical: true, sink: sink)
        case "json": _ = try? archive.json(sink: sink)
        case "xml": _ = try? archive.xml(sink: sink)
        case "plain": for form in [Archive.Form.plist, .plistXML] { _ = try? archive.encode(as: form, sink: sink) }
        default: return
        }
    }

    private static func read(_ path: String) throws(Errno) -> [UInt8] {
        let file = try FileDescriptor.open(path, [.reading])
        var bytes = [UInt8](repeating: 0, count: Int(try file.status().size))
        var position = 0
        while position < bytes.count {
            let count = try file.read(into: &bytes, position..<bytes.count, at: Int64(position))
            if count == 0 { break }
            position += count
        }
        return bytes
    }

    /// The peak of resident memory in KiB, as the kernel has it.
    private static func peak() -> Int {
        guard let status = try? Paths.read("/proc/self/status", limit: 65_536) else { return 0 }
        let line = String(decoding: status, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return line?.split(separator: " ").compactMap { Int($0) }.first ?? 0
    }
}
