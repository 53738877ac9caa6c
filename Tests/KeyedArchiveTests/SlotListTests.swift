import Testing

@testable import KeyedArchive

@Suite("A list of slots")
struct SlotListTests {
    #if DEBUG
        static let operations = 60_000
    #else
        static let operations = 1_000_000
    #endif

    /// What a list has to be like after any operation: a plain array.
    private struct Pair {
        var list = SlotList()
        var plain: [Slot] = []
        var next: Int64 = 0

        mutating func fresh(_ count: Int) -> [Slot] {
            defer { next += Int64(count) }
            return (0..<count).map { .integer(next + Int64($0)) }
        }

        mutating func replace(_ range: Range<Int>, with count: Int) {
            let slots = fresh(count)
            list.replace(range, with: slots)
            plain.replaceSubrange(range, with: slots)
        }
    }

    @Test("random operations give what they give on an array", arguments: [0, 700, 3000])
    func randomOperations(size: Int) {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("SlotList, around \(size) elements: seed \(seed)")
        var random = SeededRandom(seed)
        var pair = Pair()
        for step in 0..<(Self.operations / 3) {
            let count = pair.plain.count
            #expect(pair.list.count == count)
            switch random.below(8) {
            case 0 where count > 0, 1 where count > 0:
                let index = random.below(count)
                let slot = pair.fresh(1)[0]
                pair.list[index] = slot
                pair.plain[index] = slot
            case 2 where count > 0:
                let index = random.below(count)
                guard pair.list[index] == pair.plain[index] else {
                    Issue.record("element \(index) differs after \(step) operations")
                    return
                }
            case 3 where count > size:
                let start = random.below(count)
                let length = min(count - start, random.below(40))
                pair.replace(start..<(start + length), with: random.below(3))
            case 4:
                let start = random.below(count + 1)
                let length = min(count - start, random.below(3))
                pair.replace(start..<(start + length), with: random.below(12))
            case 5: pair.replace(count..<count, with: random.below(4))
            case 6: pair.replace(0..<0, with: random.below(3))
            case 7 where step % 997 == 0:
                let start = random.below(count + 1)
                pair.replace(start..<random.below(count - start + 1) + start, with: random.below(1500))
            default:
                guard count > 0 else { continue }
                let start = random.below(count)
                let length = min(count - start, 30)
                guard pair.list.slots(in: start..<(start + length)) == Array(pair.plain[start..<(start + length)])
                else {
                    Issue.record("elements from \(start) differ after \(step) operations")
                    return
                }
            }
            if step % 5000 == 0 { #expect(pair.list.all == pair.plain) }
        }
        #expect(pair.list.all == pair.plain)
    }

    @Test("lists of many groups are edited like short ones")
    func manyGroups() {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("SlotList of many groups: seed \(seed)")
        var random = SeededRandom(seed)
        var pair = Pair()
        pair.replace(0..<0, with: 100_000)
        for _ in 0..<2000 {
            let start = random.below(pair.plain.count + 1)
            let length = min(pair.plain.count - start, random.below(600))
            pair.replace(start..<(start + length), with: random.below(600))
        }
        #expect(pair.list.count == pair.plain.count)
        #expect(pair.list.all == pair.plain)
        while !pair.plain.isEmpty {
            let start = random.below(pair.plain.count)
            pair.replace(start..<min(pair.plain.count, start + 500), with: 0)
        }
        #expect(pair.list.isEmpty)
        #expect(pair.list.all.isEmpty)
        pair.replace(0..<0, with: 3)
        #expect(pair.list.all == pair.plain)
    }

    @Test("a copy keeps what it was", arguments: [4, 512, 513, 40_000])
    func copies(count: Int) {
        var list = SlotList((0..<count).map { .integer(Int64($0)) })
        let copy = list
        list[count / 2] = .string("changed")
        list.replace(0..<1, with: [.string("first"), .string("second")])
        #expect(copy.count == count)
        #expect(copy[count / 2] == .integer(Int64(count / 2)))
        #expect(copy[0] == .integer(0))
        #expect(list[1] == .string("second"))
    }

    @Test("a walk over a range ends where it is told to")
    func walkEnds() {
        let list = SlotList((0..<2000).map { .integer(Int64($0)) })
        var met: [Int] = []
        list.forEach(in: 500..<1500) { slot in
            met.append(Int(slot.integer ?? -1))
            return met.count < 20
        }
        #expect(met == Array(500..<520))
    }

    @Test("lists are equal by their elements, however they grew")
    func equality() {
        var grown = SlotList()
        for index in 0..<3000 { grown.replace(index..<index, with: [.integer(Int64(index))]) }
        let made = SlotList((0..<3000).map { .integer(Int64($0)) })
        #expect(grown.holdsSame(as: made))
        grown[2999] = .integer(0)
        #expect(!grown.holdsSame(as: made))
        #expect(!grown.holdsSame(as: SlotList()))
        #expect(SlotList().holdsSame(as: SlotList([])))
    }
}
