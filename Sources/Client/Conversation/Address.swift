/// What an operand means.
enum Address: Equatable, Sendable {
    /// An item of the list whose items have numbers; the number counts from 1, and may be one that no item has.
    case item(number: Int, of: ItemList)
    /// A key path, whose indices count from 0.
    case path([UInt8])

    /// The path; nil for a number that no item can have.
    var path: [UInt8]? {
        switch self {
        case .item(let number, let items): number > 0 ? items.path(ofIndex: number - 1) : nil
        case .path(let path): path
        }
    }

    /// A number as it is written for an item: digits alone, none of them a leading zero.
    ///
    /// - Returns: nil for anything else; the largest number for one that does not fit.
    static func bareNumber(_ operand: [UInt8]) -> Int? {
        guard let first = operand.first, first != UInt8(ascii: "0") || operand.count == 1 else { return nil }
        var value = 0
        for byte in operand {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            let (product, tooLong) = value.multipliedReportingOverflow(by: 10)
            let (sum, tooLarge) = product.addingReportingOverflow(Int(byte - UInt8(ascii: "0")))
            value = tooLong || tooLarge ? .max : sum
        }
        return value
    }

    /// A path without its last component.
    static func parent(of path: [UInt8]) -> [UInt8] {
        var index = path.endIndex
        while index > path.startIndex {
            index -= 1
            guard path[index] == UInt8(ascii: ".") else { continue }
            // A point behind an odd number of backslashes belongs to a name.
            let backslashes = path[..<index].reversed().prefix { $0 == UInt8(ascii: "\\") }.count
            if backslashes % 2 == 0 { return Array(path[..<index]) }
        }
        return []
    }

    /// The path of what stands one component below a path.
    ///
    /// - Parameters:
    ///   - component: with escapes, if it needs them.
    ///   - path: empty for the root object.
    /// - Returns: the longer path.
    static func child(_ component: String, of path: [UInt8]) -> [UInt8] {
        (path.isEmpty ? [] : path + [UInt8(ascii: ".")]) + Array(component.utf8)
    }
}
