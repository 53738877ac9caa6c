import FourLinesLinux
import Testing

@Suite struct ChecksumTests {
    /// Bytes that look random and are the same each time.
    private static func bytes(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
        var state = seed
        return (0..<count).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 56)
        }
    }

    // RFC 3720, appendix B.4, and the check value of the catalogue of parametrised CRC algorithms.
    private static let vectors: [(String, [UInt8], UInt32)] = [
        ("nothing", [], 0), ("123456789", Array("123456789".utf8), 0xE306_9283),
        ("32 zeros", [UInt8](repeating: 0, count: 32), 0x8A91_36AA),
        ("32 ones", [UInt8](repeating: 0xFF, count: 32), 0x62A8_AB43),
        ("32 ascending", Array(0..<32), 0x46DD_794E), ("32 descending", Array((0..<32).reversed()), 0x113F_DB5C),
    ]

    @Test("CRC-32C has the published values, both ways", arguments: CRC32C.Implementation.allCases)
    func published(_ implementation: CRC32C.Implementation) {
        for (name, bytes, expected) in Self.vectors {
            var sum = CRC32C(continuing: 0, implementation: implementation)
            sum.update(bytes)
            #expect(sum.value == expected, "\(name)")
        }
    }

    @Test("The processor's instruction and the portable way agree at every length and alignment")
    func agree() {
        let bytes = Self.bytes(400)
        for start in 0..<9 {
            for end in start..<bytes.count {
                var fast = CRC32C(continuing: 77, implementation: .fastest)
                var portable = CRC32C(continuing: 77, implementation: .portable)
                fast.update(bytes, start..<end)
                portable.update(bytes, start..<end)
                #expect(fast.value == portable.value)
            }
        }
    }

    #if arch(x86_64)
        @Test("The instruction is used where the processor has it")
        func hardware() throws {
            let flags = String(decoding: try Paths.read("/proc/cpuinfo", limit: 1 << 24), as: UTF8.self)
            #expect(CRC32C.isHardware == flags.contains(" sse4_2"))
        }
    #endif

    @Test("A CRC can be continued at any place")
    func continued() {
        let bytes = Self.bytes(100)
        let whole = CRC32C.checksum(bytes)
        for cut in 0...100 {
            let first = CRC32C.checksum(bytes, 0..<cut)
            #expect(CRC32C.checksum(bytes, cut..<100, continuing: first) == whole)
        }
    }

    // The first halves of "" and "abc" are those of the xxHash project's own documentation; those of the others were
    // computed with its reference implementation, the second halves with a model written from the description of Digest.
    @Test(
        "A digest has the published values",
        arguments: [
            ("", "ef46db3751d8e999cd0398099838189c-0"), ("abc", "44bc2cf5ad7709991862c91825a3d40c-3"),
            ("0123456789abcdef0123456789abcdef", "642a94958e71e6c50da2ebc7885a6baa-32"),
            ("The quick brown fox jumps over the lazy dog", "0b242d361fda71bcf249325f9fdfe3f1-43"),
        ])
    func digest(text: String, expected: String) {
        #expect(Digest(Array(text.utf8)).description == expected)
    }

    @Test("The digest of a long content has the published value")
    func longDigest() {
        #expect(
            Digest((0..<1_000_003).map { UInt8($0 % 251) }).description == "a72f178960c4e5bd2183ad98c58651cd-1000003")
    }

    @Test("A digest does not depend on how the content is cut", arguments: [1, 2, 3] as [UInt64])
    func pieces(seed: UInt64) {
        let bytes = Self.bytes(2000, seed: seed)
        let whole = Digest(bytes)
        var steps = Self.bytes(4000, seed: seed &+ 100).makeIterator()
        for _ in 0..<20 {
            var computation = DigestComputation()
            var done = 0
            while done < bytes.count {
                let count = min(Int(steps.next() ?? 1) % 97, bytes.count - done)
                computation.update(bytes, done..<done + count)
                done += count
            }
            #expect(computation.digest == whole)
            #expect(computation.digest == whole)
        }
    }

    @Test("Every changed bit and every cut changes both halves of a digest", arguments: [1, 31, 32, 33, 100])
    func damage(count: Int) {
        let bytes = Self.bytes(count)
        let sound = Digest(bytes)
        for bit in 0..<count * 8 {
            var damaged = bytes
            damaged[bit / 8] ^= 1 << UInt8(bit % 8)
            let digest = Digest(damaged)
            #expect(digest.first != sound.first)
            #expect(digest.second != sound.second)
        }
        for length in 0..<count {
            let digest = Digest(Array(bytes[..<length]))
            #expect(digest.first != sound.first)
            #expect(digest.second != sound.second)
        }
    }

    @Test("Zeros of different lengths have different digests")
    func zeros() {
        let digests = (0..<300).map { Digest([UInt8](repeating: 0, count: $0)) }
        #expect(Set(digests.map(\.first)).count == 300)
        #expect(Set(digests.map(\.second)).count == 300)
    }
}
