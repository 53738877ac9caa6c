extension Graph {
    /// How much a graph holds, so that what is made of it finds its room at once.
    package struct Size: Sendable {
        /// The fields and elements of all containers.
        package internal(set) var slots = 0
        /// The fields alone.
        package internal(set) var fields = 0
    }

    /// How much the graph holds.
    package var size: Size {
        var size = Size()
        table.visit { _, container in
            size.slots += container.fields.count + container.elements.count
            size.fields += container.fields.count
        }
        return size
    }
}
