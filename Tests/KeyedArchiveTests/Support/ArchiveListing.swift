import FourLinesPropertyList

@testable import KeyedArchive

/// What an archive holds as lines of text, made in the same way by plistlib (`plistlibListing`), to compare the two.
///
/// First how many objects there are, then each object with its class and the number of its fields, then every leaf with
/// its path from `$top`, each object gone through where it is met first.
enum ArchiveListing {
    static func lines(_ graph: Graph) -> [String] {
        var lines = ["objects \(graph.sourceCount)"]
        for number in 0..<graph.sourceCount {
            guard let container = graph[ObjectID(number)] else { continue }
            let name = graph.className(of: ObjectID(number)).map { hex($0.bytes) } ?? "-"
            lines.append("\(number) \(name) \(container.fields.count)")
        }
        guard let top = graph.top else { return lines }
        var seen: Set<ObjectID> = []
        var stack: [(path: String, slot: Slot)] = [("", .container(top, isReference: false))]
        while let (path, slot) = stack.popLast() {
            guard let id = slot.container, let container = graph[id] else {
                lines.append("\(path) \(leaf(slot))")
                continue
            }
            if slot.isReference, !seen.insert(id).inserted { continue }
            if container.shape == .dictionary {
                let fields = container.fields.map { (key: graph.keys[$0.key], slot: $0.slot) }
                    .sorted { $1.key.bytes.lexicographicallyPrecedes($0.key.bytes) }
                stack += fields.map { ("\(path).\(hex($0.key.bytes))", $0.slot) }
            } else {
                stack += container.elements.all.enumerated().reversed().map { ("\(path).\($0)", $1) }
            }
        }
        return lines
    }

    private static func leaf(_ slot: Slot) -> String {
        switch slot.kind {
        case .nil: "text \(hex(Array("$null".utf8)))"
        case .boolean: "boolean \(slot.boolean == true ? 1 : 0)"
        case .integer: "integer \(slot.integer ?? 0)"
        case .real32, .real64: "real \(hex((slot.real ?? 0).bitPattern))"
        case .string: "text \(hex(slot.bytes))"
        case .data: "data \(hex(slot.bytes))"
        case .date: "date"
        case .uid: "uid"
        case .null, .objects, .container: "null"
        }
    }

    private static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    private static func hex(_ bits: UInt64) -> String {
        hex((0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * $0)) })
    }

    /// The same of files that are named as arguments, each behind a line with its name.
    static let plistlibListing = """
        import plistlib, struct, sys

        def uid(value):
            if isinstance(value, plistlib.UID): return value.data
            if isinstance(value, dict) and len(value) == 1 and 'CF$UID' in value: return value['CF$UID']
            return None

        def hexed(text): return text.encode('utf-8', 'surrogatepass').hex()

        def leaf(value):
            if isinstance(value, bool): return 'boolean %d' % value
            if isinstance(value, int): return 'integer %d' % value
            if isinstance(value, float): return 'real ' + struct.pack('>d', value).hex()
            if isinstance(value, str): return 'text ' + hexed(value)
            if isinstance(value, bytes): return 'data ' + value.hex()
            return 'date' if hasattr(value, 'year') else 'null'

        for name in sys.argv[1:]:
            print('file', name)
            with open(name, 'rb') as file:
                list = plistlib.load(file)
            objects = list['$objects']
            print('objects', len(objects))
            for number, value in enumerate(objects):
                if not isinstance(value, dict): continue
                record = uid(value.get('$class'))
                print(number, '-' if record is None else hexed(objects[record]['$classname']), len(value))
            seen, stack = set(), [('', list['$top'])]
            while stack:
                path, value = stack.pop()
                number = uid(value)
                if number is not None:
                    value = objects[number]
                    if isinstance(value, dict):
                        if number in seen: continue
                        seen.add(number)
                if isinstance(value, dict):
                    keys = sorted(value, key=lambda key: str(key).encode('utf-8', 'surrogatepass'), reverse=True)
                    stack += [(path + '.' + hexed(str(key)), value[key]) for key in keys]
                elif isinstance(value, (tuple, type([]))):
                    stack += [('%s.%d' % (path, index), item) for index, item in reversed([*enumerate(value)])]
                else:
                    print(path, leaf(value))
        """
}
