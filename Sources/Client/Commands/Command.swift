/// A command of the program, with its own help.
struct Command: Sendable {
    /// The word that calls it.
    let name: String
    /// The operands and options as the help shows them, without the program's and the command's name.
    let usage: String
    /// One line of help.
    let summary: String
    /// Command lines that show what it is good for, without the program's name, each with what it does.
    let examples: [Example]
    /// What else there is to know, in lines of up to 80 characters.
    var details: [String] = []
    /// Its own options.
    var options: [Option] = []
    /// How many operands may be followed by options; nil if options may stand anywhere.
    var operandsBeforeText: Int?
    /// Does it.
    let run: @Sendable (Invocation) throws(ClientError) -> Void

    /// A command line with what it does.
    struct Example: Equatable, Sendable {
        /// The line, without the program's name.
        let line: String
        /// What it does, without a full stop.
        let meaning: String

        init(_ line: String, _ meaning: String) {
            self.line = line
            self.meaning = meaning
        }
    }
}
