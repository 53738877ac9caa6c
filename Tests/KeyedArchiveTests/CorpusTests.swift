import Testing

@testable import KeyedArchive

/// Runs over real files: `FOURLINES_CORPUS=FOLDER swift test --disable-xctest --filter CorpusTests`.
@Suite("Real archives", .enabled(if: Corpus.folder != nil))
struct CorpusTests {
    /// The binary archives that Apple's writer did not make.
    static let foreign: Set<String> = [
        "bpylist2/circular_archive.plist", "bpylist2/dataclass_archive.plist",
        "bpylist2/nsmutabledata_archive.plist",
    ]

    @Test("the corpus is whole")
    func whole() {
        #expect(Corpus.archives.count == 104)
        #expect(Corpus.binaries.count == 79)
        #expect(Corpus.malformed.count == 124)
    }

    @Test("every binary archive is read, and given back unchanged", arguments: Corpus.binaries)
    func unedited(file: Corpus.File) throws {
        #expect(try Archive(file.bytes).encode() == file.bytes)
    }

    @Test("all files that Apple made equal their rewriting by Apple's rules, and only these")
    func canonical() throws {
        let written = try Corpus.binaries.filter { file in
            let archive = try Archive(file.bytes)
            return try CanonicalWriter.encode(archive.graph) == file.bytes && archive.source?.isCanonical == true
        }
        #expect(written.count == 76)
        #expect(Set(Corpus.binaries.map(\.name)).subtracting(written.map(\.name)) == Self.foreign)
    }

    @Test("a rewritten archive holds the same", arguments: Corpus.binaries)
    func rewriting(file: Corpus.File) throws {
        let graph = try Archive(file.bytes).graph
        let again = try Archive(CanonicalWriter.encode(graph)).graph
        #expect(GraphShape.difference(graph, again) == nil)
    }

    @Test("a malformed file is a typed error or a sound graph, in under a second", arguments: Corpus.malformed)
    func malformed(file: Corpus.File) throws {
        let clock = ContinuousClock()
        var failure: ArchiveError?
        let time = clock.measure {
            do {
                let archive = try Archive(file.bytes)
                _ = try CanonicalWriter.encode(archive.graph)
            } catch let error as ArchiveError { failure = error } catch {
                Issue.record("\(error)")
            }
        }
        #expect(time < .seconds(1))
        if let failure { #expect(!failure.description.isEmpty) }
    }

    @Test("mutations of real files never trap", arguments: Corpus.binaries)
    func mutations(file: Corpus.File) {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("mutations of \(file.name): seed \(seed)")
        var random = SeededRandom(seed)
        for _ in 0..<100 {
            var bytes = file.bytes
            for _ in 0...random.below(4) { bytes[random.below(bytes.count)] = UInt8(random.below(256)) }
            guard let archive = try? Archive(bytes) else { continue }
            _ = try? CanonicalWriter.encode(archive.graph)
        }
    }
}
