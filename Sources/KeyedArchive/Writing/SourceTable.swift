import FourLinesPropertyList

/// What the object table of a source file says about who uses what.
///
/// An object that only one place uses may be replaced where it stands; any other has to be left as it is.
struct SourceTable {
    /// Stands for an object or a UID that there is not.
    static let none = UInt32.max

    /// The file.
    let view: BinaryPropertyList
    /// The number of the array `$objects`, or nil in a plain property list.
    let objectsNumber: Int?
    /// The objects that stand in `$objects`, by UID.
    let entries: [UInt32]
    /// Whether UID 0 is the string `$null`, and so nil.
    let zeroIsNil: Bool
    /// How many references name each object; the trailer's counts as one.
    private(set) var uses: [UInt32]
    /// How many containers of the graph each object is, up to 255.
    private(set) var expansions: [UInt8]
    /// The first UID that names each object, or `none`.
    private(set) var uidOfObject: [UInt32]
    /// The first object that is each UID, or `none`.
    private(set) var uidObjects: [UInt32]
    /// How many references to its objects each UID has.
    private(set) var uidUses: [UInt32]
    /// Which objects cannot be read, because nothing ever did.
    private(set) var unreadable: Set<Int> = []

    /// Looks through a table.
    ///
    /// - Throws: `tooManyElements` if its objects overlap so that they are much longer than the file.
    init(_ source: Source) throws(ArchiveError) {
        view = source.view
        objectsNumber = Self.objectsNumber(source)
        entries = Self.references(of: objectsNumber, in: view)
        zeroIsNil = Self.isNull(entries.first, in: view)
        let count = view.objectCount
        uses = Array(repeating: 0, count: count)
        expansions = Array(repeating: 0, count: count)
        uidOfObject = Array(repeating: Self.none, count: count)
        uidObjects = Array(repeating: Self.none, count: entries.count)
        uidUses = Array(repeating: 0, count: entries.count)
        for (uid, number) in entries.enumerated() where uidOfObject[Int(number)] == Self.none {
            uidOfObject[Int(number)] = UInt32(uid)
        }
        try countReferences()
        countUIDs()
        source.pristine.table.visit { _, container in
            let origin = Int(container.origin)
            if expansions[origin] < .max { expansions[origin] += 1 }
        }
    }

    /// Whether a container stands in one place only, so that it may change where it is.
    func isExclusive(_ container: Container) -> Bool {
        uses[Int(container.origin)] == 1 && expansions[Int(container.origin)] == 1
    }

    /// An object as a leaf, or nil if it is none.
    func leaf(_ number: Int, isReference: Bool) -> Slot? {
        guard number < view.objectCount, let object = try? view.object(number) else { return nil }
        return view.leaf(object, number: number, isReference: isReference)
    }

    private mutating func countReferences() throws(ArchiveError) {
        var length = 0
        let most = Limits.expansion(objects: view.objectCount, bytes: 4 * view.bytes.count)
        uses[view.topObject] += 1
        for number in 0..<view.objectCount {
            guard let object = try? view.object(number), let extent = try? view.extent(of: number) else {
                unreadable.insert(number)
                continue
            }
            length += extent.count
            guard length <= most else {
                throw .propertyList(PropertyListError(.tooManyElements, offset: extent.lowerBound, object: number))
            }
            let counted: Bool =
                switch object {
                case .array(let run), .set(let run): count(run)
                case .dictionary(let keys, let values): count(keys) && count(values)
                default: true
                }
            if !counted { unreadable.insert(number) }
        }
    }

    private mutating func count(_ run: BinaryObject.References) -> Bool {
        for index in 0..<run.count {
            guard let number = try? view.reference(run, index) else { return false }
            uses[number] += 1
        }
        return true
    }

    private mutating func countUIDs() {
        for number in 0..<view.objectCount {
            guard case .uid(let uid, _)? = try? view.object(number), Int(uid) < entries.count else { continue }
            uidUses[Int(uid)] += uses[number]
            let known = uidObjects[Int(uid)]
            // A copy that is used is better than one that no one refers to.
            if known == Self.none || (uses[Int(known)] == 0 && uses[number] > 0) {
                uidObjects[Int(uid)] = UInt32(number)
            }
        }
    }

    private static func objectsNumber(_ source: Source) -> Int? {
        guard let root = source.pristine.container(source.pristine.root),
            let position = root.fields.firstIndex(where: { $0.slot.kind == .objects }),
            case .dictionary(_, let values)? = try? source.view.object(Int(root.origin)), position < values.count
        else { return nil }
        return try? source.view.reference(values, position)
    }

    private static func references(of array: Int?, in view: BinaryPropertyList) -> [UInt32] {
        guard let array, case .array(let run)? = try? view.object(array) else { return [] }
        return (0..<run.count).compactMap { index in
            (try? view.reference(run, index)).map { UInt32(truncatingIfNeeded: $0) }
        }
    }

    private static func isNull(_ number: UInt32?, in view: BinaryPropertyList) -> Bool {
        guard let number, let object = try? view.object(Int(number)) else { return false }
        return view.decode(object) == Array("$null".utf8)
    }
}
