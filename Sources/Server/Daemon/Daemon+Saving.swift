import FourLinesDocument
import FourLinesLinux
import FourLinesRESP
import FourLinesStorage

/// What is known about saves: one runs at a time, and those who ask meanwhile wait for the next.
struct SavingState {
    typealias Outcome = Result<ArchiveSaver.Outcome, StorageError>
    typealias Waiter = (Outcome) -> Void

    /// The revision that the archive holds.
    var savedRevision: UInt64 = 0
    /// When it was saved, in seconds since 1970; 0 if there is no archive yet.
    var savedAt: Int64 = 0
    /// When the first edit came that is not in the archive, in seconds since 1970.
    var dirtySince: Int64?
    /// Why the last save failed; nil if it did not.
    var failure: StorageError?
    /// Who waits for the save that runs; nil if none does.
    var running: [Waiter]?
    /// Who asked for a save while one was running.
    var asked: [Waiter] = []

    mutating func begin(at revision: UInt64, time: Int64) {
        savedRevision = revision
        savedAt = time
    }
}

extension Daemon {
    /// Whether there are edits that the archive does not hold.
    var isDirty: Bool { document.revision != saving.savedRevision }

    /// Saves the document as it is now; the waiter is told how that ended.
    func save(then waiter: @escaping SavingState.Waiter) {
        guard saving.running == nil else {
            saving.asked.append(waiter)
            return
        }
        guard let storage else { fatalError("a save before the document was restored") }
        saving.running = [waiter]
        let (archive, revision, remote) = (document.archive, document.revision, loop.remote)
        let daemon = ThreadConfined(self)
        files.submit {
            let result: SavingState.Outcome
            do throws(StorageError) { result = .success(try storage.save(archive)) } catch { result = .failure(error) }
            remote.submit { daemon.value.saved(revision, result) }
        }
    }

    private func saved(_ revision: UInt64, _ result: SavingState.Outcome) {
        switch result {
        case .success(let outcome):
            if saving.failure != nil {
                log.write(.notice, "archiving works again")
                saving.failure = nil
                service.tell(.status(statusWords))
            }
            saving.savedRevision = revision
            saving.savedAt = WallClock.seconds
            saving.dirtySince = isDirty ? WallClock.seconds : nil
            if case .saved(let bytes, let notices) = outcome {
                for notice in notices { log.write(.warning, notice) }
                log.write(.information, "archived revision \(revision) bytes=\(bytes)")
            }
        case .failure(let error):
            // Once per change of state: a full disk would fill the log too.
            let isNew = saving.failure?.hasSameCause(as: error) != true
            saving.failure = error
            if isNew {
                log.write(.error, "the archive was not written: \(error)")
                service.tell(.status(statusWords))
            }
        }
        let waiters = saving.running ?? []
        saving.running = nil
        for waiter in waiters { waiter(result) }
        guard !saving.asked.isEmpty else { return }
        let asked = saving.asked
        saving.asked = []
        save { result in for waiter in asked { waiter(result) } }
    }

    /// Makes what a command applied an edit.
    func commit(command: String, client: Connection) {
        let origin = Edit.Origin(time: WallClock.nanoseconds / 1000, client: client.name, command: command)
        guard document.commit(origin) != nil else { return }
        if saving.dirtySince == nil { saving.dirtySince = WallClock.seconds }
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
            if case .failure(let error) = result {
                service.tell(.failedToStop("Ended, but the archive was not written: \(error)"))
                return endWhenFlushed(ExitCode.inputOutput, deadline)
            }
            service.tell(.stopped("Ended, all is archived"))
            endWhenFlushed(ExitCode.success, deadline)
        }
    }

    private func endWhenFlushed(_ code: Int32, _ deadline: MonotonicTime) {
        flush()
        let isFlushed = connections.values.allSatisfy { $0.writer.output.pendingCount == 0 }
        guard !isFlushed, MonotonicTime.now < deadline else {
            closeListener()
            return end(code)
        }
        let timer = loop.makeTimer { [unowned self] in endWhenFlushed(code, deadline) }
        timer.arm(after: .milliseconds(10))
    }
}
