package import KeyedArchive

/// One edit of the document: what changed, when, and who did it.
package struct Edit: Sendable {
    /// The revision that the document has with this edit.
    package let revision: UInt64
    /// Who made it, and how.
    package let origin: Origin
    /// The changes in order, each with both sides.
    package let changes: [Change]

    /// Who made an edit, when, and by which command.
    package struct Origin: Sendable, Equatable {
        /// Microseconds since 1970-01-01 UTC.
        package var time: Int64
        /// The name that the client gave itself; empty if it gave none.
        package var client: String
        /// The name of the command, in lower case.
        package var command: String

        package init(time: Int64, client: String, command: String) {
            self.time = time
            self.client = client
            self.command = command
        }
    }
}
