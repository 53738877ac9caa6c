import FourLinesDocument
import FourLinesLinux

extension DocumentStore {
    /// Whether a kill now would lose nothing, because the journal holds every edit.
    ///
    /// It is synced for that, whatever the mode.
    package func journalHoldsEverything() -> Bool {
        guard refusal == nil else { return false }
        do throws(StorageError) {
            try journal.synchronize()
            return true
        } catch {
            refuse(error)
            return false
        }
    }

    /// Ends the journal after the last save: says in it that it is complete, and removes what was made ahead.
    package func close() {
        if !isDirty, let digest = journal.base?.digest { journal.current?.markComplete(at: digest) }
        guard let unused = journal.dropPrepared() else { return }
        // The next start sweeps it otherwise.
        try? files.unlink(unused, in: state.handle)
    }
}
