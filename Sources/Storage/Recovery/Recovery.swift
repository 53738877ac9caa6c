package import FourLinesDocument
import FourLinesLinux
import KeyedArchive

/// What a start finds in the state folder, and what it makes of it; making it changes nothing.
package struct Recovery: Sendable {
    /// The document that was restored or begun, with its revision and its history.
    package var document: Document
    /// The file under the archive's name that the document was read from; nil if there is none.
    package var file: ArchiveFile?
    /// What was found, a sentence each, to be said loudly.
    package var notices: [String] = []
    /// Where the document came from, in words.
    package var origin = "the default"
    /// How many records of the journal were applied.
    package var replayed = 0
    /// Whether the document has to be saved before an edit is acknowledged or anything is set aside.
    package var needsSave = false

    /// The highest revision that was ever given.
    var highest: UInt64 = 0
    /// Revisions whose edits are not in the document.
    var lost: ClosedRange<UInt64>?
    let journal: JournalReading
    let history: HistoryID
    /// The archive that stands under the name, as its checkpoint says.
    var base: Checkpoint?
    /// A file under the archive's name that is damaged.
    var damaged: FileStatus?
    /// What is known of the generations, by the order of their names; nil where nothing is.
    var generations: [Generation?] = []
    /// The archives before large edits that can be taken back, by their revisions.
    var beforeLarge: [UInt64: Generation] = [:]
    /// What is done with a file `A.next` that was left over.
    var leftover = Leftover.none
    /// Segments that are set aside once the document is safe.
    var setAside: [String] = []

    /// What becomes of `A.next`.
    enum Leftover: Equatable, Sendable {
        case none
        /// It is the archive before the present one.
        case generation(Generation)
        /// It is a save that was not finished.
        case sweep
        /// Nobody knows it.
        case foreign
    }

    /// Reads the archive and the journal.
    ///
    /// - Throws: `StorageError`; nothing was touched, now or ever.
    init(_ target: ArchiveTarget, _ plan: Storage.Plan, in folder: StateFolder) throws(StorageError) {
        let files = folder.files
        let reading = try plan.read(target.name, of: target)
        journal = try JournalReading(plan.archive, in: folder, of: reading.digest)
        history = journal.history ?? HistoryID(high: files.random(), low: files.random())
        highest = journal.highest
        notices = journal.notices
        generations = try Self.generations(target, journal)
        if files.rules.contains(.keepDamagedSegments) { setAside = journal.damaged }
        document = plan.newDocument
        try judgeVersions(reading, files)
        switch reading {
        case .sound(let archive, let model, let file): try restore(archive, model, file, target, files, plan)
        case .damaged(let reason, let status):
            damaged = status
            try restoreFromGenerations("\(target.path) is damaged: \(reason)", target, files, plan)
        case .unfit(let error, let file):
            // What was sound when it was written has rotted; anything else is somebody's, and left alone.
            guard journal.hasCheckpoint(of: file.status), journal.revision(of: file.digest) == nil else { throw error }
            damaged = file.status
            try restoreFromGenerations("\(target.path) is damaged: \(error)", target, files, plan)
        case .missing:
            let hasGenerations = try !Self.existing(target).isEmpty
            if files.rules.contains(.missingIsDamage), hasGenerations || journal.hasEdits {
                try restoreFromGenerations("\(target.path) is missing", target, files, plan)
            } else {
                needsSave = true
            }
        }
        document.indexPlaces()
        if !files.rules.contains(.saveFirst) { needsSave = false }
    }

    /// What is known of the generations that stand beside the archive.
    ///
    /// A file is the one that a record speaks of if its size and the time of its last change are the same.
    private static func generations(
        _ target: ArchiveTarget, _ journal: JournalReading
    ) throws(StorageError) -> [Generation?] {
        let known = journal.archives
        var generations: [Generation?] = []
        for index in 0..<(try GenerationFiles.number(target)) {
            let name = GenerationFiles.name(index, target)
            let status: FileStatus?
            do { status = try target.files.status(of: name, in: target.folder) } catch {
                throw .failed("look at", target.folderPath + "/" + name, error, .refused)
            }
            guard let status else {
                generations.append(nil)
                continue
            }
            let alike = known.filter { Int64(clamping: $0.digest.length) == status.size }
            let known = alike.last { $0.time == status.modificationTime }
            generations.append(known == nil && !alike.isEmpty ? identify(name, status, alike, target) : known)
        }
        return generations
    }

    /// The generation that a copy is of, whose time says nothing: only its content does.
    private static func identify(
        _ name: String, _ status: FileStatus, _ alike: [Generation], _ target: ArchiveTarget
    ) -> Generation? {
        do {
            let file = try target.files.open(name, in: target.folder, .reading)
            let digest = Digest(try ArchiveReading.readWhole(file, size: Int(status.size), target.files))
            return alike.last { $0.digest == digest }
        } catch {
            // One that cannot be read is none that can be used.
            return nil
        }
    }

    /// The generations that a large edit needs to be taken back.
    var neededGenerations: Set<Digest> { Set(beforeLarge.values.map(\.digest)) }

    /// A new document, where there is not even a folder.
    init(defaultOf plan: Storage.Plan, files: any FileSystem) {
        document = plan.newDocument
        journal = JournalReading()
        history = HistoryID(high: files.random(), low: files.random())
        needsSave = true
    }

    /// Segments of a later version cannot be read; that costs nothing if the archive is known to be complete.
    private mutating func judgeVersions(
        _ reading: ArchiveReading, _ files: any FileSystem
    ) throws(StorageError) {
        let later = journal.segments.filter { ($0.contents?.prefix.version ?? 0) > SegmentPrefix.version }
        guard let newest = later.last else { return }
        guard files.rules.contains(.refuseLaterVersions) else { return }
        guard case .sound(_, _, let file) = reading, newest.contents?.completeAt == file.digest else {
            throw StorageError(
                .refused, "the journal segment \(newest.name) was written by a later version, and may hold edits")
        }
        setAside += later.map(\.name).filter { !setAside.contains($0) }
        notices.append("the journal was written by a later version; the archive is complete, the history is lost")
    }

    // MARK: - From the archive

    private mutating func restore(
        _ archive: Archive, _ model: Model?, _ file: ArchiveFile, _ target: ArchiveTarget, _ files: any FileSystem,
        _ plan: Storage.Plan
    ) throws(StorageError) {
        let known = journal.revision(of: file.digest)
        if known == nil, files.rules.contains(.tellRotten), journal.hasCheckpoint(of: file.status) {
            damaged = file.status
            return try restoreFromGenerations(
                "\(target.path) is damaged: its content changed, and nobody wrote it", target, files, plan)
        }
        self.file = file
        origin = "the archive"
        let isPutBack = known.map { files.rules.contains(.confirmSave) && journal.saved > $0 } ?? false
        if let known, !isPutBack {
            base = Checkpoint(revision: known, file)
            try judgeLeftover(target, plan, present: known)
            apply(to: archive, at: known, files, model)
            return
        }
        document = Document(archive, model: model, revision: highest)
        if !journal.segments.allSatisfy(\.isEmpty) {
            win(isPutBack, target, model, archive, files)
        }
        base = Checkpoint(revision: document.revision, file)
        try judgeLeftover(target, plan, present: document.revision)
    }

    /// Another archive was put there: it wins, and the journal is set aside.
    private mutating func win(
        _ isPutBack: Bool, _ target: ArchiveTarget, _ model: Model?, _ archive: Archive, _ files: any FileSystem
    ) {
        // Its content is another one than that of any revision before.
        highest += 1
        document = Document(archive, model: model, revision: highest)
        needsSave = true
        if files.rules.contains(.keepJournal) {
            setAside += journal.segments.filter { !$0.isEmpty && !setAside.contains($0.name) }.map(\.name)
        }
        let unsaved = journal.edits.keys.filter { $0 > journal.saved }.count
        let what = isPutBack ? "an earlier archive was put back as" : "somebody put another archive in place of"
        notices.append("\(what) \(target.path): it is used, and the journal is set aside")
        if unsaved > 0 {
            notices.append("the journal that was set aside holds \(unsaved) edits that were not archived")
        }
        origin = isPutBack ? "an archive that was put back" : "an archive that somebody put there"
    }

    /// Applies the unbroken run of edits behind a revision.
    private mutating func apply(
        to archive: Archive, at revision: UInt64, _ files: any FileSystem, _ model: Model?
    ) {
        document = Document(archive, model: model, revision: revision)
        var run = journal.run
        run.endsAtGap = files.rules.contains(.unbrokenRun)
        remember(run, upTo: revision)
        let progress = run.apply(to: &document, through: highest)
        replayed = progress.replayed
        if let fault = progress.fault {
            notices.append("the record of revision \(progress.next) was not applied: \(fault)")
        }
        finish(progress.next, run.edits)
    }

    private mutating func finish(_ next: UInt64, _ edits: [UInt64: JournalRecord]) {
        let last = edits.keys.max() ?? 0
        if next <= last {
            let missing = edits.keys.filter { $0 >= next }.count
            notices.append(
                "the journal lacks revision \(next): \(missing) records of later edits, up to revision \(last), "
                    + "were not applied")
            needsSave = true
        }
        if next <= highest { lost = next...highest }
        if !setAside.isEmpty { needsSave = true }
        document.skip(to: highest)
    }

    /// Puts the edits that are in the archive already into the history, as far back as they are known.
    private mutating func remember(_ run: EditRun, upTo revision: UInt64) {
        var first = revision
        while first > 0 {
            if let range = run.range(first) {
                first = range.lowerBound - 1
            } else if run.edits[first] != nil {
                first -= 1
            } else {
                break
            }
        }
        guard first < revision else { return }
        for number in (first + 1)...revision {
            guard let edit = run.edits[number], run.range(number) == nil else { continue }
            switch edit.content {
            case .edit(let kind, let record):
                document.remember(revision: number, kind: kind, origin: edit.origin, record: record)
            case .large(let kind, let before):
                let isKept =
                    isThere(before) && before.revision < number
                    && run.isWhole(behind: before.revision, through: number - 1)
                if isKept { beforeLarge[number] = before }
                document.remember(
                    revision: number, kind: kind, origin: edit.origin, isKept: isKept)
            default: break
            }
        }
    }

    /// Whether an archive stands beside the present one.
    private func isThere(_ generation: Generation) -> Bool {
        if case .generation(let next) = leftover, next.digest == generation.digest { return true }
        return generations.contains { $0?.digest == generation.digest }
    }

    // MARK: - From something else

    /// The names beside the archive that may hold an archive: a save before the names changed, and generations.
    private static func existing(_ target: ArchiveTarget) throws(StorageError) -> [String] {
        var names: [String] = []
        let generations = (0..<(try GenerationFiles.number(target))).map { GenerationFiles.name($0, target) }
        let next = target.files.rules.contains(.useNext) ? [target.nextName] : []
        for name in next + generations {
            do {
                if try target.files.status(of: name, in: target.folder) != nil { names.append(name) }
            } catch { throw .failed("look at", target.folderPath + "/" + name, error, .refused) }
        }
        return names
    }

    private mutating func restoreFromGenerations(
        _ reason: String, _ target: ArchiveTarget, _ files: any FileSystem, _ plan: Storage.Plan
    ) throws(StorageError) {
        notices.append(reason)
        needsSave = true
        var best: (name: String, archive: Archive, model: Model?, revision: UInt64?)?
        if files.rules.contains(.useGenerations) {
            for name in try Self.existing(target) {
                guard case .sound(let archive, let model, let file) = try plan.read(name, of: target) else {
                    continue
                }
                let revision = journal.revision(of: file.digest)
                if name == target.nextName, revision == nil { leftover = .foreign }
                if let best, (best.revision ?? 0) >= (revision ?? 0) { continue }
                best = (name, archive, model, revision)
            }
        }
        guard let best else {
            notices.append("no generation of it is sound: the document begins with the default\(document.ofModel)")
            setAside = journal.segments.filter { !$0.isEmpty }.map(\.name)
            document.skip(to: highest)
            return
        }
        origin = best.name
        notices.append("the document was restored from \(target.folderPath)/\(best.name)")
        if let revision = best.revision {
            apply(to: best.archive, at: revision, files, best.model)
        } else {
            document = Document(best.archive, model: best.model, revision: highest)
            if journal.hasEdits {
                notices.append("the journal does not say which edits came after it")
                setAside = journal.segments.filter { !$0.isEmpty }.map(\.name)
            }
        }
        needsSave = true
    }

    private mutating func judgeLeftover(
        _ target: ArchiveTarget, _ plan: Storage.Plan, present: UInt64
    ) throws(StorageError) {
        switch try plan.read(target.nextName, of: target) {
        case .missing: leftover = .none
        case .damaged: leftover = .sweep
        case .unfit: leftover = .foreign
        case .sound(_, _, let file):
            guard let revision = journal.revision(of: file.digest) else {
                leftover = .foreign
                return
            }
            let isOlder = revision < present && file.digest != base?.digest
            leftover =
                isOlder
                ? .generation(Generation(digest: file.digest, revision: revision, time: file.modificationTime))
                : .sweep
        }
    }
}

extension Document {
    /// “ of the model NAME”; nothing for a document without a model.
    var ofModel: String { model.map { " of the model \($0.name)" } ?? "" }
}
