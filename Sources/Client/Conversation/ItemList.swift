/// The list whose items have numbers.
struct ItemList: Equatable, Sendable {
    /// Its path; empty for the root object.
    let path: [UInt8]
    /// What its items are called together.
    let noun: String

    /// A list at a path.
    init(path: String) {
        self.path = Array(path.utf8)
        let name = path.split(separator: ".").last.map(String.init) ?? ""
        noun = name.isEmpty ? "items" : name
    }

    /// The list that the daemon names: the field `items`, whose value is empty for the root object.
    ///
    /// A daemon that tells its model and no list has none, and neither has a document without a model. One that tells
    /// nothing of its document is taken to hold four lines.
    init?(_ information: Information) {
        switch (information["model"], information["items"]) {
        case (nil, nil): self.init(path: "lines")
        case ("", ""), (_, nil): return nil
        case (_, let path?): self.init(path: path)
        }
    }

    /// Whether a path would be one of an item: the list's, and an index from either end.
    func isItem(_ path: [UInt8]) -> Bool {
        let prefix = self.path.isEmpty ? [] : self.path + [UInt8(ascii: ".")]
        guard path.starts(with: prefix) else { return false }
        let index = path.dropFirst(prefix.count)
        return Address.bareNumber(Array(index.first == UInt8(ascii: "-") ? index.dropFirst() : index)) != nil
    }

    /// The path of an item, whose index counts from 0.
    func path(ofIndex index: Int) -> [UInt8] { Address.child(String(index), of: path) }
}
