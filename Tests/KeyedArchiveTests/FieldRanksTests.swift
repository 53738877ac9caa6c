import Testing

@testable import KeyedArchive

@Suite("The order of encoding, as numbers of objects tell it")
struct FieldRanksTests {
    typealias Rank = FieldRanks.Rank

    /// Fields with the keys 0, 1, 2 … in the order of a file.
    private func fields(_ keys: [UInt32]) -> [Container.Field] {
        keys.enumerated().map { index, key in
            Container.Field(key: CoderKey(key), rank: UInt16(index), slot: .nil)
        }
    }

    /// The ranks that objects of one class have in the end, given the keys of each and what its numbers say.
    private func ranks(_ objects: [(keys: [UInt32], told: [Rank])]) -> [[UInt16]] {
        var ranking = FieldRanks()
        var graph = Graph(form: .keyedArchive, root: .nil)
        for (index, object) in objects.enumerated() {
            var fields = fields(object.keys)
            let id = ObjectID(UInt32(index + 1))
            ranking.rank(&fields, object.told, of: id, record: 100)
            graph.put(Container(shape: .dictionary, isInline: false, fields: fields), at: id)
        }
        ranking.decide(&graph)
        return objects.indices.map { graph[ObjectID(UInt32($0 + 1))]?.fields.map(\.rank) ?? [] }
    }

    /// Key 2 was encoded before key 1 and that before key 0, and all were new.
    static let telling: ([UInt32], [Rank]) = ([0, 1, 2], [.number(9), .number(6), .number(4)])
    /// Two of its fields name what was met before.
    static let untold: ([UInt32], [Rank]) = ([0, 1, 2], [.unknown, .number(20), .unknown])
    static let empty: ([UInt32], [Rank]) = ([0, 1, 2], [.indifferent, .indifferent, .indifferent])

    @Test("an object's own numbers tell its order")
    func own() { #expect(ranks([Self.telling]) == [[2, 1, 0]]) }

    @Test(
        "another object of the class tells what an object's own numbers do not, wherever it comes",
        arguments: [[telling, untold], [untold, telling]])
    func others(objects: [(keys: [UInt32], told: [Rank])]) {
        #expect(ranks(objects) == [[2, 1, 0], [2, 1, 0]])
    }

    @Test("an object that names nothing does not tell, and does not keep another from it", arguments: [0, 1, 2])
    func empties(place: Int) {
        var objects = [Self.telling, Self.untold]
        objects.insert(Self.empty, at: place)
        var expected: [[UInt16]] = [[2, 1, 0], [2, 1, 0]]
        expected.insert([0, 1, 2], at: place)
        #expect(ranks(objects) == expected)
    }

    @Test("an object that tells of more fields counts more")
    func more() {
        let some: ([UInt32], [Rank]) = ([0, 1, 2], [.number(9), .indifferent, .number(4)])
        #expect(ranks([some, Self.untold, Self.telling]) == [[1, 2, 0], [2, 1, 0], [2, 1, 0]])
    }

    @Test("an object whose own numbers say otherwise keeps its order")
    func disagreement() {
        let other: ([UInt32], [Rank]) = ([0, 1, 2], [.number(5), .number(7), .unknown])
        #expect(ranks([Self.telling, other])[1] == [0, 1, 2])
    }

    @Test("many fields are told as few are")
    func many() {
        let keys = Array(UInt32(0)..<40)
        let told: ([UInt32], [Rank]) = (keys, keys.map { .number(100 - $0) })
        let untold: ([UInt32], [Rank]) = (keys, keys.map { $0 == 0 ? .number(200) : .unknown })
        let expected = keys.map { UInt16(39 - $0) }
        #expect(ranks([told, untold]) == [expected, expected])
    }
}
