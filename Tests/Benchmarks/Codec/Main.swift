import Foundation
import FourLinesPropertyList
import KeyedArchive

/// Measures our codec beside Foundation and plistlib: `CodecBenchmark [long|short|ours] [ROUNDS] [OPERATION]`.
///
/// All take turns in one run, and medians of the processor's time count. The short form has fewer objects, for
/// Foundation's archiver takes a time that grows with the square of the dictionaries; `ours` measures ours alone. With
/// OPERATION only what has that in its name (“4000 dictionaries, archive to graph”), or `scaling`, is measured. The exit
/// status is 1 if a bound was missed.
@main
struct Main {
    private let form: Form
    private let rounds: Int
    private let operation: String
    private let folder: URL
    private var report = Report()

    private enum Form: String {
        case long, short, ours
    }

    private var isLong: Bool { form != .short }

    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let rounds = arguments.dropFirst().first.flatMap { Int($0) } ?? 5
        let form = arguments.first.flatMap { Form(rawValue: $0) } ?? .short
        var benchmark = Main(
            form: form, rounds: rounds, operation: arguments.dropFirst(2).first ?? "", folder: folder)
        try benchmark.run()
        for miss in benchmark.report.missed { print("missed: \(miss)") }
        if !benchmark.report.missed.isEmpty { exit(1) }
    }

    private init(form: Form, rounds: Int, operation: String, folder: URL) {
        self.form = form
        self.rounds = rounds
        self.operation = operation
        self.folder = folder
    }

    private mutating func run() throws {
        report.head()
        try with(Workload.lines, isLong ? 100_000 : 20_000, "lines") { lines in
            try archive(lines, encode: 50)
            try propertyList(lines)
            try xml(lines)
            try json(lines)
        }
        try with(Workload.dictionaries, isLong ? 4_000 : 500, "dictionaries") { dictionaries in
            try archive(dictionaries, encode: 1000)
            try propertyList(dictionaries)
        }
        try with(Workload.bytes, isLong ? 64 << 20 : 8 << 20, "data") { try archive($0, encode: 50) }
        try with(Workload.integers, isLong ? 1_000_000 : 100_000, "integers") { integers in
            try archive(integers, encode: 50)
            try propertyList(integers)
        }
        try scaling()
    }

    /// Measures what is asked of one workload, which is not made if none of it is.
    private func with(
        _ make: (Int) throws -> Workload, _ count: Int, _ name: String, _ measure: (Workload) throws -> Void
    ) throws {
        let asked = operation.split(separator: ",").first ?? ""
        if !operation.contains(",") || asked.hasSuffix(name) { try measure(make(count)) }
    }

    private func copy(of file: [UInt8]) -> Contest.Contestant {
        .init("copy") {
            unsafe [UInt8](unsafeUninitializedCapacity: file.count) { buffer, count in
                unsafe file.withUnsafeBytes { unsafe UnsafeMutableRawBufferPointer(buffer).copyMemory(from: $0) }
                count = file.count
            }
        }
    }

    private mutating func contest(
        _ workload: String, _ operation: String, _ file: [UInt8], bound: Double?, plistlib: Plistlib.Work?,
        ours: Contest.Contestant, foundation: Contest.Contestant?
    ) throws {
        guard self.operation.isEmpty || "\(workload), \(operation)".contains(self.operation) else { return }
        let foundation = form == .ours ? nil : foundation
        let plistlib = form == .ours ? nil : plistlib
        var contestants = [ours, copy(of: file)]
        if let foundation { contestants.append(foundation) }
        if let plistlib {
            let judge = try Plistlib(Data(file), in: folder)
            contestants.append(.init("plistlib", seconds: { try judge.seconds(plistlib) }))
        }
        let medians = try Contest(contestants, rounds: rounds).medians
        let theirs = foundation == nil ? Double.infinity : medians[2]
        let python = plistlib == nil ? Double.infinity : medians[medians.count - 1]
        report.add(workload, operation, [medians[0], theirs, python, medians[1]], bound: bound)
    }

    /// Archives: to a graph and back, beside NSKeyedUnarchiver and NSKeyedArchiver.
    private mutating func archive(_ workload: Workload, encode: Double) throws {
        let file = workload.file
        let data = workload.data
        try contest(
            workload.name, "archive to graph", file, bound: 20, plistlib: .load,
            ours: .init("ours") { try Archive(file) },
            foundation: .init("NSKeyedUnarchiver") {
                let unarchiver = try NSKeyedUnarchiver(forReadingFrom: data)
                unarchiver.requiresSecureCoding = false
                return unarchiver.decodeObject(forKey: "root")
            })
        let graph = workload.graph
        let object = workload.object
        try contest(
            workload.name, "graph to archive", file, bound: encode, plistlib: .dump,
            ours: .init("ours") { try Archive(graph: graph).binary() },
            foundation: .init("NSKeyedArchiver") {
                try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: false)
            })
    }

    /// Property lists: every object read and checked, and all written, beside PropertyListSerialization.
    private mutating func propertyList(_ workload: Workload) throws {
        guard !operation.contains(",") || operation.contains("list") else { return }
        let file = workload.file
        let data = workload.data
        try contest(
            workload.name, "binary list, checked", file, bound: 3, plistlib: nil,
            ours: .init("ours") { try PropertyListValidator.validate(BinaryPropertyList(file)) },
            foundation: .init("PropertyListSerialization") {
                try Self.foundation(reads: data)
            })
        let plain = try PropertyListSerialization.data(
            fromPropertyList: Self.plain(workload.object), format: .binary, options: 0)
        let tree = try Self.foundation(reads: plain)
        let graph = try Archive([UInt8](plain)).graph
        try contest(
            workload.name, "plain list to graph", [UInt8](plain), bound: 3, plistlib: .load,
            ours: .init("ours") { try Archive([UInt8](plain)) },
            foundation: .init("PropertyListSerialization") {
                try Self.foundation(reads: plain)
            })
        try contest(
            workload.name, "plain list from graph", [UInt8](plain), bound: 3, plistlib: .dump,
            ours: .init("ours") { try Archive(graph: graph).binary() },
            foundation: .init("PropertyListSerialization") {
                try PropertyListSerialization.data(fromPropertyList: tree, format: .binary, options: 0)
            })
    }

    private static func foundation(reads data: Data) throws -> Any {
        unsafe try PropertyListSerialization.propertyList(from: data, options: [], format: nil)
    }

    /// Foundation's objects as they are: they are all property lists.
    private static func plain(_ object: NSObject) -> Any { object }

    /// XML: of the archive, read and written.
    private mutating func xml(_ workload: Workload) throws {
        let file = workload.file
        let list = try BinaryPropertyList(file)
        let text = try list.xml()
        let data = Data(text)
        try contest(
            workload.name, "XML to binary list", text, bound: 3, plistlib: .load,
            ours: .init("ours") { try BinaryPropertyList(xml: text) },
            foundation: .init("PropertyListSerialization") {
                try Self.foundation(reads: data)
            })
        try contest(
            workload.name, "XML to graph", text, bound: 3, plistlib: nil,
            ours: .init("ours") { try Archive(text) },
            foundation: .init("PropertyListSerialization") {
                try Self.foundation(reads: data)
            })
        let tree = try Self.foundation(reads: data)
        try contest(
            workload.name, "binary list to XML", text, bound: 3, plistlib: .dump,
            ours: .init("ours") { try list.xml() },
            foundation: .init("PropertyListSerialization") {
                try PropertyListSerialization.data(fromPropertyList: tree, format: .xml, options: 0)
            })
    }

    /// JSON, which Foundation has no form for.
    private mutating func json(_ workload: Workload) throws {
        let archive = Archive(graph: workload.graph)
        let text = try archive.json()
        try contest(
            workload.name, "graph to JSON", text, bound: nil, plistlib: nil,
            ours: .init("ours") { try archive.json() }, foundation: nil)
        try contest(
            workload.name, "JSON to graph", text, bound: nil, plistlib: nil,
            ours: .init("ours") { try Archive(json: text) }, foundation: nil)
    }

    /// The cost of an object, for lines and for dictionaries, of a document that was read.
    private mutating func scaling() throws {
        let kinds: [(String, (Int) throws -> Workload, Int)] = [
            ("lines", Workload.lines, 1), ("dictionaries", Workload.dictionaries, 4),
        ]
        guard operation.isEmpty || operation == "scaling" else { return }
        for (name, make, objects) in kinds {
            var decode: [(Int, Double)] = []
            var encode: [(Int, Double)] = []
            for count in [1_000, 10_000, 100_000, 1_000_000] where isLong || count < 1_000_000 {
                let workload = try make(count / objects)
                let goes = max(1, 100_000 / count)
                let file = workload.file
                let graph = try Archive(file).graph
                // As a file is saved: the bytes go as they are finished.
                let sink: BinaryEncoder.Sink = { _, _ in true }
                let medians = try Contest(
                    [
                        .init("decode") { () throws -> Void in for _ in 0..<goes { _ = try Archive(file) } },
                        .init("encode") { () throws -> Void in
                            for _ in 0..<goes { _ = try Archive(graph: graph).binary(sink: sink) }
                        },
                    ], rounds: max(rounds, 7)
                ).medians
                decode.append((count, medians[0] * 1e9 / Double(goes * count)))
                encode.append((count, medians[1] * 1e9 / Double(goes * count)))
            }
            report.scaling("archive of \(name) to graph", decode)
            report.scaling("graph of \(name) to archive", encode)
        }
    }
}
