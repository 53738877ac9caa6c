import KeyedArchive

extension Refusal {
    /// How much of a value stands in a refusal, in bytes.
    private static let shownLength = 64

    /// A text that is no value of a field's kind.
    static func unfit(_ bytes: [UInt8], _ kind: LeafKind, _ path: String, _ failure: LeafText.Failure) -> Refusal {
        let path = path.isEmpty ? "the root" : path
        switch failure {
        case .malformed(let offset):
            return Refusal(
                "invalid UTF-8",
                detail: "\(path) is a \(kind.rawValue), and byte \(offset) of \(bytes.count) is not UTF-8")
        case .unreadable(let expected):
            let text = String(decoding: bytes.prefix(shownLength), as: UTF8.self)
            let rest = bytes.count > shownLength ? "…" : ""
            return Refusal(
                "value does not fit",
                detail: "\(path) is of type \(kind.rawValue), and “\(text)\(rest)” is not \(expected)")
        case .unsettable:
            return Refusal("value does not fit", detail: "\(path) is \(kind.rawValue), which no text can be")
        }
    }

    /// A change of the number of elements of a list that the model fixes.
    static func fixed(_ path: String, _ count: Int) -> Refusal {
        Refusal("the list is fixed", detail: "\(path) has \(count) elements by its model, no more and no fewer")
    }
}
