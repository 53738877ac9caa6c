/// One run of a command.
struct Invocation {
    /// Its options and operands.
    let arguments: Arguments
    /// Where it reads and writes.
    let console: any Console
    /// Whom it talks to.
    let session: Session

    /// The only operand; nil if there is none.
    ///
    /// - Throws: a usage error if there are more.
    func operand() throws(ClientError) -> [UInt8]? {
        guard arguments.operands.count <= 1 else { throw Self.tooMany(arguments.operands[1]) }
        return arguments.operands.first
    }

    /// Makes sure that there are no operands.
    func expectNoOperands() throws(ClientError) {
        if let operand = arguments.operands.first { throw Self.tooMany(operand) }
    }

    /// Makes sure that two options were not given together.
    func refuse(_ first: Option, with second: Option) throws(ClientError) {
        guard arguments.has(first), arguments.has(second) else { return }
        throw .usage("\(first.name) and \(second.name) exclude each other")
    }

    private static func tooMany(_ operand: [UInt8]) -> ClientError {
        .usage("“\(String(decoding: operand, as: UTF8.self))” is one argument too many")
    }
}
