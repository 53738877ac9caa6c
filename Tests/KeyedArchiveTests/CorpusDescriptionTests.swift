import Foundation
import Testing

@testable import KeyedArchive

@Suite("Every object of every real file", .enabled(if: Corpus.folder != nil))
struct CorpusDescriptionTests {
    /// What an object is, for the count.
    private enum Aspect: String, CaseIterable {
        case leaf = "values"
        case record = "class records"
        case described = "described by their class"
        case list = "lists and dictionaries"
        case fields = "objects of other classes, by their fields"
        case plain = "containers without a class"
    }

    @Test("is described; an object of a known class as what it is")
    func described() throws {
        var counts: [Aspect: Int] = [:]
        var others: Set<String> = []
        for file in Corpus.archives {
            let graph = try Archive(file.bytes).graph
            guard graph.form == .keyedArchive else { continue }
            var describer = ClassDescriber(graph)
            for number in 0..<graph.sourceCount {
                let id = ObjectID(number)
                let aspect: Aspect
                if graph[id] == nil {
                    aspect = .leaf
                } else if graph.field("$classname", of: id) != nil {
                    aspect = .record
                } else if graph.classRecord(of: id) == nil {
                    aspect = .plain
                } else if let description = describer.describe(id) {
                    aspect = .described
                    #expect(!description.kind.isEmpty && (description.parts.isEmpty || !description.words().isEmpty))
                } else {
                    switch graph.contents(of: id) {
                    case .list, .entries: aspect = .list
                    case .fields, nil:
                        aspect = .fields
                        let name = graph.className(of: id)?.description ?? ""
                        others.insert(name)
                        // Every class of Foundation in these files is a known one.
                        #expect(!name.hasPrefix("NS"), "\(file.name) #\(number): \(name)")
                    }
                }
                counts[aspect, default: 0] += 1
            }
        }
        for aspect in Aspect.allCases { print("\(counts[aspect] ?? 0) \(aspect.rawValue)") }
        print("other classes: \(others.sorted().joined(separator: ", "))")
        #expect(counts[.plain] == nil)
        #expect(counts[.described] ?? 0 > 100)
    }

    @Test("is what plistlib reads: as many objects, the class of each, and every value")
    func plistlib() throws {
        let folder = try #require(Corpus.folder)
        let names = Corpus.archives.map { "\(folder)/archives/\($0.name)" }
        let listing = try output(of: "python3", ["-c", ArchiveListing.plistlibListing] + names)
        let parts = listing.components(separatedBy: "file ").dropFirst()
        #expect(parts.count == Corpus.archives.count)
        var lineCount = 0
        for (file, part) in zip(Corpus.archives, parts) {
            let expected = part.split(separator: "\n").dropFirst().map(String.init)
            let lines = ArchiveListing.lines(try Archive(file.bytes).graph)
            lineCount += lines.count
            let different = zip(lines, expected).first { $0 != $1 }
            #expect(lines.count == expected.count, "\(file.name)")
            #expect(different == nil, "\(file.name)")
        }
        print("\(lineCount) lines are as plistlib's")
    }

    @Test("says what Foundation's unarchiver finds, wherever that opens the file")
    func foundation() throws {
        let folder = try #require(Corpus.folder)
        var (opened, trapped, lineCount) = (0, 0, 0)
        for file in Corpus.archives {
            let path = "\(folder)/archives/\(file.name)"
            guard let text = try values(of: path) else {
                trapped += 1
                continue
            }
            opened += 1
            let expected = text.split(separator: "\n").map(String.init)
            lineCount += expected.count
            #expect(FoundationListing.lines(try Archive(file.bytes).graph) == expected, "\(file.name)")
        }
        print(
            "Foundation opened \(opened) files, and failed or trapped on \(trapped); \(lineCount) values are the same")
        #expect(opened >= 40)
    }

    /// What the judge prints; nil if it failed or trapped.
    private func values(of path: String) throws -> String? {
        let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appendingPathComponent("FoundationReader")
        let process = Process()
        process.executableURL = program
        process.arguments = ["--values", path]
        var environment = ProcessInfo.processInfo.environment
        environment["SWIFT_BACKTRACE"] = "enable=no"
        process.environment = environment
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return process.terminationReason == .exit && process.terminationStatus == 0
            ? String(decoding: data, as: UTF8.self) : nil
    }

    private func output(of program: String, _ arguments: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [program] + arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let data = try #require(try pipe.fileHandleForReading.readToEnd())
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return String(decoding: data, as: UTF8.self)
    }
}
