import FourLinesSettings

/// One run of a command.
struct Invocation {
    /// Its options and operands.
    let arguments: Arguments
    /// Where it reads and writes.
    let console: any Console
    /// Whom it talks to.
    let session: Session
    /// What the places of documents depend on.
    let surroundings: () throws(ClientError) -> DocumentLocations.Surroundings

    /// The operands, of which there have to be as many as these names.
    func operands(_ names: String...) throws(ClientError) -> [[UInt8]] { try arguments.operands(names) }

    /// The only operand; nil if there is none.
    ///
    /// - Throws: a usage error if there are more.
    func operand() throws(ClientError) -> [UInt8]? { try arguments.operands(["an operand"], optional: 1).first }

    /// Makes sure that there are no operands.
    func expectNoOperands() throws(ClientError) { _ = try arguments.operands([]) }

    /// Makes sure that two options were not given together.
    func refuse(_ first: Option, with second: Option) throws(ClientError) {
        guard arguments.has(first), arguments.has(second) else { return }
        throw .usage("\(first.name) and \(second.name) exclude each other")
    }
}
