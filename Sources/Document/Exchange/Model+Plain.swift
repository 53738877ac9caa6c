import KeyedArchive

extension Model {
    /// An archive of the model as a plain property list: the fields of the root by their coder keys, or the one
    /// property that makes up the list.
    ///
    /// - Returns: the list, and what the model does not make again of it.
    /// - Throws: `ArchiveError` for what nests too deep, or without an end.
    func flattened(_ archive: Archive) throws(ArchiveError) -> (archive: Archive, losses: [PlainLoss]) {
        var (plain, losses) = try archive.flattened()
        let hasRootAlone = archive.graph.top.flatMap { archive.graph[$0] }?.fields.count == 1
        losses.removeAll { loss in
            switch loss.kind {
            case .className(let name, _): classes[name] != nil || name == "NSMutableArray"
            case .topKeys: hasRootAlone
            default: false
            }
        }
        if hasRootAlone, let plainRoot, case .object(let name) = root, let field = classes[name]?.field(plainRoot),
            let id = plain.graph.root.container, let slot = plain.graph.field(field.key, of: id)
        {
            plain = Archive(graph: plain.graph.cut(to: slot))
        }
        return (plain, losses)
    }
}
