/// Turns an XML property list into a binary one in memory, in one pass and without recursion.
///
/// Objects are numbered as their elements end, so that the top object is the last. Equal keys are mostly one object;
/// values never are. What a dictionary says twice is kept twice.
struct XMLPropertyListParser {
    /// A container whose end has not been read.
    private struct Frame {
        let element: XMLScanner.Element
        /// Where the objects in it begin in `children`.
        let start: Int
        let position: Int
    }

    /// What may turn out to be a UID: a dictionary with the key `CF$UID` first, and then a number.
    private enum Candidate {
        case none
        case key
        case integer(low: UInt64, high: UInt64)
        case real(Double)
    }

    private var scanner: XMLScanner
    private var encoder: BinaryEncoder
    private var frames: [Frame] = []
    /// The objects in all open containers; in dictionaries keys and values alternate.
    private var children: [UInt32] = []
    private var candidate = Candidate.none
    private var keys: XMLKeyCache
    private var decoded: [UInt8] = []

    private static let uidKey = Array("CF$UID".utf8)

    init(_ source: XMLSource) {
        scanner = XMLScanner(source)
        encoder = BinaryEncoder(objectCount: Self.mostObjects(source.bytes))
        keys = XMLKeyCache()
    }

    /// No file has more objects than start tags.
    private static func mostObjects(_ bytes: [UInt8]) -> Int {
        let span = bytes.span
        var count = 1
        for index in 0..<max(0, span.count - 1) where span[index] == UInt8(ascii: "<") {
            if span[index + 1] != UInt8(ascii: "/") { count += 1 }
        }
        return count
    }

    /// Reads the whole file.
    consuming func parse() throws(PropertyListError) -> BinaryPropertyList {
        try scanner.skipProlog()
        var isInPlist = false
        var root: UInt32?
        while root == nil {
            try scanner.skipMiscellany()
            let start = scanner.position
            let tag = try scanner.tag()
            if tag == .open(.plist), frames.isEmpty, !isInPlist {
                isInPlist = true
            } else if let object = try element(tag, from: start) {
                root = object
            }
        }
        try scanner.skipMiscellany()
        if isInPlist {
            try scanner.closing(.plist)
            try scanner.skipMiscellany()
        }
        guard scanner.isAtEnd else { throw scanner.failure("more than one property list") }
        return try BinaryPropertyList(encoder.finish(topObject: encoder.begun - 1))
    }

    /// Reads what a tag begins or ends.
    ///
    /// - Returns: the root object, if that is what has been read.
    private mutating func element(_ tag: XMLScanner.Tag, from start: Int) throws(PropertyListError) -> UInt32? {
        switch tag {
        case .close(let element):
            return try close(element, from: start)
        case .open(.key), .empty(.key):
            // CoreFoundation takes a key where a value belongs for a string.
            if !expectsKey { return try string(.key, isEmpty: tag == .empty(.key)) }
            try key(isEmpty: tag == .empty(.key))
            return nil
        default:
            if expectsKey { throw scanner.failure("a value where a key was expected", at: start) }
        }
        switch tag {
        case .open(.array), .open(.dictionary):
            settleCandidate()
            guard frames.count < Limits.depth else {
                throw PropertyListError(.tooDeep, offset: scanner.source.fileOffset(of: start))
            }
            guard case .open(let element) = tag else { return nil }
            frames.append(Frame(element: element, start: children.count, position: start))
            return nil
        case .empty(.array):
            settleCandidate()
            encoder.array(count: 0)
        case .empty(.dictionary):
            settleCandidate()
            encoder.dictionary(count: 0)
        case .open(.string), .empty(.string):
            return try string(.string, isEmpty: tag == .empty(.string))
        case .open(.data), .empty(.data):
            settleCandidate()
            try data(isEmpty: tag == .empty(.data), from: start)
        case .open(.true), .empty(.true), .open(.false), .empty(.false):
            settleCandidate()
            let value = tag == .open(.true) || tag == .empty(.true)
            if tag == .open(.true) || tag == .open(.false) { try scanner.closing(value ? .true : .false) }
            encoder.boolean(value)
        case .open(.date):
            settleCandidate()
            encoder.date(Double(try scanner.date()))
        case .open(.integer):
            let value = try scanner.integer()
            if case .key = candidate {
                candidate = .integer(low: value.low, high: value.high)
                return nil
            }
            integer(low: value.low, high: value.high)
        case .open(.real):
            let value = try scanner.real()
            if case .key = candidate {
                candidate = .real(value)
                return nil
            }
            encoder.real64(value)
        case .empty(let element):
            throw scanner.failure("an empty <\(element.name)/>", at: start)
        case .open(let element), .close(let element):
            throw scanner.failure("<\(element.name)> inside of a property list", at: start)
        }
        return deliver()
    }

    // MARK: Containers

    private var expectsKey: Bool {
        guard let frame = frames.last, frame.element == .dictionary else { return false }
        switch candidate {
        case .none: return (children.count - frame.start).isMultiple(of: 2)
        case .key: return false
        case .integer, .real: return true
        }
    }

    /// Puts the object that was written last where it belongs; answers it if it is the root.
    private mutating func deliver() -> UInt32? {
        let object = UInt32(truncatingIfNeeded: encoder.begun - 1)
        if frames.isEmpty { return object }
        children.append(object)
        return nil
    }

    private mutating func close(_ element: XMLScanner.Element, from start: Int) throws(PropertyListError) -> UInt32? {
        guard let frame = frames.last, frame.element == element else {
            let expected = frames.last.map { "</\($0.element.name)>" } ?? "a value"
            throw scanner.failure("</\(element.name)> where \(expected) was expected", at: start)
        }
        guard element == .array || expectsKey else { throw scanner.failure("a key without a value", at: start) }
        frames.removeLast()
        if let uid = candidateUID {
            candidate = .none
            encoder.uid(uid)
            return deliver()
        }
        settleCandidate()
        let count = children.count - frame.start
        if element == .array {
            encoder.array(count: count)
            for index in frame.start..<children.count { encoder.reference(children[index]) }
        } else {
            encoder.dictionary(count: count / 2)
            for index in stride(from: frame.start, to: children.count, by: 2) { encoder.reference(children[index]) }
            for index in stride(from: frame.start + 1, to: children.count, by: 2) {
                encoder.reference(children[index])
            }
        }
        children.removeLast(count)
        return deliver()
    }

    /// The UID that the dictionary is which ends here; of an integer the low 32 bits count, as in CoreFoundation.
    private var candidateUID: UInt32? {
        switch candidate {
        case .none, .key: nil
        case .integer(let low, _): UInt32(truncatingIfNeeded: low)
        case .real(let value):
            value >= 0 && value <= Double(UInt32.max) && Double(UInt32(value)) == value ? UInt32(value) : nil
        }
    }

    /// Writes the key, and the number if there is one, of a dictionary that is no UID after all.
    private mutating func settleCandidate() {
        let pending = candidate
        candidate = .none
        if case .none = pending { return }
        encoder.string(Self.uidKey, 0..<Self.uidKey.count)
        children.append(UInt32(truncatingIfNeeded: encoder.begun - 1))
        switch pending {
        case .none, .key: return
        case .integer(let low, let high): integer(low: low, high: high)
        case .real(let value): encoder.real64(value)
        }
        children.append(UInt32(truncatingIfNeeded: encoder.begun - 1))
    }

    // MARK: Leaves

    private mutating func key(isEmpty: Bool) throws(PropertyListError) {
        settleCandidate()
        var range: Range<Int>? = scanner.position..<scanner.position
        if !isEmpty {
            range = try scanner.text()
            try scanner.closing(.key)
        }
        let isFirst = children.count == frames.last?.start
        guard let range else {
            if isFirst, scanner.scratch == Self.uidKey {
                candidate = .key
                return
            }
            encoder.string(scanner.scratch, 0..<scanner.scratch.count)
            children.append(UInt32(truncatingIfNeeded: encoder.begun - 1))
            return
        }
        if isFirst, range.count == Self.uidKey.count, scanner.bytes[range].elementsEqual(Self.uidKey) {
            candidate = .key
            return
        }
        let next = UInt32(truncatingIfNeeded: encoder.begun)
        let object = keys.object(of: scanner.bytes, range, orElse: next)
        if object == next { encoder.string(scanner.bytes, range) }
        children.append(object)
    }

    private mutating func string(_ element: XMLScanner.Element, isEmpty: Bool) throws(PropertyListError) -> UInt32? {
        settleCandidate()
        if isEmpty {
            encoder.string([], 0..<0)
        } else {
            if let range = try scanner.text() {
                encoder.string(scanner.bytes, range)
            } else {
                encoder.string(scanner.scratch, 0..<scanner.scratch.count)
            }
            try scanner.closing(element)
        }
        return deliver()
    }

    private mutating func data(isEmpty: Bool, from start: Int) throws(PropertyListError) {
        decoded.removeAll(keepingCapacity: true)
        if !isEmpty {
            guard Base64.decode(scanner.bytes, from: &scanner.position, to: &decoded) else {
                throw scanner.failure("a byte in <data> that is not ASCII")
            }
            try scanner.closing(.data)
        }
        encoder.data(decoded, 0..<decoded.count)
    }

    /// Writes an integer as wide as Apple's writer makes it.
    private mutating func integer(low: UInt64, high: UInt64) {
        encoder.integer(low: low, high: high, width: BinaryEncoder.integerWidth(low: low, high: high))
    }
}
