import FourLinesPropertyList

/// A binary property list put together byte by byte, sound or not.
struct RawFile {
    var header = Array("bplist00".utf8)
    /// The objects with their markers, one after another.
    var objects: [[UInt8]]
    /// Bytes before each object that belong to none.
    var gap: [UInt8] = []
    var offsetSize = 1
    var referenceSize = 1
    var top: UInt64 = 0
    /// What stands in the trailer instead of the truth.
    var objectCount: UInt64?
    var offsetTable: UInt64?
    /// Offsets instead of the true ones.
    var offsets: [UInt64]?
    /// The first six bytes of the trailer.
    var unused = [UInt8](repeating: 0, count: 6)
    var trailing: [UInt8] = []

    init(_ objects: [UInt8]...) {
        self.objects = objects
    }

    init(objects: [[UInt8]]) {
        self.objects = objects
    }

    /// The same with a change.
    func with(_ change: (inout RawFile) -> Void) -> RawFile {
        var copy = self
        change(&copy)
        return copy
    }

    /// A big-endian number of any width.
    static func number(_ value: UInt64, _ width: Int) -> [UInt8] {
        (0..<width).reversed().map { $0 < 8 ? UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) : 0 }
    }

    var bytes: [UInt8] {
        var file = header
        var starts: [UInt64] = []
        for object in objects {
            file += gap
            starts.append(UInt64(file.count))
            file += object
        }
        let table = UInt64(file.count)
        for start in offsets ?? starts { file += Self.number(start, offsetSize) }
        file += unused + [UInt8(offsetSize), UInt8(referenceSize)]
        file += Self.number(objectCount ?? UInt64((offsets ?? starts).count), 8)
        file += Self.number(top, 8)
        file += Self.number(offsetTable ?? table, 8)
        return file + trailing
    }

    func view() throws -> BinaryPropertyList { try BinaryPropertyList(bytes) }

    /// The top object.
    func topObject() throws -> BinaryObject {
        let view = try view()
        return try view.object(view.topObject)
    }
}
