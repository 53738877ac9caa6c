import FourLinesRESP

/// What the request parser makes of a client's bytes, in a form that tests compare.
enum Outcome: Hashable, CustomStringConvertible {
    case command([[UInt8]])
    case nothing
    case protocolError(ProtocolError)
    case drop(DropReason)
    /// The end of the input within a request.
    case unfinished

    var description: String {
        switch self {
        case .command(let words): "command \(words.map { String(decoding: $0, as: UTF8.self) })"
        case .nothing: "nothing"
        case .protocolError(let error): "error \(error)"
        case .drop(let reason): "drop \(reason)"
        case .unfinished: "unfinished"
        }
    }

    static func words(_ words: String...) -> Outcome {
        .command(words.map { [UInt8]($0.utf8) })
    }
}

/// Feeds a client's bytes to a request parser in pieces and collects what comes out.
func converse(_ pieces: some Sequence<ArraySlice<UInt8>>, limits: RequestLimits = RequestLimits()) -> [Outcome] {
    var parser = RequestParser(limits: limits)
    var input = InputBuffer()
    var outcomes: [Outcome] = []
    for piece in pieces {
        input.append([UInt8](piece))
        reading: while true {
            switch parser.next(&input) {
            case .needMore: break reading
            case .command: outcomes.append(.command((0..<parser.count).map { input.copy(parser[$0]) }))
            case .nothing: outcomes.append(.nothing)
            case .protocolError(let error): return outcomes + [.protocolError(error)]
            case .drop(let reason): return outcomes + [.drop(reason)]
            }
        }
        input.reclaim(keeping: 64)
    }
    return parser.isWithinRequest ? outcomes + [.unfinished] : outcomes
}

/// The bytes one by one.
func single(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    bytes.indices.map { bytes[$0...$0] }
}

/// The bytes in pieces of random lengths.
func split(_ bytes: [UInt8], _ random: inout SplitMix) -> [ArraySlice<UInt8>] {
    var pieces: [ArraySlice<UInt8>] = []
    var index = 0
    while index < bytes.count {
        let end = min(bytes.count, index + Int.random(in: 1...max(1, bytes.count / 3), using: &random))
        pieces.append(bytes[index..<end])
        index = end
    }
    return pieces
}

/// A small generator whose seed a failing test prints.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ z >> 30) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ z >> 27) &* 0x94d0_49bb_1331_11eb
        return z ^ z >> 31
    }
}

/// A new seed, printed so that a failure can be repeated.
func printedSeed(_ test: String) -> UInt64 {
    let seed = UInt64.random(in: 0 ... .max)
    print("\(test): seed \(seed)")
    return seed
}

/// The bytes with a few random edits.
func mutated(_ bytes: [UInt8], _ random: inout SplitMix) -> [UInt8] {
    var bytes = bytes
    let telling = [UInt8]("*$+-:_,#(=%~>|!\r\n\"'\\x0129- \0".utf8)
    for _ in 0..<Int.random(in: 1...4, using: &random) {
        let index = Int.random(in: 0...bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0 where index < bytes.count: bytes[index] = telling.randomElement(using: &random) ?? 0
        case 1 where index < bytes.count: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 2 where index < bytes.count: bytes.remove(at: index)
        default: bytes.insert(telling.randomElement(using: &random) ?? 0, at: index)
        }
    }
    return bytes
}
