package import FourLinesDocument

/// What a record of the journal says.
package struct JournalRecord: Sendable {
    /// What it is about.
    package enum Content: Sendable {
        /// An edit: its changes.
        case edit(Edit.Kind, record: [UInt8])
        /// A large edit, which was committed by a save: the archive before it, as a generation has it.
        case large(Edit.Kind, before: Generation)
        /// An archive that has the name, or is about to get it.
        case checkpoint(Checkpoint)
        /// The archive has its name and is durable; of the revision.
        case saved
        /// A generation that is kept: the first of a group is the previous archive.
        case generation(Generation)
        /// Revisions that say nothing, up to that of the record: their edits were refused or lost.
        case void(from: UInt64)
    }

    /// The revision that it is about.
    package let revision: UInt64
    /// How far the segment was synced when the record was written, in bytes.
    package var synced: UInt64
    /// Who made the edit, and when.
    package let origin: Edit.Origin
    package let content: Content

    package init(revision: UInt64, synced: UInt64, origin: Edit.Origin, content: Content) {
        self.revision = revision
        self.synced = synced
        self.origin = origin
        self.content = content
    }

    /// Whether it is about an edit, and not about archives.
    var isEdit: Bool {
        switch content {
        case .edit, .large: true
        case .checkpoint, .saved, .generation, .void: false
        }
    }

    private enum Tag: UInt8 {
        case edit = 1
        case undo
        case redo
        case large
        case largeUndo
        case largeRedo
        case checkpoint
        case saved
        case generation
        case void

        init(_ kind: Edit.Kind, isLarge: Bool) {
            switch kind {
            case .edit: self = isLarge ? .large : .edit
            case .undo: self = isLarge ? .largeUndo : .undo
            case .redo: self = isLarge ? .largeRedo : .redo
            }
        }
    }

    // MARK: - Bytes

    /// The payload.
    package var payload: [UInt8] {
        var writer = RecordWriter()
        switch content {
        case .edit(let kind, _): head(Tag(kind, isLarge: false), kind, &writer)
        case .large(let kind, _): head(Tag(kind, isLarge: true), kind, &writer)
        case .checkpoint: head(.checkpoint, .edit, &writer)
        case .saved: head(.saved, .edit, &writer)
        case .generation: head(.generation, .edit, &writer)
        case .void: head(.void, .edit, &writer)
        }
        switch content {
        case .edit(_, let record): writer.raw(record)
        case .saved: break
        case .void(let first): writer.number(first)
        case .checkpoint(let checkpoint):
            writer.digest(checkpoint.digest)
            writer.word(checkpoint.inode)
            writer.signed(checkpoint.size)
            writer.signed(checkpoint.modificationTime)
        case .large(_, let generation), .generation(let generation):
            writer.digest(generation.digest)
            writer.number(generation.revision)
            writer.signed(generation.time)
        }
        return writer.bytes
    }

    private func head(_ tag: Tag, _ kind: Edit.Kind, _ writer: inout RecordWriter) {
        writer.byte(tag.rawValue)
        writer.number(revision)
        writer.number(synced)
        writer.signed(origin.time)
        writer.text(origin.client)
        writer.text(origin.command)
        writer.text(origin.path)
        switch kind {
        case .edit: break
        case .undo(let other), .redo(let other): writer.number(other)
        }
    }

    /// Reads a payload.
    package init(payload: [UInt8], _ range: Range<Int>) throws(RecordFault) {
        var reader = RecordReader(payload, range)
        guard let tag = Tag(rawValue: try reader.byte()) else { throw RecordFault("it is of unknown kind") }
        revision = try reader.number()
        synced = try reader.number()
        origin = Edit.Origin(
            time: try reader.signed(), client: try reader.string(), command: try reader.string(),
            path: try reader.string())
        let kind: Edit.Kind
        switch tag {
        case .undo, .largeUndo: kind = .undo(of: try reader.number())
        case .redo, .largeRedo: kind = .redo(of: try reader.number())
        default: kind = .edit
        }
        switch tag {
        case .edit, .undo, .redo: content = .edit(kind, record: reader.rest())
        case .saved: content = .saved
        case .void: content = .void(from: try reader.number())
        case .checkpoint:
            content = .checkpoint(
                Checkpoint(
                    revision: revision, digest: try reader.digest(), inode: try reader.word(),
                    size: try reader.signed(), modificationTime: try reader.signed()))
        case .large, .largeUndo, .largeRedo, .generation:
            let generation = Generation(
                digest: try reader.digest(), revision: try reader.number(), time: try reader.signed())
            content = tag == .generation ? .generation(generation) : .large(kind, before: generation)
        }
        guard reader.isAtEnd else { throw RecordFault("there is more behind it") }
    }
}
