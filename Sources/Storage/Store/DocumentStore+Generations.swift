import FourLinesDocument
import FourLinesLinux
package import KeyedArchive

extension DocumentStore {
    /// Finds the document as it was at a revision: a generation, and the edits behind it that the journal holds.
    ///
    /// It is read on the file thread.
    /// - Parameters:
    ///   - revision: at most the present one.
    ///   - done: told the archive, or why there is none.
    package func readPast(_ revision: UInt64, then done: @escaping (Result<Archive, StorageError>) -> Void) {
        let (side, choice, generations, present) = (
            side, ModelChoice(keeping: document.model), generations, journal.base
        )
        thread.run {
            let result: Result<Archive, StorageError>
            do throws(StorageError) {
                result = .success(try side.value.archive(at: revision, generations, present, choice))
            } catch { result = .failure(error) }
            return result
        } then: {
            done($0)
        }
    }

    /// Forgets the history up to now, and removes the generations and the segments that only they need.
    ///
    /// The document is saved first, so that nothing that is not forgotten is lost, and the journal goes over to a new
    /// segment, because the present one holds what the document was.
    package func forget(then done: @escaping (Result<Void, StorageError>) -> Void) {
        isForgetting = true
        save { [self] outcome in
            let revision: UInt64
            switch outcome {
            case .failure(let error): return done(.failure(error))
            case .success(let result): revision = result.revision
            }
            document.forget(through: revision)
            beforeLarge = beforeLarge.filter { $0.key > revision }
            let segments = journal.takeUnneeded(before: revision + 1)
            let side = side
            thread.run {
                let result: Result<Void, StorageError>
                do throws(StorageError) { result = .success(try side.value.removeGenerations(segments)) } catch {
                    result = .failure(error)
                }
                return result
            } then: { [self] result in
                if case .success = result {
                    generations = []
                    journal.generations = []
                }
                done(result)
            }
        }
    }
}

extension ArchiveSide {
    /// The archive of a revision, made from the latest one before it of which all edits up to there are known.
    func archive(
        at revision: UInt64, _ generations: [Generation?], _ present: Checkpoint?, _ choice: ModelChoice
    ) throws(StorageError) -> Archive {
        var known: [(name: String, digest: Digest, revision: UInt64)] = []
        if let present { known.append((target.name, present.digest, present.revision)) }
        for (index, generation) in generations.enumerated() {
            guard let generation else { continue }
            known.append((GenerationFiles.name(index, target), generation.digest, generation.revision))
        }
        let run = try JournalReading(archiveName, in: state, of: present?.digest).run
        for (name, digest, first) in known.sorted(by: { $0.revision > $1.revision }) where first <= revision {
            guard run.isWhole(behind: first, through: revision),
                case .sound(let archive, let model, let file) = try ArchiveReading(name, of: target, choice),
                file.digest == digest
            else { continue }
            var document = Document(archive, model: model, revision: first)
            let progress = run.apply(to: &document, through: revision)
            if progress.next > revision, progress.fault == nil { return document.archive }
        }
        throw StorageError(
            .refused, "the document of revision \(revision) is not kept any more: no generation of it is sound")
    }

    /// Removes the generations and some segments.
    func removeGenerations(_ segments: [String]) throws(StorageError) {
        let files = target.files
        do {
            for index in 0..<(try GenerationFiles.number(target)) {
                let name = GenerationFiles.name(index, target)
                if try files.status(of: name, in: target.folder) != nil { try files.unlink(name, in: target.folder) }
            }
            for name in segments { try state.remove(name) }
            try files.synchronize(target.folder)
            if state.path != target.folderPath { try files.synchronize(state.handle) }
        } catch let error as StorageError {
            throw error
        } catch {
            throw StorageError(.inputOutput, "cannot remove the generations of \(target.path): \(error)")
        }
    }
}
