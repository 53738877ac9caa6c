/// A command line, taken apart: the options that were given, and the operands in their order.
struct Arguments: Equatable, Sendable {
    /// The operands, the command's name not among them.
    private(set) var operands: [[UInt8]] = []
    private var values: [String: [UInt8]] = [:]

    /// Whether an option was given.
    func has(_ option: Option) -> Bool { has(option.name) }

    /// Whether an option was given, by its name.
    func has(_ name: String) -> Bool { values[name] != nil }

    /// The value of an option, as bytes; the last one if it was given more than once.
    func value(_ name: String) -> [UInt8]? { values[name] }

    /// The value of an option that is a text.
    ///
    /// - Throws: a usage error for a value that is not UTF-8.
    func text(_ name: String) throws(ClientError) -> String? {
        guard let bytes = values[name] else { return nil }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .usage("the value of \(name) is not UTF-8")
        }
        return text
    }

    /// Takes a command line apart.
    ///
    /// An argument that begins with a hyphen is an option, `-` alone and a negative number are not; `--` ends the
    /// options.
    ///
    /// - Parameters:
    ///   - arguments: without the program's name.
    ///   - options: those that are known.
    ///   - operandsBeforeText: how many operands may be followed by options; behind them everything is an operand. Nil
    ///     if options may stand anywhere.
    /// - Throws: a usage error that names the argument.
    init(
        _ arguments: [[UInt8]], options: [Option], operandsBeforeText: Int? = nil
    ) throws(ClientError) {
        var rest = arguments[...]
        var areOptionsOver = false
        while let argument = rest.popFirst() {
            if let operandsBeforeText, operands.count >= operandsBeforeText { areOptionsOver = true }
            guard !areOptionsOver, argument.count > 1, argument.first == UInt8(ascii: "-"),
                Address.bareNumber(Array(argument.dropFirst())) == nil
            else {
                operands.append(argument)
                continue
            }
            if argument == Array("--".utf8) {
                areOptionsOver = true
                continue
            }
            let (name, attached) = Self.split(argument)
            guard let option = options.first(where: { $0.name == name }) else {
                throw Self.unknown(name, options)
            }
            guard option.value != nil else {
                guard attached == nil else { throw .usage("\(name) takes no value") }
                values[name] = []
                continue
            }
            guard let value = attached ?? rest.popFirst() else { throw .usage("\(option.usage): the value is missing") }
            values[name] = value
        }
    }

    /// The operands, of which there have to be as many as these names.
    ///
    /// - Parameters:
    ///   - names: what the help calls them.
    ///   - optional: how many of the last ones may be missing.
    /// - Returns: the operands.
    /// - Throws: a usage error that names the first one that is missing, or one too many.
    func operands(_ names: [String], optional: Int = 0) throws(ClientError) -> [[UInt8]] {
        if operands.count > names.count {
            throw .usage("“\(String(decoding: operands[names.count], as: UTF8.self))” is one argument too many")
        }
        guard operands.count >= names.count - optional else { throw .usage("\(names[operands.count]) is missing") }
        return operands
    }

    /// The operands without the first, the command's name.
    mutating func takeCommand() -> [UInt8]? { operands.isEmpty ? nil : operands.removeFirst() }

    /// The name of an option, and the value that is joined to it by an equals sign.
    private static func split(_ argument: [UInt8]) -> (name: String, value: [UInt8]?) {
        guard argument != Array("-h".utf8) else { return ("--help", nil) }
        guard argument.starts(with: Array("--".utf8)), let equals = argument.firstIndex(of: UInt8(ascii: "=")) else {
            return (String(decoding: argument, as: UTF8.self), nil)
        }
        return (String(decoding: argument[..<equals], as: UTF8.self), Array(argument[(equals + 1)...]))
    }

    private static func unknown(_ name: String, _ options: [Option]) -> ClientError {
        // A hyphen and a letter is as near to any other letter.
        let nearest = name.utf8.count > 2 ? Spelling.nearest(to: name, among: options.map(\.name)) : nil
        let hint = nearest.map { "did you mean \($0)?" } ?? "a text that begins with a hyphen goes behind --"
        return .usage("there is no option “\(name)” here; \(hint)")
    }
}
