import FourLinesRESP

/// A line of a batch: one edit, in the words of this program's own commands.
struct BatchLine: Equatable, Sendable {
    /// The line's number, counted from 1.
    let number: Int
    /// What is sent.
    let request: Request
    /// What the reply says.
    let result: Result
    /// What has to hold of the line that only the daemon knows.
    let condition: Condition

    /// What only the daemon knows of a line.
    enum Condition: Equatable, Sendable {
        /// Nothing is asked.
        case none
        /// The command is one that edits: others would not wait for the rest, or end the transaction.
        case edits
        /// The path is an element of a list, or is none.
        case removes([UInt8], ofElement: Bool)
    }

    /// What is done with the reply to an edit.
    enum Result: Equatable, Sendable {
        /// Nothing.
        case ignored
        /// It is how many elements the list has then: the path of the last is printed.
        case count(of: [UInt8])
        /// It is the index of a new element, whose path is printed.
        case index(in: [UInt8])
        /// It is 0 or less if there was nothing: what was looked for.
        case absence(String)
    }

    /// What may stand in a batch.
    static let commands = ["set", "unset", "append", "add", "insert", "remove", "call"]

    /// Reads the lines of a text; empty ones, and those that begin with `#`, are left out.
    ///
    /// - Throws: a usage error for the first line that is wrong, by its number.
    static func lines(of text: [UInt8], _ session: Session) throws(ClientError) -> [BatchLine] {
        var lines: [BatchLine] = []
        for (index, line) in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
            do throws(ClientError) {
                let words = try words(of: line)
                guard let first = words.first, first.first != UInt8(ascii: "#") else { continue }
                lines.append(try BatchLine(index + 1, words, session))
            } catch {
                guard error.code == .usage || error.code == .nothing else { throw error }
                throw ClientError(error.code, "line \(index + 1): \(error.message)")
            }
        }
        return lines
    }

    /// The words of a line, by the rules of the protocol's inline commands: blanks divide them, quotes hold them
    /// together, and between double quotes `\n`, `\"`, `\\`, `\xHH` and the like stand for one byte.
    static func words(of line: ArraySlice<UInt8>) throws(ClientError) -> [[UInt8]] {
        let rest = line.drop { $0 == 0x20 || $0 == 0x09 }
        // A number of arguments would begin here in the other form of the protocol; no command does so.
        guard rest.first != UInt8(ascii: "*") else { throw .usage("a line begins with the name of a command") }
        guard let first = rest.first, first != UInt8(ascii: "#"), first != UInt8(ascii: "\r") else { return [] }
        var input = InputBuffer()
        input.append(Array(rest) + [UInt8(ascii: "\n")])
        var parser = RequestParser()
        switch parser.next(&input) {
        case .command: break
        case .protocolError(.unbalancedQuotes):
            throw .usage("a quote is not closed, or something follows it without a blank")
        default: throw .usage("a line is a command, and has at most \(parser.limits.lineLength) bytes")
        }
        return (0..<parser.count).map { input.copy(parser[$0]) }
    }

    private init(_ number: Int, _ words: [[UInt8]], _ session: Session) throws(ClientError) {
        self.number = number
        let name = String(decoding: words[0], as: UTF8.self)
        let operands = Array(words.dropFirst())
        func operand(_ index: Int, _ what: String) throws(ClientError) -> [UInt8] {
            guard index < operands.count else { throw .usage("\(what) is missing") }
            return operands[index]
        }
        func end(_ count: Int) throws(ClientError) {
            guard operands.count > count else { return }
            throw .usage(
                "“\(String(decoding: operands[count], as: UTF8.self))” is one argument too many: quote the text")
        }
        func address() throws(ClientError) -> Address {
            try session.address(of: try operand(0, "a number or a path"))
        }
        switch name {
        case "set":
            let (address, text) = (try address(), try operand(1, "the text"))
            try end(2)
            request = try SetCommand.request(to: text, at: address, session)
            result = .ignored
        case "append":
            let (path, text) = (try Self.path(try address(), session), try operand(1, "the text"))
            try end(2)
            request = Request("APPEND", with: [path, text])
            result = .ignored
        case "unset", "remove":
            let path = try Self.path(try address(), session)
            try end(1)
            request = Request("DEL", with: [path])
            result = .absence("at “\(String(decoding: path, as: UTF8.self))”")
            condition = .removes(path, ofElement: name == "remove")
            return
        case "add":
            let (path, rest) = (try Self.path(try address(), session), Array(operands.dropFirst()))
            guard rest.count == 1 || rest.count % 2 == 0 else { throw .usage("the value of the last field is missing") }
            request = Request(rest.count == 1 ? "RPUSH" : "ADD", with: [path] + rest)
            result = rest.count == 1 ? .count(of: path) : .index(in: path)
        case "insert":
            (request, result) = try Self.insertion(
                try operand(0, "the path of a list"), try operand(1, "an index, “before” or “after”"), operands)
        case "call":
            _ = try operand(0, "the command")
            request = Request(operands)
            result = .ignored
            condition = .edits
            return
        default:
            let isKnown = CommandTable.commands.contains { $0.name == name }
            let nearest = isKnown ? nil : Spelling.nearest(to: name, among: Self.commands).map { "did you mean \($0)?" }
            throw .usage(
                "there is no command “\(name)” in a batch; \(nearest ?? "there are \(Self.commands.joined(separator: ", "))")"
            )
        }
        condition = .none
    }

    private static func path(_ address: Address, _ session: Session) throws(ClientError) -> [UInt8] {
        if let path = address.path { return path }
        throw try Leaf.nothing(at: address, session)
    }

    /// An insertion that does not depend on what the list holds when the batch begins.
    private static func insertion(
        _ path: [UInt8], _ place: [UInt8], _ operands: [[UInt8]]
    ) throws(ClientError) -> (Request, Result) {
        let word = String(decoding: place, as: UTF8.self)
        switch (word, operands.count) {
        case ("before", 4), ("after", 4):
            let list = String(decoding: path, as: UTF8.self)
            return (
                Request("LINSERT", with: [path, Array(word.uppercased().utf8)] + operands[2...]),
                .absence("in “\(list)” that equals “\(String(decoding: operands[2], as: UTF8.self))”")
            )
        case ("0", 3): return (Request("LPUSH", with: [path, operands[2]]), .ignored)
        case ("-1", 3): return (Request("RPUSH", with: [path, operands[2]]), .ignored)
        default:
            throw .usage("in a batch it is insert PATH 0|-1 TEXT, or insert PATH before|after VALUE TEXT")
        }
    }
}
