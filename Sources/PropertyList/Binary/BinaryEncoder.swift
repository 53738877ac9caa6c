/// Writes the objects of a binary property list one after another, then the offset table and the trailer.
///
/// The caller numbers the objects by the order in which it begins them, and says before the first how many there
/// will be. Nothing is held but the offsets and a buffer, so that a large file is never in memory whole unless the
/// caller wants it so.
package struct BinaryEncoder {
    /// Takes finished bytes; answers whether the rest is wanted.
    package typealias Sink = (_ bytes: [UInt8], _ range: Range<Int>) -> Bool

    /// The width of a reference: the smallest of 1, 2, 4 and 8 bytes that reaches all objects, or what was asked.
    package let referenceSize: Int

    private let sink: Sink?
    private var buffer: [UInt8] = []
    private var flushed = 0
    private var offsets: [UInt32] = []
    private var wanted = true

    /// What is collected before it goes to the sink.
    private static let bufferSize = 1 << 16

    /// Begins a file.
    ///
    /// - Parameters:
    ///   - objectCount: how many objects will be begun.
    ///   - referenceSize: the least width of a reference, where it has to be wider than needed.
    ///   - byteCount: about how long the objects will be altogether, so that without a sink nothing is copied.
    ///   - sink: takes the bytes as they are finished; `finish` answers what is left, without a sink the whole file.
    package init(objectCount: Int, referenceSize: Int = 1, byteCount: Int = 4096, sink: Sink? = nil) {
        self.referenceSize = max(referenceSize, Self.width(of: UInt64(objectCount)))
        self.sink = sink
        offsets.reserveCapacity(objectCount)
        // The offsets and the trailer follow; they are at most 4 bytes each, as files over 4 GiB are refused.
        buffer.reserveCapacity(sink == nil ? byteCount + 4 * objectCount + 64 : Self.bufferSize + 4096)
        HugePages.advise(&buffer)
        HugePages.advise(&offsets)
        buffer.append(contentsOf: "bplist00".utf8)
    }

    /// The smallest of 1, 2, 4 and 8 bytes that holds a number.
    package static func width(of value: UInt64) -> Int {
        value < 1 << 8 ? 1 : value < 1 << 16 ? 2 : value < 1 << 32 ? 4 : 8
    }

    /// The width of a UID that was `asked` for, which may be 3 bytes too, or that it needs if that is too little.
    package static func uidWidth(of value: UInt32, asked: Int) -> Int {
        let fits = asked >= 4 || asked > 0 && value >> UInt32(8 * asked) == 0
        return fits ? asked : width(of: UInt64(value))
    }

    /// The width in bytes that Apple's writer gives an integer of 128 bits: the smallest of 1, 2, 4 and 8, always 8
    /// for one under zero, and 16 for one over `Int64.max`.
    package static func integerWidth(low: UInt64, high: UInt64) -> Int {
        if high == 0 { return low > UInt64(Int64.max) ? 16 : width(of: low) }
        return high == .max && low >> 63 == 1 ? 8 : 16
    }

    /// How many objects have been begun.
    package var begun: Int { offsets.count }

    /// Whether the sink still wants bytes; after a refusal nothing more is given to it.
    package var isWanted: Bool { wanted }

    @inline(__always)
    private mutating func begin() {
        if buffer.count >= Self.bufferSize, sink != nil { flush() }
        // Files over 4 GiB are refused by `finish`; until then their offsets do not matter.
        offsets.append(UInt32(truncatingIfNeeded: flushed + buffer.count))
    }

    private mutating func flush() {
        guard let sink, !buffer.isEmpty else { return }
        if wanted { wanted = sink(buffer, 0..<buffer.count) }
        flushed += buffer.count
        buffer.removeAll(keepingCapacity: true)
    }

    /// Appends the bytes of an object's beginning, which are at most 18.
    @inline(__always)
    private mutating func put(_ body: (inout OutputSpan<UInt8>) -> Void) {
        buffer.append(addingCapacity: 18, initializingWith: body)
    }

    @inline(__always)
    private static func bigEndian(_ value: UInt64, _ width: Int, _ output: inout OutputSpan<UInt8>) {
        switch width {
        case 1: output.append(UInt8(truncatingIfNeeded: value))
        case 2:
            output.append(UInt8(truncatingIfNeeded: value >> 8))
            output.append(UInt8(truncatingIfNeeded: value))
        case 4:
            output.append(UInt8(truncatingIfNeeded: value >> 24))
            output.append(UInt8(truncatingIfNeeded: value >> 16))
            output.append(UInt8(truncatingIfNeeded: value >> 8))
            output.append(UInt8(truncatingIfNeeded: value))
        default:
            var shift = width * 8
            while shift > 0 {
                shift -= 8
                output.append(shift >= 64 ? 0 : UInt8(truncatingIfNeeded: value >> UInt64(shift)))
            }
        }
    }

    @inline(__always)
    private static func marker(_ kind: UInt8, count: Int, _ output: inout OutputSpan<UInt8>) {
        if count < 15 {
            output.append(kind << 4 | UInt8(truncatingIfNeeded: count))
            return
        }
        output.append(kind << 4 | 0x0F)
        let width = Self.width(of: UInt64(count))
        output.append(0x10 | UInt8(truncatingIfNeeded: width.trailingZeroBitCount))
        bigEndian(UInt64(count), width, &output)
    }

    @inline(__always)
    private mutating func marker(_ kind: UInt8, count: Int) {
        begin()
        put { output in Self.marker(kind, count: count, &output) }
    }

    /// Adds a null.
    package mutating func null() {
        begin()
        buffer.append(0)
    }

    /// Adds a boolean.
    package mutating func boolean(_ value: Bool) {
        begin()
        buffer.append(value ? 9 : 8)
    }

    /// Adds an integer of 1, 2, 4, 8 or 16 bytes.
    package mutating func integer(low: UInt64, high: UInt64, width: Int) {
        begin()
        put { output in
            output.append(0x10 | UInt8(truncatingIfNeeded: width.trailingZeroBitCount))
            if width == 16 { Self.bigEndian(high, 8, &output) }
            Self.bigEndian(low, min(width, 8), &output)
        }
    }

    private mutating func number(_ marker: UInt8, _ bits: UInt64, _ width: Int) {
        begin()
        put { output in
            output.append(marker)
            Self.bigEndian(bits, width, &output)
        }
    }

    /// Adds a 32-bit real.
    package mutating func real32(_ value: Float) { number(0x22, UInt64(value.bitPattern), 4) }

    /// Adds a 64-bit real.
    package mutating func real64(_ value: Double) { number(0x23, value.bitPattern, 8) }

    /// Adds a date: seconds since 2001-01-01 00:00 UTC.
    package mutating func date(_ value: Double) { number(0x33, value.bitPattern, 8) }

    /// Adds data.
    package mutating func data(_ bytes: [UInt8], _ range: Range<Int>) {
        marker(4, count: range.count)
        append(bytes, range)
    }

    /// Adds a text in the form of `UnicodeText`: as ASCII if it is, else as UTF-16.
    package mutating func string(_ bytes: [UInt8], _ range: Range<Int>) {
        let measure = UnicodeText.measure(bytes, range)
        marker(measure.isASCII ? 5 : 6, count: measure.units)
        if measure.isASCII {
            append(bytes, range)
        } else {
            UnicodeText.appendUTF16(bytes, range, to: &buffer)
        }
    }

    /// Adds a UID, by default as wide as it needs; Apple's writer uses 1, 2 and 4 bytes.
    package mutating func uid(_ value: UInt32, width: Int = 0) {
        let width = Self.uidWidth(of: value, asked: width)
        number(0x80 | UInt8(truncatingIfNeeded: width - 1), UInt64(value), width)
    }

    /// Adds an array, whose references follow.
    package mutating func array(count: Int) {
        marker(0xA, count: count)
    }

    /// Adds a set, whose references follow.
    package mutating func set(count: Int) {
        marker(0xC, count: count)
    }

    /// Adds a dictionary, whose references follow: first all keys, then all values.
    package mutating func dictionary(count: Int) {
        marker(0xD, count: count)
    }

    /// Adds a reference to the container that was begun last.
    @inline(__always)
    package mutating func reference(_ object: UInt32) {
        let width = referenceSize
        buffer.append(addingCapacity: width) { output in Self.bigEndian(UInt64(object), width, &output) }
    }

    /// Adds a run of references to the container that was begun last.
    package mutating func references(_ objects: [UInt32], _ range: Range<Int>) {
        bigEndian(objects, range, referenceSize)
    }

    /// Appends numbers, and lets the sink have the bytes now and then.
    private mutating func bigEndian(_ numbers: [UInt32], _ range: Range<Int>, _ width: Int) {
        var start = range.lowerBound
        while start < range.upperBound {
            if buffer.count >= Self.bufferSize, sink != nil { flush() }
            let end = min(range.upperBound, start + Self.bufferSize / 8)
            let span = numbers.span.extracting(start..<end)
            buffer.append(addingCapacity: span.count * width) { output in
                switch width {
                case 1: for index in 0..<span.count { Self.bigEndian(UInt64(span[index]), 1, &output) }
                case 2: for index in 0..<span.count { Self.bigEndian(UInt64(span[index]), 2, &output) }
                case 4: for index in 0..<span.count { Self.bigEndian(UInt64(span[index]), 4, &output) }
                default: for index in 0..<span.count { Self.bigEndian(UInt64(span[index]), width, &output) }
                }
            }
            start = end
        }
    }

    /// Adds an object that is copied as it is; its references, if any, have to be of this file's width.
    package mutating func copy(_ bytes: [UInt8], _ range: Range<Int>) {
        begin()
        append(bytes, range)
    }

    private mutating func append(_ bytes: [UInt8], _ range: Range<Int>) {
        // Large values go to the sink as they lie, without a copy.
        if range.count >= Self.bufferSize / 2, let sink {
            flush()
            if wanted { wanted = sink(bytes, range) }
            flushed += range.count
        } else {
            let span = bytes.span.extracting(range)
            buffer.append(addingCapacity: span.count) { output in
                for index in 0..<span.count { output.append(span[index]) }
            }
        }
    }

    /// Writes the offset table and the trailer.
    ///
    /// - Parameters:
    ///   - topObject: the number of the top object.
    ///   - offsetSize: the least width of an offset.
    /// - Returns: the end of the file that the sink has not been given; without a sink the whole file.
    /// - Throws: `notRepresentable` if the file is over 4 GiB.
    package mutating func finish(topObject: Int, offsetSize: Int = 1) throws(PropertyListError) -> [UInt8] {
        let table = flushed + buffer.count
        guard table <= Int(UInt32.max) else {
            throw PropertyListError(.notRepresentable("the archive would be larger than 4 GiB"), offset: table)
        }
        let width = max(offsetSize, Self.width(of: UInt64(table)))
        let (offsets, size) = (offsets, referenceSize)
        bigEndian(offsets, 0..<offsets.count, width)
        buffer.append(addingCapacity: 32) { output in
            for _ in 0..<6 { output.append(0) }
            output.append(UInt8(width))
            output.append(UInt8(size))
            for number in [offsets.count, topObject, table] { Self.bigEndian(UInt64(number), 8, &output) }
        }
        return buffer
    }
}
