/// A validated, lazy view over the bytes of a binary property list.
///
/// The trailer is validated when the view is made, every object when it is read, by the rules of CoreFoundation's
/// reader (CFBinaryPlist.c). Objects are not copied and not remembered. Gaps, overlaps, shared and unreferenced
/// objects, and widths that are no power of two are accepted, as there.
package struct BinaryPropertyList: Sendable {
    /// The file.
    package let bytes: [UInt8]
    /// The number of objects; at least 1.
    package let objectCount: Int
    /// The number of the top object.
    package let topObject: Int
    /// The width of an object reference in bytes, 1 to 255.
    package let referenceSize: Int
    /// The width of an entry of the offset table in bytes, 1 to 255.
    package let offsetSize: Int
    /// Where the offset table begins, which is where the objects end.
    package let offsetTable: Int

    /// The shortest file: header, one object of a byte, one offset, trailer.
    static let shortest = 8 + 1 + 1 + trailerSize
    static let trailerSize = 32

    /// Whether the bytes claim to be a binary property list of any version.
    package static func hasMagic(_ bytes: [UInt8]) -> Bool {
        bytes.count >= 6 && bytes[0..<6].elementsEqual("bplist".utf8)
    }

    /// Validates header and trailer.
    package init(_ bytes: [UInt8]) throws(PropertyListError) {
        guard Self.hasMagic(bytes) else { throw PropertyListError(.notAPropertyList, offset: 0) }
        guard bytes.count >= 8 else { throw PropertyListError(.tooShort, offset: bytes.count) }
        // CoreFoundation reads every version that begins with 0; 15 to 17 are other formats.
        guard bytes[6] == UInt8(ascii: "0") else { throw PropertyListError(.unsupportedVersion, offset: 6) }
        // CoreFoundation wants 41 bytes and more, which a file of one object just has not: 8 + 1 + 1 + 32 = 42.
        guard bytes.count >= Self.shortest else { throw PropertyListError(.tooShort, offset: bytes.count) }
        let trailer = bytes.count - Self.trailerSize
        func wrong(_ what: String, at offset: Int) -> PropertyListError {
            PropertyListError(.badTrailer(what), offset: trailer + offset)
        }
        let offsetSize = Int(bytes[trailer + 6])
        let referenceSize = Int(bytes[trailer + 7])
        let count = Self.bigEndian(bytes, trailer + 8, 8)
        let top = Self.bigEndian(bytes, trailer + 16, 8)
        let table = Self.bigEndian(bytes, trailer + 24, 8)
        guard offsetSize >= 1 else { throw wrong("the offset size is 0", at: 6) }
        guard referenceSize >= 1 else { throw wrong("the reference size is 0", at: 7) }
        guard count >= 1, count <= UInt64(Int.max) else { throw wrong("the number of objects is \(count)", at: 8) }
        guard top < count else { throw wrong("the top object is \(top) of \(count)", at: 16) }
        guard table >= 9, table < UInt64(trailer) else { throw wrong("the offset table is at \(table)", at: 24) }
        let (tableSize, overflow) = Int(count).multipliedReportingOverflow(by: offsetSize)
        guard !overflow, tableSize == trailer - Int(table) else {
            throw wrong("\(count) offsets of \(offsetSize) bytes do not fill the offset table", at: 8)
        }
        guard referenceSize >= 8 || count < 1 << (8 * UInt64(referenceSize)) else {
            throw wrong("references of \(referenceSize) bytes do not reach \(count) objects", at: 7)
        }
        guard offsetSize >= 8 || table < 1 << (8 * UInt64(offsetSize)) else {
            throw wrong("offsets of \(offsetSize) bytes do not reach \(table) bytes", at: 6)
        }
        self.bytes = bytes
        self.objectCount = Int(count)
        self.topObject = Int(top)
        self.referenceSize = referenceSize
        self.offsetSize = offsetSize
        self.offsetTable = Int(table)
    }

    /// Where an object begins.
    @inline(__always)
    package func offset(of object: Int) throws(PropertyListError) -> Int {
        guard object >= 0, object < objectCount else {
            throw PropertyListError(.badReference, offset: offsetTable, object: object)
        }
        let entry = offsetTable + object * offsetSize
        let value = Self.bigEndian(bytes, entry, offsetSize)
        guard value >= 8, value < UInt64(offsetTable) else {
            throw PropertyListError(.badOffset, offset: entry, object: object)
        }
        return Int(value)
    }

    /// The object that the reference number `index` of a run names.
    @inline(__always)
    package func reference(_ run: BinaryObject.References, _ index: Int) throws(PropertyListError) -> Int {
        let position = run.start + index * referenceSize
        let value = Self.bigEndian(bytes, position, referenceSize)
        guard value < UInt64(objectCount) else { throw PropertyListError(.badReference, offset: position) }
        return Int(value)
    }

    /// Reads one object.
    package func object(_ number: Int) throws(PropertyListError) -> BinaryObject {
        let start = try offset(of: number)
        let marker = bytes[start]
        let low = Int(marker & 0x0F)
        switch marker >> 4 {
        case 0:
            switch low {
            case 0: return .null
            case 8: return .boolean(false)
            case 9: return .boolean(true)
            default: throw PropertyListError(.badMarker(marker), offset: start, object: number)
            }
        case 1:
            guard low <= 4 else { throw PropertyListError(.badMarker(marker), offset: start, object: number) }
            let width = 1 << low
            try check(width, from: start + 1, of: number)
            if width == 16 {
                return .integer(
                    low: Self.bigEndian(bytes, start + 9, 8), high: Self.bigEndian(bytes, start + 1, 8), width: 16)
            }
            let value = Self.bigEndian(bytes, start + 1, width)
            return .integer(low: value, high: width == 8 && value >> 63 == 1 ? .max : 0, width: UInt8(width))
        case 2:
            guard low == 2 || low == 3 else {
                throw PropertyListError(.badMarker(marker), offset: start, object: number)
            }
            try check(1 << low, from: start + 1, of: number)
            if low == 2 {
                return .real32(Float(bitPattern: UInt32(Self.bigEndian(bytes, start + 1, 4))))
            }
            return .real64(Double(bitPattern: Self.bigEndian(bytes, start + 1, 8)))
        case 3:
            guard low == 3 else { throw PropertyListError(.badMarker(marker), offset: start, object: number) }
            try check(8, from: start + 1, of: number)
            return .date(Double(bitPattern: Self.bigEndian(bytes, start + 1, 8)))
        case 4: return .data(try content(low, size: 1, after: start, of: number))
        case 5: return .ascii(try content(low, size: 1, after: start, of: number))
        case 6: return .utf16(try content(low, size: 2, after: start, of: number))
        case 8:
            try check(low + 1, from: start + 1, of: number)
            let value = Self.bigEndian(bytes, start + 1, low + 1)
            // The bytes before the last eight would be lost: a UID so wide has to be zero there.
            let excess = max(0, low + 1 - 8)
            guard value <= UInt64(UInt32.max), bytes[(start + 1)..<(start + 1 + excess)].allSatisfy({ $0 == 0 }) else {
                throw PropertyListError(.uidTooLarge, offset: start, object: number)
            }
            return .uid(UInt32(value), width: UInt8(low + 1))
        case 0xA, 0xC:
            let range = try content(low, size: referenceSize, after: start, of: number)
            let run = BinaryObject.References(start: range.lowerBound, count: range.count / referenceSize)
            return marker >> 4 == 0xA ? .array(run) : .set(run)
        case 0xD:
            let range = try content(low, size: 2 * referenceSize, after: start, of: number)
            let count = range.count / (2 * referenceSize)
            return .dictionary(
                keys: .init(start: range.lowerBound, count: count),
                values: .init(start: range.lowerBound + count * referenceSize, count: count))
        default: throw PropertyListError(.badMarker(marker), offset: start, object: number)
        }
    }

    /// The range of an object's own bytes, from its marker to its last reference, so that it can be copied as it is.
    package func extent(of number: Int) throws(PropertyListError) -> Range<Int> {
        let start = try offset(of: number)
        switch try object(number) {
        case .null, .boolean: return start..<(start + 1)
        case .integer(_, _, let width): return start..<(start + 1 + Int(width))
        case .real32: return start..<(start + 5)
        case .real64, .date: return start..<(start + 9)
        case .data(let range), .ascii(let range), .utf16(let range): return start..<range.upperBound
        case .uid(_, let width): return start..<(start + 1 + Int(width))
        case .array(let run), .set(let run): return start..<(run.start + run.count * referenceSize)
        case .dictionary(_, let values): return start..<(values.start + values.count * referenceSize)
        }
    }

    /// The range of the content of an object whose low nibble is its count, or 15 and an integer object after it.
    @inline(__always)
    private func content(_ low: Int, size: Int, after start: Int, of number: Int) throws(PropertyListError)
        -> Range<Int>
    {
        var position = start + 1
        var count = low
        if low == 0x0F {
            try check(1, from: position, of: number)
            let marker = bytes[position]
            // CoreFoundation takes a count of any width, and of a wide one the last 64 bits.
            guard marker >> 4 == 1 else { throw PropertyListError(.badCount, offset: position, object: number) }
            let width = 1 << Int(marker & 0x0F)
            try check(width, from: position + 1, of: number)
            let value = Self.bigEndian(bytes, position + 1, width)
            // Compared before it is used: a file of a hundred bytes may claim any count.
            guard value <= UInt64(offsetTable) else {
                throw PropertyListError(.pastTheEnd, offset: position, object: number)
            }
            count = Int(value)
            position += 1 + width
        }
        let (length, overflow) = count.multipliedReportingOverflow(by: size)
        guard !overflow else { throw PropertyListError(.pastTheEnd, offset: start, object: number) }
        try check(length, from: position, of: number)
        return position..<(position + length)
    }

    /// Whether `length` bytes from `position` end before the offset table.
    @inline(__always)
    private func check(_ length: Int, from position: Int, of number: Int) throws(PropertyListError) {
        guard length <= offsetTable - position else {
            throw PropertyListError(.pastTheEnd, offset: position, object: number)
        }
    }

    /// A big-endian number of any width; of more than eight bytes the last eight count, as in CoreFoundation.
    @inline(__always)
    static func bigEndian(_ bytes: [UInt8], _ start: Int, _ width: Int) -> UInt64 {
        bigEndian(bytes.span, start, width)
    }

    /// A big-endian number of any width of a file's bytes.
    @inline(__always)
    static func bigEndian(_ bytes: Span<UInt8>, _ start: Int, _ width: Int) -> UInt64 {
        // Every reference and offset is one. What lies before the trailer has eight bytes from where it begins.
        guard width <= 8, start <= bytes.count &- 8 else { return wideBigEndian(bytes, start, width) }
        let span = bytes.extracting(start..<(start + 8))
        let high = UInt64(span[0]) << 56 | UInt64(span[1]) << 48 | UInt64(span[2]) << 40 | UInt64(span[3]) << 32
        let low = UInt64(span[4]) << 24 | UInt64(span[5]) << 16 | UInt64(span[6]) << 8 | UInt64(span[7])
        return (high | low) &>> UInt64(truncatingIfNeeded: 64 &- 8 &* width)
    }

    @inline(never)
    private static func wideBigEndian(_ bytes: Span<UInt8>, _ start: Int, _ width: Int) -> UInt64 {
        let span = bytes.extracting(start..<(start + width))
        var value: UInt64 = 0
        for index in 0..<span.count { value = value << 8 | UInt64(span[index]) }
        return value
    }
}
