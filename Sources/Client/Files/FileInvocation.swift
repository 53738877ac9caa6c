/// One run of a command that works on files.
struct FileInvocation {
    /// Its options and operands.
    let arguments: Arguments
    /// Where it reads and writes.
    let console: any Console

    /// The operands, of which there have to be as many as these names.
    func operands(_ names: String..., optional: Int = 0) throws(ClientError) -> [[UInt8]] {
        try arguments.operands(names, optional: optional)
    }

    /// Makes sure that two options were not given together.
    func refuse(_ first: Option, with second: Option) throws(ClientError) {
        guard arguments.has(first), arguments.has(second) else { return }
        throw .usage("\(first.name) and \(second.name) exclude each other")
    }
}
