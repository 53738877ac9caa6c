import FourLinesLinux

/// Takes an input apart into lines, and reads no further than it has to.
struct LineReader {
    /// Whether a person types the input.
    private let isTerminal: Bool
    /// What was read behind the last line.
    private var input: [UInt8] = []
    /// Whether the end was seen: a terminal would go on behind it.
    private var hasEnded = false

    /// The most bytes that a terminal gives of a line in front of its line break; it drops the others without a word,
    /// termios(3).
    private static let longestTyped = 4095

    /// - Parameter isTerminal: whether a person types the input.
    init(isTerminal: Bool) { self.isTerminal = isTerminal }

    /// Reads the next line; the last one may lack its line break.
    ///
    /// - Parameters:
    ///   - limit: the most bytes that a line may have.
    ///   - read: adds what there is of the input to the bytes, and waits if there is nothing; false at its end.
    /// - Returns: the line without its line break, LF or CRLF; nil at the end, and ever after.
    /// - Throws: `.refused` for a line of which the terminal may have dropped a part, which is taken; an input error for
    ///   a line over the limit, and what `read` throws.
    mutating func next(
        limit: Int, _ read: (inout [UInt8]) throws(Errno) -> Bool
    ) throws(ClientError) -> [UInt8]? {
        var searched = 0
        let line: [UInt8]
        do throws(Errno) {
            while true {
                if let end = input[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                    line = Array(input[..<end])
                    input.removeSubrange(...end)
                    break
                }
                searched = input.count
                guard searched <= limit else { throw .fileTooLarge }
                if !hasEnded, try read(&input) { continue }
                hasEnded = true
                guard !input.isEmpty else { return nil }
                line = input
                input = []
                break
            }
        } catch {
            throw ClientError(.inputOutput, "the input cannot be read: \(error.message)")
        }
        return try whole(line)
    }

    /// A line without the rest of its line break, unless a part of it may be lost.
    private func whole(_ line: [UInt8]) throws(ClientError) -> [UInt8] {
        guard isTerminal, line.count >= Self.longestTyped else {
            return line.last == UInt8(ascii: "\r") ? Array(line.dropLast()) : line
        }
        throw ClientError(
            .refused,
            "a terminal gives no more than \(Self.longestTyped) bytes of a line, and the rest may be lost:"
                + " give a long text from a file, or with “edit”")
    }
}
