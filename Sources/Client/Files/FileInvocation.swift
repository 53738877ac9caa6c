/// One run of a command that works on files.
struct FileInvocation {
    /// Its options and operands.
    let arguments: Arguments
    /// Where it reads and writes.
    let console: any Console

    /// The operands, of which there have to be as many as these names.
    ///
    /// - Parameters:
    ///   - names: what the help calls them.
    ///   - optional: how many of the last ones may be missing.
    /// - Returns: the operands.
    /// - Throws: a usage error that names the first one that is missing, or one too many.
    func operands(_ names: String..., optional: Int = 0) throws(ClientError) -> [[UInt8]] {
        let operands = arguments.operands
        if operands.count > names.count {
            let text = String(decoding: operands[names.count], as: UTF8.self)
            throw .usage("“\(text)” is one argument too many")
        }
        guard operands.count >= names.count - optional else {
            throw .usage("\(names[operands.count]) is missing")
        }
        return operands
    }

    /// Makes sure that two options were not given together.
    func refuse(_ first: Option, with second: Option) throws(ClientError) {
        guard arguments.has(first), arguments.has(second) else { return }
        throw .usage("\(first.name) and \(second.name) exclude each other")
    }
}
