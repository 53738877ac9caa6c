import FourLinesRESP

/// All commands, found by name without regard to case.
struct CommandTable {
    /// The commands, in the order of their families.
    let all: [Command]
    private let names: CommandNameTable

    init() {
        all =
            ConnectionCommands.all + ClientCommands.all + ValueCommands.all + KeyCommands.all + ListCommands.all
            + HashCommands.all + ObjectCommands.all + TransactionCommands.all + HistoryCommands.all
            + EventCommands.all + PersistenceCommands.all + ExchangeCommands.all + ServerCommands.all
            + ConfigurationCommands.all
        names = CommandNameTable(all.map(\.name))
    }

    /// The command with the name that stands in a range of a client's input.
    func find(_ range: Range<Int>, in input: borrowing InputBuffer) -> Command? {
        names.number(of: input.bytes, range).map { all[$0] }
    }

    /// The command with a name.
    func find(_ name: [UInt8]) -> Command? { names.number(of: name, 0..<name.count).map { all[$0] } }
}
