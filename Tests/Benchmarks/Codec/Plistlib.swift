import Foundation

/// Python's plistlib, timed by a process of Python itself.
struct Plistlib {
    private let file: URL

    /// What is timed: reading, or writing what was read.
    enum Work: String {
        case load, dump
    }

    private static let script = """
        import plistlib, sys, time
        data = open(sys.argv[2], 'rb').read()
        start = time.process_time()
        tree = plistlib.loads(data)
        if sys.argv[1] == 'dump':
            form = plistlib.FMT_XML if data[:1] == b'<' else plistlib.FMT_BINARY
            start = time.process_time()
            plistlib.dumps(tree, fmt=form, sort_keys=False)
        print(time.process_time() - start)
        """

    init(_ data: Data, in folder: URL) throws {
        file = folder.appendingPathComponent(UUID().uuidString)
        try data.write(to: file)
    }

    /// The seconds that it takes; infinite where there is no Python, or it fails.
    func seconds(_ work: Work) throws -> Double {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-c", Self.script, work.rawValue, file.path]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return Double(text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? .infinity
    }
}
