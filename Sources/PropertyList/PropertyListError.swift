/// Why bytes are not a sound property list, and where.
package struct PropertyListError: Error, Equatable, Sendable {
    /// What is wrong.
    package enum Reason: Equatable, Sendable {
        /// The bytes begin like no property list that is known here.
        case notAPropertyList
        /// A binary property list of another version than 0 (`bplist15` and the like are other formats).
        case unsupportedVersion
        /// Fewer bytes than a header, one object, one offset and a trailer need.
        case tooShort
        /// A field of the trailer contradicts the length of the file or another field.
        case badTrailer(String)
        /// An object's offset lies in the header, in the offset table or behind it.
        case badOffset
        /// A reference to an object that the file does not have.
        case badReference
        /// A marker byte that no object begins with.
        case badMarker(UInt8)
        /// The count of an object is not an integer object.
        case badCount
        /// The object's content would reach into the offset table.
        case pastTheEnd
        /// A UID over 2^32 - 1, which Apple's reader refuses.
        case uidTooLarge
        /// A container holds itself.
        case cycle
        /// A dictionary key that is an array, a set or a dictionary; CoreFoundation takes every other object for a key.
        case containerAsKey
        /// Containers nested deeper than `Limits.depth`.
        case tooDeep
        /// Shared containers that expand to more elements than `Limits.expansion` allows.
        case tooManyElements
        /// XML that is not well formed or not a property list: what was expected.
        case badXML(String)
        /// A value that the other form cannot hold, and why.
        case notRepresentable(String)
    }

    /// What is wrong.
    package let reason: Reason
    /// The offset in bytes of the object or token that is wrong.
    package let offset: Int
    /// The number of the object in the object table, where one is concerned.
    package let object: Int?

    package init(_ reason: Reason, offset: Int, object: Int? = nil) {
        self.reason = reason
        self.offset = offset
        self.object = object
    }
}

extension PropertyListError: CustomStringConvertible {
    package var description: String {
        let place = object.map { "object \($0), offset \(offset)" } ?? "offset \(offset)"
        return "\(reason) (\(place))"
    }
}

extension PropertyListError.Reason: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notAPropertyList: "neither a binary nor an XML property list"
        case .unsupportedVersion: "a binary property list of an unsupported version"
        case .tooShort: "too short for a property list"
        case .badTrailer(let what): "the trailer is wrong: \(what)"
        case .badOffset: "an object offset outside of the object table"
        case .badReference: "a reference to an object that does not exist"
        case .badMarker(let marker): "unknown object marker 0x" + String(marker, radix: 16)
        case .badCount: "the count of an object is not an integer"
        case .pastTheEnd: "an object reaches past the end of the object table"
        case .uidTooLarge: "a UID over 4294967295"
        case .cycle: "a container that holds itself"
        case .containerAsKey: "a dictionary key that is a container"
        case .tooDeep: "containers nested more than \(Limits.depth) deep"
        case .tooManyElements: "shared containers that expand to too many elements"
        case .badXML(let what): "not a sound XML property list: \(what)"
        case .notRepresentable(let what): what
        }
    }
}
