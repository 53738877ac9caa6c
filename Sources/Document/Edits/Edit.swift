package import KeyedArchive

/// One edit of the document: what changed, when, and who did it.
package struct Edit: Sendable {
    /// What an edit does to the history.
    package enum Kind: Sendable, Equatable {
        /// Something new.
        case edit
        /// Takes back the edit of a revision.
        case undo(of: UInt64)
        /// Makes the edit of a revision once more.
        case redo(of: UInt64)
    }

    /// The revision that the document has with this edit.
    package let revision: UInt64
    /// What it does to the history.
    package let kind: Kind
    /// Who made it, and how.
    package let origin: Origin
    /// The changes in order, each with both sides.
    package let changes: [Change]
    /// The changes as a record holds them, without identities; nil for a large edit, which does not fit one.
    package let record: [UInt8]?
    /// The whole document as it was before, where an edit replaced it; it has no changes then.
    package let replaced: DocumentState?

    /// Who made an edit, when, and by which command.
    package struct Origin: Sendable, Equatable {
        /// Microseconds since 1970-01-01 UTC.
        package var time: Int64
        /// The name that the client gave itself; empty if it gave none.
        package var client: String
        /// The name of the command, in lower case.
        package var command: String
        /// The path that the command was given first; empty if it was given none.
        package var path: String

        package init(time: Int64, client: String, command: String, path: String = "") {
            self.time = time
            self.client = client
            self.command = command
            self.path = path
        }
    }
}
