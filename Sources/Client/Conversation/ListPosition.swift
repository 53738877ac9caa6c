import FourLinesRESP

/// Where in a list: an index from 0, or counted from the end if it is negative; or the number of an item.
struct ListPosition: Sendable {
    private let value: Int64
    private let item: (number: Int, list: ItemList)?

    /// Reads an operand.
    ///
    /// - Throws: a usage error for anything but an integer.
    init(_ operand: [UInt8]) throws(ClientError) {
        guard let value = NumberText.integer(operand) else {
            throw .usage(
                "“\(String(decoding: operand, as: UTF8.self))” is no index: they count from 0, and -1 is the last")
        }
        self.value = value
        item = nil
    }

    /// The position of an item by its number, which counts from 1.
    init(item number: Int, of list: ItemList) {
        value = Int64(number) - 1
        item = (number, list)
    }

    /// The index among a number of places; nil if there is no such place.
    func index(among count: Int) -> Int? {
        let index = value < 0 ? value + Int64(count) : value
        return index >= 0 && index < Int64(count) ? Int(index) : nil
    }

    /// That there is no such place in a list of so many elements.
    func missing(in path: [UInt8], count: Int, _ session: Session) throws(ClientError) -> ClientError {
        if let item { return try session.missingItem(item.number, of: item.list) }
        let name = path.isEmpty ? "the root" : "“\(String(decoding: path, as: UTF8.self))”"
        if count == 0, try session.reply(to: Request("TYPE", with: [path])).bytes == Array("none".utf8) {
            return .nothing("there is no list \(name)")
        }
        let there =
            switch count {
            case 0: "is empty"
            case 1: "has one element, 0"
            default: "has \(count) elements, 0 to \(count - 1)"
            }
        return .nothing("\(name) \(there), and no \(value)")
    }
}
