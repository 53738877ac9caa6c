import FourLinesDocument
import FourLinesLinux
import KeyedArchive

/// What the file thread owns: the folders, and the saver.
final class ArchiveSide {
    private(set) var state: StateFolder
    private(set) var target: ArchiveTarget
    private(set) var saver: ArchiveSaver
    private let plan: Storage.Plan
    /// The archive's name in the state folder.
    var archiveName: String { plan.archive }
    private let interlude: @Sendable () -> Void

    init(
        _ plan: Storage.Plan, state: StateFolder, target: ArchiveTarget, recovery: Recovery,
        interlude: @escaping @Sendable () -> Void
    ) {
        self.plan = plan
        self.state = state
        self.target = target
        self.interlude = interlude
        saver = ArchiveSaver(
            target, state: state, current: recovery.file, damaged: recovery.damaged, interlude: interlude)
    }

    /// What the first step of a save needs.
    struct Order: Sendable {
        let archive: Archive
        let always: Bool
        /// The number of a segment that has to be made, if one has.
        let segment: UInt64?
        let history: HistoryID
    }

    /// What the first step of a save gave.
    struct Delivery: Sendable {
        var written: ArchiveSaver.Written
        var segment: MadeSegment?
        /// The folder, if it had been removed and was made again.
        var folder: StateFolder?
    }

    /// Writes the archive; makes the folder again if somebody removed it.
    func write(_ order: Order) throws(StorageError) -> Delivery {
        let made = try restoreFolder()
        var segment: MadeSegment?
        if let number = order.segment {
            segment = try MadeSegment(
                number: number, archive: plan.archive, history: order.history, in: state, filling: false)
        }
        let written = try saver.write(order.archive, always: order.always || made)
        return Delivery(written: written, segment: segment, folder: made ? state : nil)
    }

    /// Makes the state folder again if it is gone; answers whether it was.
    private func restoreFolder() throws(StorageError) -> Bool {
        do {
            if try state.files.status(of: state.handle).linkCount > 0 { return false }
        } catch { throw .failed("look at", state.path, error) }
        let folder = try StateFolder(path: state.path, files: state.files, making: true)
        try folder.lock(socket: plan.socket)
        let target = try ArchiveTarget(plan.archive, in: folder)
        (state, self.target) = (folder, target)
        saver = ArchiveSaver(target, state: folder, current: nil, damaged: nil, interlude: interlude)
        return true
    }

    /// Makes a segment for the time after the present one.
    func prepare(_ number: UInt64, _ history: HistoryID) throws(StorageError) -> MadeSegment {
        try MadeSegment(number: number, archive: plan.archive, history: history, in: state, filling: true)
    }
}
