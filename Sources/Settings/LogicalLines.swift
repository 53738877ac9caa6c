/// The lines of a settings file without comments, continued lines joined.
struct LogicalLines {
    private let bytes: [UInt8]
    private let limit: Int
    private var index = 0
    private var number = 0

    init(_ bytes: [UInt8], limit: Int) {
        self.bytes = bytes
        self.limit = limit
        if bytes.starts(with: [0xef, 0xbb, 0xbf]) { index = 3 }
    }

    /// The next line with the number of its first physical line, or nil at the end.
    mutating func next() throws(SettingsError) -> (text: ArraySlice<UInt8>, number: Int)? {
        var joined: [UInt8] = []
        var first = 0
        while index < bytes.count {
            let physical = physicalLine()
            let content = physical.drop(while: Blanks.contains)
            if content.first == UInt8(ascii: "#") || content.first == UInt8(ascii: ";") { continue }
            if first == 0 { first = number }
            guard joined.count + content.count <= limit else {
                throw SettingsError(.lineTooLong(limit: limit), line: first)
            }
            // An even number of backslashes at the end is escaped backslashes.
            guard content.reversed().prefix(while: { $0 == UInt8(ascii: "\\") }).count % 2 == 1 else {
                if joined.isEmpty { return (content, first) }
                return (joined + content[...], first)
            }
            joined += content.dropLast()
            joined.append(UInt8(ascii: " "))
        }
        return first == 0 ? nil : (joined[...], first)
    }

    /// Takes the next line without its end, CR LF or LF.
    private mutating func physicalLine() -> ArraySlice<UInt8> {
        number += 1
        let end = bytes[index...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
        var line = bytes[index..<end]
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        index = end + 1
        return line
    }
}
