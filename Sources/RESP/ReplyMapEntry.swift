/// A key and its value in a map reply.
package struct ReplyMapEntry: Hashable, Sendable {
    /// The key, most often a bulk string.
    package var key: Reply
    /// The value.
    package var value: Reply

    /// Makes an entry.
    package init(_ key: Reply, _ value: Reply) {
        self.key = key
        self.value = value
    }
}
