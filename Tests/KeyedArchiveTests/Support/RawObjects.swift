import FourLinesPropertyList

/// The objects of a binary property list as the bytes that they are.
struct RawObjects {
    let view: BinaryPropertyList

    init(_ bytes: [UInt8]) throws { view = try BinaryPropertyList(bytes) }

    var count: Int { view.objectCount }

    subscript(number: Int) -> [UInt8]? {
        (try? view.extent(of: number)).map { Array(view.bytes[$0]) }
    }

    /// The numbers of the objects that another file has otherwise or not.
    func changes(in other: RawObjects) -> [Int] {
        (0..<count).filter { $0 >= other.count || (self[$0] != nil && self[$0] != other[$0]) }
    }
}
