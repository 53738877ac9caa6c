/// Where the program reads and writes: the standard streams, files, or a test.
protocol Console: AnyObject {
    /// Whether a person looks at the output.
    var outputIsTerminal: Bool { get }

    /// How many characters a line of the output has; nil if it is no terminal, or does not say.
    var outputColumns: Int? { get }

    /// Whether a person types the input.
    var inputIsTerminal: Bool { get }

    /// Writes all of the bytes to the output.
    ///
    /// - Throws: `.outputClosed` when nobody reads any more, an input and output error for anything else.
    func write(_ bytes: [UInt8]) throws(ClientError)

    /// Writes one line, without its line break and with escapes, to the errors; what cannot be written is lost.
    func complain(_ line: String)

    /// Reads the input to its end, up to a limit in bytes.
    ///
    /// - Throws: more than the limit, or why it cannot be read.
    func readInput(limit: Int) throws(ClientError) -> [UInt8]

    /// Reads the next line of the input, without its line break; nil at the end.
    ///
    /// What is read ahead is kept for the next line only: `readInput` does not have it.
    ///
    /// - Throws: a line with more bytes than the limit, or why it cannot be read.
    func readLine(limit: Int) throws(ClientError) -> [UInt8]?

    /// Reads a file of any kind to its end, up to a limit in bytes.
    ///
    /// - Throws: more than the limit, or why it cannot be read.
    func readFile(_ path: String, limit: Int) throws(ClientError) -> [UInt8]
}

extension Console {
    /// Writes a text to the output.
    func write(_ text: String) throws(ClientError) { try write(Array(text.utf8)) }

    /// Writes a value as one line of JSON.
    func write(_ value: JSONValue) throws(ClientError) { try write(JSONWriter.bytes(value) + [UInt8(ascii: "\n")]) }
}
