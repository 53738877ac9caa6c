/// One value that two documents do not have in common.
struct Difference: Equatable, Sendable {
    /// The path: in the newer document, or in the older one if it has no place in the newer.
    let path: [UInt8]
    /// What the older document has there; nil if it has nothing.
    let old: DifferenceValue?
    /// What the newer document has there; nil if it has nothing.
    let new: DifferenceValue?

    /// Adds the lines for a person: `-` with the old value, `+` with the new one.
    func append(to output: inout [UInt8]) {
        for (mark, value) in [("- ", old), ("+ ", new)] {
            guard let value else { continue }
            output += mark.utf8
            output += path.isEmpty ? [UInt8(ascii: ".")] : TerminalText.escaped(path, .line)
            output += "  ".utf8
            value.append(to: &output)
            output.append(UInt8(ascii: "\n"))
        }
    }

    /// The same for a program.
    var json: JSONValue {
        let change = old == nil ? "added" : new == nil ? "removed" : "changed"
        var members = [JSONMember("path", .string(path)), JSONMember("change", .text(change))]
        if let old { members.append(JSONMember("old", old.json)) }
        if let new { members.append(JSONMember("new", new.json)) }
        return .object(members)
    }
}
