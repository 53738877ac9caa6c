package import KeyedArchive

/// What a document is made of: its file, its root object, and the fields of its classes.
///
/// A model is a file of `[Model]`, `[Class NAME]` and `[Default]` sections; those that come with the program lie in
/// `config/models`.
package struct Model: Equatable, Sendable {
    /// The name by which it is chosen.
    package var name: String
    /// One line about it.
    package var description: String
    /// The name of the state file.
    package var file: String
    /// The form of a new state file.
    package var format: Format
    /// The key in `$top` under which the root object stands.
    package var rootKey: Text
    /// The type of the root object.
    package var root: FieldType
    /// The list that bare numbers count, as a path of property names, empty for the root; nil if there is none.
    package var items: KeyPath?
    /// The property of the root object that alone makes up the plain property list; nil if the list has all of them,
    /// by their coder keys.
    package var plainRoot: Text?
    /// The classes, by name.
    package var classes: [Text: ClassModel]
    /// What makes the default document out of empty fields.
    package var defaults: [DefaultStep]
    /// Dates of the default that are given in local time, in seconds since 2001-01-01 00:00 UTC, by their texts.
    package internal(set) var localDates: [Text: Double] = [:]

    /// The form of a state file.
    package enum Format: String, Sendable, CaseIterable {
        /// A binary keyed archive.
        case archive
        /// A keyed archive in XML.
        case archiveXML = "archive-xml"
        /// A plain binary property list.
        case plist
        /// A plain property list in XML.
        case plistXML = "plist-xml"

        /// Whether it is a plain property list, in which values have no classes.
        package var isPlain: Bool { self == .plist || self == .plistXML }
        /// Whether it is XML.
        package var isXML: Bool { self == .archiveXML || self == .plistXML }
    }

    /// One class.
    package struct ClassModel: Equatable, Sendable {
        /// The names from the class itself to the root class.
        package var chain: [Text]
        /// The fields in the order of encoding.
        package var fields: [FieldModel]
        /// The property that no two elements of a list have the same; nil if there is none.
        package var uniqueField: Text?

        /// The field with a property name, or else with a coder key.
        package func field(_ name: Text) -> FieldModel? {
            fields.first { $0.name == name } ?? fields.first { $0.key == name }
        }
    }

    /// One field of a class.
    package struct FieldModel: Equatable, Sendable {
        /// The property name, which key paths use.
        package var name: Text
        /// The coder key, under which the archive has it.
        package var key: Text
        /// Its type.
        package var type: FieldType
        /// Whether it is nil by default.
        package var isOptional = false
        /// The text form of its default; nil for the empty text, zero, and the like.
        package var defaultText: [UInt8]?
    }

    /// One step that leads from empty fields to the default document.
    package enum DefaultStep: Equatable, Sendable {
        /// Sets the value at a path.
        case set(KeyPath, [UInt8])
        /// Appends values to a list.
        case push(KeyPath, [[UInt8]])
        /// Appends an object to a list, with some of its fields.
        case add(KeyPath, [(field: KeyPath, value: [UInt8])])
        /// Makes the object at a path the one at another.
        case share(KeyPath, with: KeyPath)

        package static func == (left: DefaultStep, right: DefaultStep) -> Bool {
            switch (left, right) {
            case (.set(let path, let value), .set(let other, let text)): path == other && value == text
            case (.push(let path, let values), .push(let other, let texts)): path == other && values == texts
            case (.add(let path, let fields), .add(let other, let others)):
                path == other && fields.elementsEqual(others) { $0.field == $1.field && $0.value == $1.value }
            case (.share(let path, let source), .share(let other, let origin)): path == other && source == origin
            default: false
            }
        }
    }

    /// The class name of the root object, or nil if it is a list or a dictionary.
    package var rootClass: Text? {
        if case .object(let name) = root { return name }
        return nil
    }

    /// Whether a document of it can be a plain property list: its root is an object, of which the fields are the keys.
    package var hasPlainForm: Bool { rootClass != nil }

    /// Whether the document is free, as a database of Redis is: a dictionary of anything, in which a path is one
    /// literal key, SET replaces what is there, and an emptied list or hash vanishes.
    package var isFree: Bool { root == .dictionary(of: .any) }
}
