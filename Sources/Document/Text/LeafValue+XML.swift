import FourLinesPropertyList
import KeyedArchive

extension LeafValue {
    /// Why a file in XML cannot hold the value, in words; nil if it can.
    ///
    /// In a plain property list dates have no fractions of a second. An edit that the next save would have to refuse must not be acknowledged, nor one that a restart would change.
    func xmlMismatch(isPlain: Bool) -> String? {
        var encoder = XMLEncoder()
        do throws(XMLUnrepresentable) {
            switch self {
            case .plain(let slot) where slot.kind == .string: try encoder.string(slot.bytes, 0..<slot.byteCount)
            case .mutableString(let bytes), .url(let bytes): try encoder.string(bytes, 0..<bytes.count)
            case .date(let seconds) where isPlain:
                try encoder.date(seconds)
                guard seconds == seconds.rounded(.down) else { return "XML cannot hold the fraction of a second" }
            case .plain, .mutableData, .date, .uuid, .decimal: break
            }
            return nil
        } catch { return error.description }
    }
}
