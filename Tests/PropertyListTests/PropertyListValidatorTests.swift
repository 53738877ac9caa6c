import FourLinesPropertyList
import Testing

@Suite struct PropertyListValidatorTests {
    /// A chain of arrays, each in the one before, around a boolean.
    static func nested(_ depth: Int) -> RawFile {
        RawFile(objects: (0..<depth).map { [0xA1] + RawFile.number(UInt64($0 + 1), 2) } + [[0x09]]).with {
            $0.referenceSize = 2
            $0.offsetSize = 2
        }
    }

    @Test("Objects, containers, depth and expansion are counted")
    func summary() throws {
        let view = try RawFile([0xD1, 1, 2], [0x51, 0x61], [0xA2, 3, 3], [0xA2, 1, 1], [0x09]).view()
        let summary = try PropertyListValidator.validate(view)
        #expect(summary.reachableObjects == 4)
        #expect(summary.containers == 3)
        #expect(summary.depth == 3)
        #expect(summary.expandedObjects == 9)
        let leaf = try PropertyListValidator.validate(RawFile([0x09], [0xA0]).view())
        #expect(leaf.reachableObjects == 1)
        #expect(leaf.containers == 0)
        #expect(leaf.depth == 0)
        #expect(leaf.expandedObjects == 1)
    }

    static let cycles: [(String, RawFile, PropertyListError)] = [
        ("an array in itself", RawFile([0xA1, 0]), PropertyListError(.cycle, offset: 8, object: 0)),
        ("a set in itself", RawFile([0xC1, 0]), PropertyListError(.cycle, offset: 8, object: 0)),
        (
            "a dictionary as its value", RawFile([0xD1, 1, 0], [0x51, 0x61]),
            PropertyListError(.cycle, offset: 8, object: 0)
        ),
        (
            "a dictionary as its key", RawFile([0xD1, 0, 1], [0x51, 0x61]),
            PropertyListError(.cycle, offset: 8, object: 0)
        ),
        ("two arrays in each other", RawFile([0xA1, 1], [0xA1, 0]), PropertyListError(.cycle, offset: 8, object: 0)),
        (
            "a cycle behind a shared array", RawFile([0xA2, 1, 2], [0xA0], [0xA2, 1, 2]),
            PropertyListError(.cycle, offset: 12, object: 2)
        ),
    ]

    @Test("A container in itself is refused", arguments: cycles.indices)
    func cycle(_ index: Int) throws {
        let (name, file, error) = Self.cycles[index]
        let view = try file.view()
        #expect(throws: error, "\(name)") { try PropertyListValidator.validate(view) }
        #expect(throws: PropertyListError.self, "\(name)") { try view.xml() }
    }

    @Test("Shared containers are no cycle")
    func shared() throws {
        let view = try RawFile([0xA3, 1, 2, 1], [0xA1, 2], [0xA0]).view()
        #expect(try PropertyListValidator.validate(view).expandedObjects == 6)
    }

    @Test("Containers as keys are refused", arguments: [[0xA0], [0xC0], [0xD0]] as [[UInt8]])
    func containerAsKey(_ key: [UInt8]) throws {
        let view = try RawFile([0xD1, 1, 2], key, [0x09]).view()
        #expect(throws: PropertyListError(.containerAsKey, offset: 11, object: 1)) {
            try PropertyListValidator.validate(view)
        }
        let seen = try RawFile([0xA2, 1, 2], [0xA0], [0xD1, 1, 3], [0x09]).view()
        #expect(throws: PropertyListError.self) { try PropertyListValidator.validate(seen) }
    }

    @Test("Containers nest as deep as the limit and no deeper")
    func depth() throws {
        let deepest = try Self.nested(Limits.depth).view()
        #expect(try PropertyListValidator.validate(deepest).depth == Limits.depth)
        #expect(throws: Never.self) { try deepest.xml() }
        let deeper = try Self.nested(Limits.depth + 1).view()
        #expect(throws: PropertyListError.self) { try PropertyListValidator.validate(deeper) }
        #expect(throws: PropertyListError.self) { try deeper.xml() }
        #expect(throws: PropertyListError.self) {
            try PropertyListValidator.validate(Self.nested(60_000).view())
        }
    }

    @Test("Depth counts on the longest path, also where a container has been seen on a short one")
    func depthOfShared() throws {
        // The chain is referred to by the top object and, again, by an array that lies one deeper.
        let chain = Self.nested(Limits.depth - 1).objects
        let count = UInt64(chain.count)
        func file(_ top: [UInt8]) throws -> BinaryPropertyList {
            try RawFile(objects: chain + [top, [0xA1] + RawFile.number(0, 2), [0xA1] + RawFile.number(count + 1, 2)])
                .with {
                    $0.referenceSize = 2
                    $0.offsetSize = 2
                    $0.top = count
                }.view()
        }
        let sound = try file([0xA1] + RawFile.number(0, 2))
        #expect(try PropertyListValidator.validate(sound).depth == Limits.depth)
        let deep = try file([0xA2] + RawFile.number(0, 2) + RawFile.number(count + 1, 2))
        let error = PropertyListError(.tooDeep, offset: 8, object: 0)
        #expect(throws: error) { try PropertyListValidator.validate(deep) }
    }

    @Test("A small file that expands without bound is counted at once, and not written out")
    func expansion() throws {
        let levels = 60
        let file = RawFile(
            objects: (0..<levels).map { [0xAA] + [UInt8](repeating: UInt8($0 + 1), count: 10) } + [[0x09]]
        ).with { $0.offsetSize = 2 }
        let view = try file.view()
        let summary = try PropertyListValidator.validate(view)
        #expect(summary.expandedObjects == .max)
        #expect(summary.reachableObjects == levels + 1)
        var written = 0
        do {
            _ = try view.xml(sink: { _, range in
                written += range.count
                return true
            })
            Issue.record("written out")
        } catch {
            #expect(error.reason == .tooManyElements)
        }
        #expect(written < 100_000_000)
    }
}
