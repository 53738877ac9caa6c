extension Slot {
    /// A word for a key that is no text, in a place where only texts stand.
    var keyDescription: String {
        switch kind {
        case .boolean: boolean == true ? "true" : "false"
        case .integer: integer.map { "\($0)" } ?? ""
        case .real32: real32.map { "\($0)" } ?? ""
        case .real64, .date: real.map { "\($0)" } ?? ""
        case .uid: uid.map { "uid \($0)" } ?? ""
        case .data: "data of \(byteCount) bytes"
        default: "null"
        }
    }
}
