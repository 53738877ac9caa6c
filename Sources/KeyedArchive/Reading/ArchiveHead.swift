import FourLinesPropertyList

/// The top of a keyed archive: the dictionary with `$archiver`, `$version`, `$top` and `$objects`.
struct ArchiveHead {
    /// `$objects`.
    let objects: BinaryObject.References
    /// Whether the first of `$objects` is the string `$null`, so that UID 0 is nil.
    let zeroIsNil: Bool

    /// Whether the top object is a dictionary with the keys of a keyed archive; not yet whether it is a sound one.
    static func isThere(in view: BinaryPropertyList) throws(ArchiveError) -> Bool {
        guard case .dictionary(let keys, _) = try object(view.topObject, in: view) else { return false }
        var found = 0
        for index in 0..<keys.count {
            let key = view.text(try object(try reference(keys, index, in: view), in: view))
            if key == "$archiver" || key == "$objects" || key == "$top" { found += 1 }
        }
        return found >= 2
    }

    /// Reads the top object.
    ///
    /// - Throws: `notAnArchive` with what is missing; `version` if it is not the one that there is.
    init(_ view: BinaryPropertyList) throws(ArchiveError) {
        guard case .dictionary(let keys, let values) = try Self.object(view.topObject, in: view) else {
            throw .notAnArchive("the top object is not a dictionary")
        }
        var parts: [Text: BinaryObject] = [:]
        for index in 0..<keys.count {
            let key = view.text(try Self.object(try Self.reference(keys, index, in: view), in: view))
            guard let key, parts[key] == nil else { continue }
            parts[key] = try Self.object(try Self.reference(values, index, in: view), in: view)
        }
        guard case .array(let objects)? = parts["$objects"] else {
            throw .notAnArchive("there is no array $objects")
        }
        guard case .dictionary? = parts["$top"] else { throw .notAnArchive("there is no dictionary $top") }
        guard let archiver = parts["$archiver"], view.text(archiver) != nil else {
            throw .notAnArchive("there is no string $archiver")
        }
        guard let version = parts["$version"] else { throw .notAnArchive("there is no integer $version") }
        guard case .integer(let low, _, _) = version else { throw .notAnArchive("$version is not an integer") }
        guard low == 100_000 else { throw .version("\(low)") }
        self.objects = objects
        guard objects.count > 0 else {
            zeroIsNil = false
            return
        }
        let first = try Self.object(try Self.reference(objects, 0, in: view), in: view)
        zeroIsNil = view.text(first) == "$null"
    }

    private static func object(
        _ number: Int, in view: BinaryPropertyList
    ) throws(ArchiveError) -> BinaryObject {
        do { return try view.object(number) } catch { throw .propertyList(error) }
    }

    private static func reference(
        _ run: BinaryObject.References, _ index: Int, in view: BinaryPropertyList
    ) throws(ArchiveError) -> Int {
        do { return try view.reference(run, index) } catch { throw .propertyList(error) }
    }
}
