extension History {
    /// How an edit is taken back, or made once more.
    enum Way {
        /// By what an edit did.
        case forth(Content)
        /// By the reverse of what an edit did.
        case back(Content)
        /// By the document as it was at a revision, which has to be found.
        case past(UInt64)
        /// It is not known.
        case none
    }

    /// The revision of the document that UNDO needs, if the edit that it takes back does not say what it did.
    package var pastOfUndo: UInt64? {
        guard let entry = nextUndo, case .past(let revision) = wayBack(entry) else { return nil }
        return revision
    }

    /// The revision of the document that REDO needs, if the edit that it makes does not say what it did.
    package var pastOfRedo: UInt64? {
        guard let entry = nextRedo, case .past(let revision) = wayForth(entry) else { return nil }
        return revision
    }

    /// How an edit is taken back: as it was made, or as it was made once more.
    func wayBack(_ entry: Entry) -> Way {
        if entry.content.isDirect { return .back(entry.content) }
        let again = entries.last { $0.kind == .redo(of: entry.revision) }
        if let again, again.content.isDirect { return .back(again.content) }
        return [again, entry].lazy.compactMap { $0.flatMap(past) }.first ?? .none
    }

    /// How an edit is made once more: as it was made, or as the reverse of how it was taken back.
    func wayForth(_ entry: Entry) -> Way {
        if entry.content.isDirect { return .forth(entry.content) }
        guard let back = entries.last(where: { $0.kind == .undo(of: entry.revision) }) else { return .none }
        return back.content.isDirect ? .back(back.content) : past(back) ?? .none
    }

    /// The document before an edit, if it is kept.
    private func past(_ entry: Entry) -> Way? {
        guard case .kept = entry.content else { return nil }
        return .past(entry.revision - 1)
    }
}
