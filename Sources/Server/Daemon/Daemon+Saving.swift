import FourLinesDocument
import FourLinesLinux
import FourLinesRESP
import FourLinesStorage

extension Daemon {
    /// Whether there are edits that the archive does not hold.
    var isDirty: Bool { store?.isDirty ?? false }

    /// What is known about saves.
    var saving: SaveState { store?.saves ?? SaveState() }

    /// Saves the document as it is now; the waiter is told how that ended.
    func save(then waiter: @escaping (DocumentStore.Outcome) -> Void) {
        guard let store else { fatalError("a save before the document was restored") }
        store.save { [log] outcome in
            if case .success(let result) = outcome, let bytes = result.bytes {
                log.write(.information, "archived revision \(result.revision) bytes=\(bytes)")
            }
            waiter(outcome)
        }
    }

    /// Does work on the file thread, behind what it has to do; what it answered comes back to this one.
    func doOnFileThread<Value: Sendable>(
        _ work: @escaping @Sendable () -> Value, then done: @escaping (Value) -> Void
    ) {
        LoopWorkThread(files, loop.remote).run(work, then: done)
    }

    // MARK: - The end

    /// Stops serving: no new requests, the last replies, a save if one is wanted, the end.
    func stop(saving isSaving: Bool) {
        phase = .stopping
        stopListening()
        for connection in connections.values {
            connection.isStopped = true
            touch(connection)
        }
        let deadline = MonotonicTime.now + setup.patience
        guard isSaving else {
            service.tell(.stopped("Ended without archiving, as it was told"))
            return endWhenFlushed(ExitCode.success, deadline)
        }
        service.tell(.stopping("Archiving and ending"))
        save { [unowned self] result in
            logNotices()
            guard case .failure(let error) = result else {
                store?.close()
                service.tell(.stopped("Ended, all is archived"))
                return endWhenFlushed(ExitCode.success, deadline)
            }
            giveUpSaving(error)
            service.tell(.failedToStop("Ended, but the archive was not written: \(error)"))
            endWhenFlushed(ExitCode.inputOutput, deadline)
        }
    }

    /// The last save failed: the journal holds what the archive does not, or another place has to.
    private func giveUpSaving(_ error: StorageError) {
        log.write(.error, "the archive was not written: \(error)")
        guard let store else { return }
        if store.journalHoldsEverything() {
            return log.write(.warning, "nothing is lost: the journal holds every edit, and the next start reads it")
        }
        guard let folder = setup.rescueFolder else { return }
        do throws(StorageError) {
            let path = try RescueArchive.write(store.document.archive, setup.plan.archive, in: folder)
            log.write(.warning, "the document was written to \(path); import it when the folder can be written again")
        } catch { log.write(.error, "the document could not be rescued: \(error)") }
    }

    private func endWhenFlushed(_ code: Int32, _ deadline: MonotonicTime) {
        finishTurn()
        let isFlushed = connections.values.allSatisfy { $0.writer.output.pendingCount == 0 }
        guard !isFlushed, MonotonicTime.now < deadline else {
            closeListener()
            return end(code)
        }
        let timer = loop.makeTimer { [unowned self] in endWhenFlushed(code, deadline) }
        timer.arm(after: .milliseconds(10))
    }
}
