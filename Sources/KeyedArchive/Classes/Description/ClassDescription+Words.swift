import FourLinesPropertyList

extension ClassDescription {
    /// How many values of a list are said.
    private static let longestList = 16

    /// What is said, on one line.
    ///
    /// - Parameter quote: makes a text of the archive fit for the line; it may hold anything.
    /// - Returns: the words.
    package func words(quote: ([UInt8]) -> String = { "\"" + String(decoding: $0, as: UTF8.self) + "\"" }) -> String {
        parts.map { part in
            let value = Self.words(part.value, quote)
            return part.name.isEmpty ? value : "\(part.name) \(value)"
        }.joined(separator: ", ")
    }

    private static func words(_ value: Value, _ quote: ([UInt8]) -> String) -> String {
        switch value {
        case .text(let bytes): quote(bytes)
        case .word(let word): word
        case .boolean(let value): value ? "yes" : "no"
        case .integer(let value): "\(value)"
        case .real(let value): real(value)
        case .date(let seconds): ISO8601.text(seconds)
        case .data(let count): count == 1 ? "1 byte" : "\(count) bytes"
        case .range(let location, let length): range(location, length)
        case .list(let values): list(values, quote)
        case .object(let description): nested(description, quote)
        case .other(let name, let count?): "\(name) of \(count)"
        case .other(let name, nil): name
        case .nothing: "nothing"
        }
    }

    private static func nested(_ description: ClassDescription, _ quote: ([UInt8]) -> String) -> String {
        let words = description.words(quote: quote)
        return description.parts.count == 1 && description.parts[0].name.isEmpty ? words : "(\(words))"
    }

    private static func list(_ values: [Value], _ quote: ([UInt8]) -> String) -> String {
        if values.isEmpty { return "none" }
        let said = values.prefix(longestList).map { words($0, quote) }.joined(separator: ", ")
        return values.count > longestList ? "\(said), … (\(values.count) in all)" : said
    }

    private static func range(_ location: UInt64, _ length: UInt64) -> String {
        switch length {
        case 0: "none at \(location)"
        case 1: "\(location)"
        default: "\(location)–\(location &+ length &- 1)"
        }
    }

    private static func real(_ value: Double) -> String {
        if value.isNaN { return "nan" }
        if value.isInfinite { return value < 0 ? "-inf" : "inf" }
        let text = "\(value)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
