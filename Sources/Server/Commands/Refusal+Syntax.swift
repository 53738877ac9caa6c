import FourLinesDocument

extension Refusal {
    /// Arguments that the command does not understand.
    static let syntax = Refusal("syntax error")
}
