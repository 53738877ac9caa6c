/// What a container holds while a writer goes through it, where it lies in the graph.
enum Members {
    case elements(SlotList)
    /// Fields, and their positions in the order in which they are written; nil if that is the order in which they lie.
    case fields([Container.Field], [Int]?)
    /// Keys and values, and their positions in the order in which they are written.
    case entries(SlotList, SlotList, [Int])
    /// The entries of `$objects`.
    case objects
}
