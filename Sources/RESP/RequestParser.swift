/// Finds the requests in a connection's input, as ranges of the input, without I/O.
///
/// Both forms of Redis are read: `*N` with N bulk strings, and inline lines. The parser keeps its place in a request of
/// which only a part is there, looks at no byte twice, and its answers do not depend on how the input was cut
/// into pieces. A request consumes its bytes when it is whole; the ranges of its arguments are valid until bytes are
/// added to the input. In steady state nothing is allocated.
///
/// Stricter than Redis in two places where Redis would wait for ever or lose its step unseen: a count line must end with
/// CR LF (`*1` and a line feed alone is an error), and a wrong byte in the place of `$` is an error at once.
package struct RequestParser: Sendable {
    /// The limits, which may be changed between requests.
    package var limits: RequestLimits

    private enum State {
        case idle
        case arguments(remaining: Int)
        case body(length: Int, remaining: Int)
        case ended(RequestEvent)
    }

    /// Where an argument stands, counted from the beginning of its request.
    ///
    /// 32 bits are enough for the longest request that the limits allow.
    struct Argument {
        var start: UInt32
        var end: UInt32
    }

    private enum Line {
        case content(end: Int)
        case unfinished
        case tooLong
        case bareLineFeed
        case strayCarriageReturn
    }

    private var state = State.idle
    /// What is parsed of the request, from its beginning.
    private var cursor = 0
    /// What was searched for a line's end, from the beginning of the request.
    private var scanned = 0
    /// Index in the input of the beginning of the last whole request.
    private var base = 0
    var arguments: [Argument] = []

    /// Makes a parser at the beginning of a connection.
    package init(limits: RequestLimits = RequestLimits()) {
        self.limits = limits
        if limits.requestLength > Int(UInt32.max) { self.limits.requestLength = Int(UInt32.max) }
    }

    /// Number of arguments of the last command, its name included.
    package var count: Int { arguments.count }

    /// Indices in the input of an argument of the last command; the name is argument 0.
    package subscript(index: Int) -> Range<Int> {
        let argument = arguments[index]
        return base + Int(argument.start)..<base + Int(argument.end)
    }

    /// Whether the bytes that came so far end within a request.
    package var isWithinRequest: Bool {
        switch state {
        case .idle: scanned > 0
        case .arguments, .body: true
        case .ended: false
        }
    }

    /// Takes the next request off the input.
    ///
    /// - Parameter input: the connection's input. Inline arguments are unescaped in place, in bytes that are consumed
    ///   by the same call.
    /// - Returns: what was found; after `command`, the arguments are this parser's elements.
    package mutating func next(_ input: inout InputBuffer) -> RequestEvent {
        if case .idle = state {
            guard input.count > 0 else { return .needMore }
            guard input.bytes[input.start] == UInt8(ascii: "*") else { return inlineRequest(&input) }
            if let event = count(&input) { return event }
        }
        while true {
            switch state {
            case .arguments(let remaining):
                if let event = length(&input, remaining) { return event }
            case .body(let length, let remaining):
                // The two bytes behind an argument are skipped unseen, as Redis does.
                guard input.count - cursor >= length + 2 else { return .needMore }
                arguments.append(Argument(start: UInt32(cursor), end: UInt32(cursor + length)))
                cursor += length + 2
                scanned = cursor
                guard remaining == 1 else {
                    state = .arguments(remaining: remaining - 1)
                    continue
                }
                finish(&input, cursor)
                return .command
            case .ended(let event):
                return event
            case .idle:
                return .nothing
            }
        }
    }

    /// Reads the line `*N`; nil if arguments follow.
    private mutating func count(_ input: inout InputBuffer) -> RequestEvent? {
        let end: Int
        switch line(input) {
        case .content(let found): end = found
        case .unfinished: return .needMore
        case .tooLong: return fail(.tooBigMultibulkCount)
        case .bareLineFeed: return fail(.expectedCarriageReturn)
        case .strayCarriageReturn: return fail(.invalidMultibulkLength)
        }
        let number = NumberText.integer(input.bytes.span, input.start + cursor + 1..<input.start + end)
        guard let number, number <= Int64(limits.argumentCount) else { return fail(.invalidMultibulkLength) }
        guard number > 0 else {
            discardArguments()
            finish(&input, end + 2)
            return .nothing
        }
        guard !limits.isUnauthenticated || number <= 10 else { return fail(.unauthenticatedMultibulkLength) }
        discardArguments()
        cursor = end + 2
        scanned = cursor
        state = .arguments(remaining: Int(number))
        return nil
    }

    /// Reads the line `$length`; nil if the argument's bytes follow.
    private mutating func length(_ input: inout InputBuffer, _ remaining: Int) -> RequestEvent? {
        guard input.count > cursor else { return .needMore }
        let type = input.bytes[input.start + cursor]
        guard type == UInt8(ascii: "$") else { return fail(.expectedBulk(got: type)) }
        let end: Int
        switch line(input) {
        case .content(let found): end = found
        case .unfinished: return .needMore
        case .tooLong: return fail(.tooBigBulkCount)
        case .bareLineFeed: return fail(.expectedCarriageReturn)
        case .strayCarriageReturn: return fail(.invalidBulkLength)
        }
        let number = NumberText.integer(input.bytes.span, input.start + cursor + 1..<input.start + end)
        guard let number, number >= 0, number <= Int64(limits.argumentLength) else { return fail(.invalidBulkLength) }
        guard !limits.isUnauthenticated || number <= 16_384 else { return fail(.unauthenticatedBulkLength) }
        cursor = end + 2
        let length = Int(number)
        // Judged by what is announced, before memory is spent on it.
        guard length <= limits.requestLength - cursor - 2 else { return drop(.requestTooLong) }
        input.expected = cursor + length + 2
        input.isMoreExpected = remaining > 1
        state = .body(length: length, remaining: remaining)
        return nil
    }

    /// Looks for the end of the line that begins at the cursor; the end is where its carriage return stands.
    private mutating func line(_ input: InputBuffer) -> Line {
        let bytes = input.bytes.span
        let start = input.start
        let limit = min(input.count, cursor + limits.lineLength + 1)
        var index = scanned
        while index < limit {
            let byte = bytes[start + index]
            if byte == ASCII.carriageReturn {
                scanned = index
                guard index + 1 < input.count else { return .unfinished }
                return bytes[start + index + 1] == ASCII.lineFeed ? .content(end: index) : .strayCarriageReturn
            }
            if byte == ASCII.lineFeed { return .bareLineFeed }
            index += 1
        }
        scanned = index
        return index - cursor > limits.lineLength ? .tooLong : .unfinished
    }

    /// The index of the first line feed before `limit`, or `limit`, from the beginning of the request.
    private mutating func lineFeed(_ input: InputBuffer, _ limit: Int) -> Int {
        let bytes = input.bytes.span
        let start = input.start
        var index = scanned
        while index < limit, bytes[start + index] != ASCII.lineFeed { index += 1 }
        scanned = index
        return index
    }

    /// Reads a request that is a line of words.
    private mutating func inlineRequest(_ input: inout InputBuffer) -> RequestEvent {
        let start = input.start
        let limit = min(input.count, limits.lineLength + 1)
        let index = lineFeed(input, limit)
        guard index < limit else { return index > limits.lineLength ? fail(.tooBigInlineRequest) : .needMore }
        var end = index
        if end > 0, input.bytes[start + end - 1] == ASCII.carriageReturn { end -= 1 }
        discardArguments()
        guard splitWords(&input.bytes, start: start, length: end) else { return fail(.unbalancedQuotes) }
        finish(&input, index + 1)
        guard count > 0 else { return .nothing }
        if input.matches(self[0], "POST") || input.matches(self[0], "HOST:") { return drop(.crossProtocol) }
        return .command
    }

    private mutating func finish(_ input: inout InputBuffer, _ length: Int) {
        base = input.start
        input.consume(length)
        cursor = 0
        scanned = 0
        state = .idle
    }

    private mutating func discardArguments() {
        // A request of a million words must not hold its memory for the rest of the connection.
        if arguments.capacity > 4096 { arguments = [] } else { arguments.removeAll(keepingCapacity: true) }
    }

    private mutating func fail(_ error: ProtocolError) -> RequestEvent {
        end(.protocolError(error))
    }

    private mutating func drop(_ reason: DropReason) -> RequestEvent {
        end(.drop(reason))
    }

    private mutating func end(_ event: RequestEvent) -> RequestEvent {
        arguments = []
        state = .ended(event)
        return event
    }
}
