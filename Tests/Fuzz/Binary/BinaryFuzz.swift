import FourLinesPropertyList

/// Reads a binary property list in every way there is; what is sound has to survive XML.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    guard let list = try? BinaryPropertyList(bytes) else { return 0 }
    for number in 0..<min(list.objectCount, 4096) {
        guard let extent = try? list.extent(of: number) else { continue }
        guard extent.lowerBound >= 8, extent.upperBound <= list.offsetTable else {
            fatalError("object \(number) lies outside of the objects")
        }
    }
    let isSound = (try? PropertyListValidator.validate(list)) != nil
    guard let text = try? list.xml() else { return 0 }
    guard isSound, let back = try? BinaryPropertyList(xml: text), let again = try? back.xml() else {
        fatalError("what was written as XML does not read back")
    }
    guard again == text else { fatalError("XML that was read back is written another way") }
    return 0
}
