package import KeyedArchive

/// What a document is made of: its file, its root object, and the fields of its classes.
///
/// A model is a file of `[Model]` and `[Class NAME]` sections; those that come with the program lie in
/// `config/models`.
package struct Model: Equatable, Sendable {
    /// The name by which it is chosen.
    package var name: String
    /// One line about it.
    package var description: String
    /// The name of the state file.
    package var file: String
    /// The key in `$top` under which the root object stands.
    package var rootKey: Text
    /// The type of the root object.
    package var root: FieldType
    /// The list that bare numbers count, as a path of property names; nil if there is none.
    package var items: KeyPath?
    /// The classes, by name.
    package var classes: [Text: ClassModel]

    /// One class.
    package struct ClassModel: Equatable, Sendable {
        /// The names from the class itself to the root class.
        package var chain: [Text]
        /// The fields in the order of encoding.
        package var fields: [FieldModel]
    }

    /// One field of a class.
    package struct FieldModel: Equatable, Sendable {
        /// The property name, which key paths use.
        package var name: Text
        /// The coder key, under which the archive has it.
        package var key: Text
        /// Its type.
        package var type: FieldType
    }

    /// The class name of the root object, or nil if it is a list.
    package var rootClass: Text? {
        if case .object(let name) = root { return name }
        return nil
    }
}
