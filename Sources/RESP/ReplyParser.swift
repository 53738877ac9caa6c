/// Reads replies of both versions of the protocol, in any shape, from a connection's input, without I/O.
///
/// The parser keeps what it has of a reply of which only a part is there and looks at no byte twice. Attributes are
/// skipped. Streamed lengths (`$?`, `*?`) are refused: no server that this client speaks to sends them.
package struct ReplyParser: Sendable {
    private struct Frame {
        var type: UInt8
        var remaining: Int
        var elements: [Reply] = []
    }

    private enum Piece {
        case value(Reply)
        case opened
    }

    private let limits: ReplyLimits
    private var frames: [Frame] = []
    /// What was searched for a line's end, from the beginning of the input.
    private var scanned = 0
    /// The type and length of a bulk string whose header is consumed.
    private var body: (type: UInt8, length: Int)?
    private var elements = 0
    private var length = 0
    private var failure: ReplyError?

    /// Makes a parser at the beginning of a connection.
    package init(limits: ReplyLimits = ReplyLimits()) {
        self.limits = limits
    }

    /// Whether the bytes that came so far end within a reply.
    package var isWithinReply: Bool {
        !frames.isEmpty || body != nil || scanned > 0
    }

    /// Takes the next reply off the input.
    ///
    /// - Parameter input: the connection's input.
    /// - Returns: the reply, or nil if it has not come whole.
    /// - Throws: the first error again at every later call, since nothing behind it can be told apart.
    package mutating func next(_ input: inout InputBuffer) throws(ReplyError) -> Reply? {
        if let failure { throw failure }
        do {
            while let piece = try piece(&input) {
                guard case .value(let value) = piece, let reply = try close(value) else { continue }
                elements = 0
                length = 0
                return reply
            }
            return nil
        } catch {
            failure = error
            frames = []
            body = nil
            throw error
        }
    }

    /// Reads a value without elements, or the header of one with elements; nil if it has not come whole.
    private mutating func piece(_ input: inout InputBuffer) throws(ReplyError) -> Piece? {
        if let body {
            guard input.count >= body.length + 2 else { return nil }
            let start = input.start
            let end = start + body.length
            guard input.bytes[end] == ASCII.carriageReturn, input.bytes[end + 1] == ASCII.lineFeed else {
                throw .missingLineEnd
            }
            let value = try ReplyParser.value(body.type, input.bytes, start..<end)
            input.consume(body.length + 2)
            self.body = nil
            return .value(value)
        }
        guard let end = try line(input) else { return nil }
        let range = input.start + 1..<input.start + end
        let type = input.bytes[input.start]
        try count(bytes: end + 2)
        let piece: Piece
        switch type {
        case UInt8(ascii: "$"), UInt8(ascii: "="), UInt8(ascii: "!"):
            let length = try header(type, input.bytes, range)
            guard let length else {
                input.consume(end + 2)
                scanned = 0
                return .value(.null)
            }
            try count(bytes: length)
            try count(bytes: 2)
            input.consume(end + 2)
            scanned = 0
            input.expected = length + 2
            body = (type, length)
            return try self.piece(&input)
        case UInt8(ascii: "*"), UInt8(ascii: "%"), UInt8(ascii: "~"), UInt8(ascii: ">"), UInt8(ascii: "|"):
            piece = try open(type, header(type, input.bytes, range))
        default:
            piece = .value(try ReplyParser.scalar(type, input.bytes, range))
        }
        input.consume(end + 2)
        scanned = 0
        return piece
    }

    /// Begins a value with elements.
    private mutating func open(_ type: UInt8, _ count: Int?) throws(ReplyError) -> Piece {
        guard let count else { return .value(.null) }
        guard count <= limits.elements else { throw .tooManyElements }
        let pairs = type == UInt8(ascii: "%") || type == UInt8(ascii: "|")
        let total = pairs ? count * 2 : count
        elements += total
        guard elements <= limits.elements else { throw .tooManyElements }
        guard frames.count < limits.depth else { throw .tooDeep }
        // A count reserves nothing: each element costs its sender at least three bytes first.
        frames.append(Frame(type: type, remaining: total))
        return total == 0 && type != UInt8(ascii: "|") ? .value(finished()) : emptyAttributeSkipped()
    }

    /// Drops an attribute without entries; the value that it speaks of follows.
    private mutating func emptyAttributeSkipped() -> Piece {
        if let last = frames.last, last.remaining == 0 { frames.removeLast() }
        return .opened
    }

    /// Puts a whole value where it belongs; answers the reply if that is whole too.
    private mutating func close(_ value: Reply) throws(ReplyError) -> Reply? {
        var value = value
        while let last = frames.indices.last {
            frames[last].elements.append(value)
            frames[last].remaining -= 1
            guard frames[last].remaining == 0 else { return nil }
            if frames[last].type == UInt8(ascii: "|") {
                frames.removeLast()
                return nil
            }
            value = finished()
        }
        return value
    }

    /// Takes the last frame, all of whose elements are there, as a value.
    private mutating func finished() -> Reply {
        let frame = frames.removeLast()
        switch frame.type {
        case UInt8(ascii: "%"):
            return .map(
                stride(from: 0, to: frame.elements.count - 1, by: 2).map {
                    ReplyMapEntry(frame.elements[$0], frame.elements[$0 + 1])
                })
        case UInt8(ascii: "~"): return .set(frame.elements)
        case UInt8(ascii: ">"): return .push(frame.elements)
        default: return .array(frame.elements)
        }
    }

    /// The end of the first line, where its carriage return stands, or nil if it has not come.
    private mutating func line(_ input: InputBuffer) throws(ReplyError) -> Int? {
        let bytes = input.bytes.span
        let available = input.count
        var index = scanned
        while index < available {
            let byte = bytes[input.start + index]
            if byte == ASCII.carriageReturn {
                scanned = index
                guard index + 1 < available else { return nil }
                guard bytes[input.start + index + 1] == ASCII.lineFeed, index > 0 else { throw .missingLineEnd }
                return index
            }
            guard byte != ASCII.lineFeed else { throw .missingLineEnd }
            guard index <= limits.lineLength else { throw .lineTooLong }
            index += 1
        }
        scanned = index
        return nil
    }

    private mutating func count(bytes: Int) throws(ReplyError) {
        guard bytes <= limits.length - length else { throw .tooLong }
        length += bytes
    }

    /// The length or count of a header, or nil for the -1 of RESP2's nulls.
    private func header(_ type: UInt8, _ bytes: [UInt8], _ range: Range<Int>) throws(ReplyError) -> Int? {
        guard let number = NumberText.integer(bytes, range) else { throw .malformed(type: type) }
        if number == -1, type == UInt8(ascii: "$") || type == UInt8(ascii: "*") { return nil }
        guard number >= 0, let length = Int(exactly: number) else { throw .malformed(type: type) }
        return length
    }
}
