/// The named limits of both forms, so that no input costs more than its size allows.
package enum Limits {
    /// The deepest nesting of property-list containers that is read.
    ///
    /// CoreFoundation has the same limit (CFBinaryPlist.c). Keyed archives nest by UID and never come near it.
    package static let depth = 512

    /// How many elements a file of `objects` objects may expand to where containers share containers.
    ///
    /// Without sharing a file has at most as many elements as bytes. What is over that has to fit into a megabyte, as
    /// files of some hundred bytes can ask for any number.
    package static func expansion(objects: Int, bytes: Int) -> Int { 8192 + objects + bytes }
}
