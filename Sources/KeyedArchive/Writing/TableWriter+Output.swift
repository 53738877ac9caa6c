import FourLinesPropertyList

extension TableWriter {
    /// Writes all objects in order of number: those of the source as they are or as they were replaced, then the
    /// appended ones.
    func output(to sink: BinaryEncoder.Sink?) throws(PropertyListError) -> [UInt8] {
        let view = table.view
        var encoder = BinaryEncoder(
            objectCount: view.objectCount + appended.count, referenceSize: view.referenceSize, sink: sink)
        let isWider = encoder.referenceSize != view.referenceSize
        for number in 0..<view.objectCount {
            if let item = replaced[UInt32(number)] {
                Self.add(item, to: &encoder)
            } else if table.unreadable.contains(number) {
                copyUnreadable(number, to: &encoder)
            } else if isWider {
                try widen(number, to: &encoder)
            } else {
                encoder.copy(view.bytes, try view.extent(of: number))
            }
            if !encoder.isWanted { return [] }
        }
        for item in appended {
            Self.add(item, to: &encoder)
            if !encoder.isWanted { return [] }
        }
        let top = graph.root.container.map { Int(number(of: $0)) } ?? view.topObject
        return try encoder.finish(topObject: top, offsetSize: view.offsetSize)
    }

    private static func add(_ item: Item, to encoder: inout BinaryEncoder) {
        switch item {
        case .leaf(let slot): encoder.leaf(slot)
        case .uid(let uid): encoder.uid(uid)
        case .container(let shape, let references):
            switch shape {
            case .dictionary: encoder.dictionary(count: references.count / 2)
            case .array: encoder.array(count: references.count)
            case .set: encoder.set(count: references.count)
            }
            encoder.references(references, references.indices)
        }
    }

    /// Copies an object whose references have to be wider than they were.
    private func widen(_ number: Int, to encoder: inout BinaryEncoder) throws(PropertyListError) {
        let view = table.view
        func references(_ run: BinaryObject.References) throws(PropertyListError) {
            for index in 0..<run.count { encoder.reference(UInt32(try view.reference(run, index))) }
        }
        switch try view.object(number) {
        case .array(let run):
            encoder.array(count: run.count)
            try references(run)
        case .set(let run):
            encoder.set(count: run.count)
            try references(run)
        case .dictionary(let keys, let values):
            encoder.dictionary(count: keys.count)
            try references(keys)
            try references(values)
        default: encoder.copy(view.bytes, try view.extent(of: number))
        }
    }

    /// Copies an object that cannot be read, and that nothing that can be reached names: up to the next object.
    ///
    /// An object whose offset lies nowhere becomes a null.
    private func copyUnreadable(_ number: Int, to encoder: inout BinaryEncoder) {
        let view = table.view
        guard let start = try? view.offset(of: number) else {
            encoder.null()
            return
        }
        var end = view.offsetTable
        for other in [number - 1, number + 1] {
            guard let offset = try? view.offset(of: other) else { continue }
            if offset > start { end = min(end, offset) }
        }
        encoder.copy(view.bytes, start..<end)
    }
}
