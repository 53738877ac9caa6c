import FourLinesDocument
import FourLinesLinux
package import KeyedArchive

extension DocumentStore {
    /// Reads a generation, on the file thread.
    ///
    /// - Parameters:
    ///   - index: 0 for the previous archive.
    ///   - done: told the archive, or why there is none.
    package func readGeneration(_ index: Int, then done: @escaping (Result<Archive, StorageError>) -> Void) {
        let (side, choice) = (side, ModelChoice(keeping: document.model))
        let expected = generations[index]
        thread.run {
            let result: Result<Archive, StorageError>
            do throws(StorageError) { result = .success(try side.value.read(index, expected, choice)) } catch {
                result = .failure(error)
            }
            return result
        } then: {
            done($0)
        }
    }

    /// Forgets the history, and removes the generations and the segments that only they need.
    ///
    /// The document is saved first, so that nothing that is not forgotten is lost.
    package func forget(then done: @escaping (Result<Void, StorageError>) -> Void) {
        save { [self] outcome in
            if case .failure(let error) = outcome { return done(.failure(error)) }
            document.forget()
            let needed = journal.base?.revision ?? 0
            let segments = journal.takeUnneeded(before: needed + 1)
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
    /// Reads a generation, which has to be what is known of it.
    func read(_ index: Int, _ expected: Generation?, _ choice: ModelChoice) throws(StorageError) -> Archive {
        let name = GenerationFiles.names(target)[index]
        let path = target.folderPath + "/" + name
        switch try ArchiveReading(name, of: target, choice) {
        case .missing: throw StorageError(.refused, "\(path) is missing")
        case .damaged(let reason, _): throw StorageError(.refused, "\(path) is damaged: \(reason)")
        case .unfit(let error, _): throw error
        case .sound(let archive, _, let file):
            guard file.digest == expected?.digest else {
                throw StorageError(.refused, "\(path) is not the archive that was saved there")
            }
            return archive
        }
    }

    /// Removes the generations and some segments.
    func removeGenerations(_ segments: [String]) throws(StorageError) {
        let files = target.files
        do {
            for name in GenerationFiles.names(target) where try files.status(of: name, in: target.folder) != nil {
                try files.unlink(name, in: target.folder)
            }
            for name in segments { try files.unlink(name, in: state.handle) }
            try files.synchronize(target.folder)
        } catch { throw .failed("remove the generations of", target.path, error) }
    }
}
