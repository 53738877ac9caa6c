import Testing

@testable import KeyedArchive

@Suite("The order of encoding of an object's fields")
struct EncodingSequenceTests {
    @Test("fields come by rank, equal ranks by position, and the class last", arguments: [0, 1, 2, 5, 16, 17, 40])
    func order(count: Int) {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("seed \(seed)")
        var random = SeededRandom(seed)
        let classKey = CoderKey(UInt32(random.below(count + 1)))
        let fields = (0..<count).map { index in
            Container.Field(key: CoderKey(UInt32(index)), rank: UInt16(random.below(count)), slot: .boolean(true))
        }
        let sequence = EncodingSequence(fields, classKey: classKey)
        let expected = fields.indices.sorted { left, right in
            let (first, second) = (fields[left], fields[right])
            if first.key == classKey || second.key == classKey { return second.key == classKey && left != right }
            return (first.rank, left) < (second.rank, right)
        }
        #expect(fields.indices.map { sequence[$0] } == expected)
    }
}
