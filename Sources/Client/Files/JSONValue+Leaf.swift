import FourLinesDocument
import KeyedArchive

extension JSONValue {
    /// A leaf: texts, dates, URLs and UUIDs are strings, numbers numbers where JSON has them, data is base64.
    init(_ leaf: ArchiveLeaf) {
        let bytes = LeafText.bytes(of: leaf)
        switch leaf.kind {
        case .nil, .null: self = .null
        case .boolean: self = .boolean(leaf.value.boolean == true)
        case .integer, .uid: self = .number(String(decoding: bytes, as: UTF8.self))
        case .real32, .real64:
            let text = String(decoding: bytes, as: UTF8.self)
            self = leaf.value.real?.isFinite == true ? .number(text) : .text(text)
        case .data, .mutableData: self = .data(bytes)
        case .string, .mutableString, .decimal, .date, .url, .uuid: self = .string(bytes)
        }
    }
}
