import FourLinesDocument

/// A leaf of an archive, which is read here; `Leaf` is one that the daemon answered.
typealias ArchiveLeaf = FourLinesDocument.Leaf
