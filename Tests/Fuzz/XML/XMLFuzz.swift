import FourLinesPropertyList

/// Reads an XML property list; what is accepted has to be sound, and stable once it is written.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    guard let list = try? BinaryPropertyList(xml: bytes) else { return 0 }
    do {
        _ = try PropertyListValidator.validate(list)
    } catch {
        fatalError("what was read from XML is unsound: \(error)")
    }
    do {
        let text = try list.xml()
        let back = try BinaryPropertyList(xml: text)
        guard try back.xml() == text else { fatalError("XML that was read back is written another way") }
    } catch {
        // XML 1.0 has no control characters, though they are read; nothing else may be lost.
        guard case .notRepresentable = error.reason else { fatalError("XML that was written is refused: \(error)") }
    }
    return 0
}
