import Foundation

/// The values that Foundation finds in an archive, as lines of text: of what lies in arrays, dictionaries and sets from
/// the root on, each object of a class that stands for one value.
///
/// The tests make the same lines of what the library says of these objects.
struct Values {
    private(set) var lines: [String] = []

    init(root: Any) { visit(root) }

    private mutating func visit(_ value: Any) {
        switch value {
        case let value as NSArray: for element in value { visit(element) }
        case let value as NSOrderedSet: for element in value { visit(element) }
        case let value as NSSet: for element in value { visit(element) }
        case let value as NSDictionary: for (_, element) in value { visit(element) }
        case let value as String: lines.append("text \(hex(Data(value.utf8)))")
        case let value as NSAttributedString: lines.append("attributed text \(hex(Data(value.string.utf8)))")
        case let value as Date: lines.append("date \(value.timeIntervalSinceReferenceDate.bitPattern)")
        case let value as URL: lines.append("URL \(value.absoluteString)")
        case let value as UUID: lines.append("UUID \(value.uuidString)")
        case let value as IndexSet: lines.append("index set \(ranges(value))")
        case let value as NSIndexSet: lines.append("index set \(ranges(value as IndexSet))")
        case let value as IndexPath: lines.append("index path \(value.map(String.init).joined(separator: " "))")
        case let value as Locale: lines.append("locale \(value.identifier)")
        case let value as NSRegularExpression:
            lines.append("regular expression \(value.options.rawValue) \(value.pattern)")
        case let value as NSValue where !(value is NSNumber): visit(value)
        default: break
        }
    }

    private mutating func visit(_ value: NSValue) {
        let type = unsafe String(cString: value.objCType)
        let range = unsafe String(cString: NSValue(range: NSRange()).objCType)
        if type == range { lines.append("range \(value.rangeValue.location) \(value.rangeValue.length)") }
    }

    private func ranges(_ set: IndexSet) -> String {
        set.rangeView.map { "\($0.lowerBound)+\($0.count)" }.joined(separator: " ")
    }

    private func hex(_ data: Data) -> String { data.map { String(format: "%02x", $0) }.joined() }
}
