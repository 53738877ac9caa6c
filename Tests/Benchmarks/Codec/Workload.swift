import Foundation
import KeyedArchive

/// Something to be archived: as a graph, as objects of Foundation, and as a plain property list.
struct Workload {
    /// What it is called in the table.
    let name: String
    /// The archive that is written by our writer.
    let graph: Graph
    /// The same for NSKeyedArchiver.
    let object: NSObject
    /// The archive's bytes.
    let file: [UInt8]
    /// The same as Foundation takes it.
    let data: Data

    private init(_ name: String, _ object: NSObject, _ build: (inout GraphEditor) -> Slot) throws {
        self.name = name
        self.object = object
        var editor = GraphEditor(Graph.emptyArchive())
        let root = build(&editor)
        if let top = editor.graph.top {
            let key = editor.intern("root")
            editor.apply(.field(of: top, position: 0, old: nil, new: .init(key: key, rank: 0, slot: root)))
        }
        graph = editor.graph
        file = try Archive(graph: graph).binary()
        data = Data(file)
    }

    /// An array of lines.
    static func lines(_ count: Int) throws -> Workload {
        let lines = (0..<count).map { "line \($0): call Ann about the boat" }
        return try Workload("\(count) lines", lines as NSArray) { editor in
            editor.array(lines.map { .string($0, isReference: true) })
        }
    }

    /// An array of dictionaries of three entries.
    static func dictionaries(_ count: Int) throws -> Workload {
        let all = (0..<count).map { ["id": $0, "name": "name \($0)", "isOpen": $0 % 3 == 0] as NSDictionary }
        return try Workload("\(count) dictionaries", all as NSArray) { editor in
            let elements = (0..<count).map { number in
                let keys: [Slot] = ["id", "name", "isOpen"].map { .string($0, isReference: true) }
                let values: [Slot] = [
                    .integer(Int64(number), isReference: true), .string("name \(number)", isReference: true),
                    .boolean(number % 3 == 0, isReference: true),
                ]
                let fields: [(Text, Slot)] = [
                    ("NS.keys", editor.inlineArray(keys)), ("NS.objects", editor.inlineArray(values)),
                ]
                return editor.object(chain: ["NSDictionary", "NSObject"], fields)
            }
            return editor.array(elements)
        }
    }

    /// One value of bytes.
    static func bytes(_ count: Int) throws -> Workload {
        var bytes = [UInt8](repeating: 0, count: count)
        var state: UInt32 = 1
        for index in bytes.indices {
            state = state &* 1_664_525 &+ 1_013_904_223
            bytes[index] = UInt8(truncatingIfNeeded: state >> 24)
        }
        return try Workload("\(count >> 20) MB of data", NSData(data: Data(bytes))) { _ in
            .data(bytes, isReference: true)
        }
    }

    /// An array of integers.
    static func integers(_ count: Int) throws -> Workload {
        let numbers = (0..<count).map { NSNumber(value: $0) }
        return try Workload("\(count) integers", numbers as NSArray) { editor in
            editor.array((0..<count).map { .integer(Int64($0), isReference: true) })
        }
    }
}
