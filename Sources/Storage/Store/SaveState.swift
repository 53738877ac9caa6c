import FourLinesLinux

/// What is known about saves.
package struct SaveState: Sendable {
    package init() {}

    /// The revision that the archive holds.
    package internal(set) var savedRevision: UInt64 = 0
    /// When it was saved, in seconds since 1970; 0 if there is no archive yet.
    package internal(set) var savedAt: Int64 = 0
    /// When the first edit came that is not in the archive, in seconds since 1970.
    package internal(set) var dirtySince: Int64?
    /// Why the last save failed; nil if it did not.
    package internal(set) var failure: StorageError?
    /// Whether a save is under way.
    package internal(set) var isRunning = false
    /// How long the last save took.
    package internal(set) var lastDuration = Duration.zero
    /// How many saves have failed since the last one that did not.
    var failures = 0

    /// When the first edit came that is not in the archive, and the last.
    var firstEdit: MonotonicTime?
    var lastEdit: MonotonicTime?

    /// How long after the last edit a save begins, at the earliest.
    static let quiet = Duration.seconds(2)
    /// How long after the first unsaved edit it begins, at the latest.
    static let longest = Duration.seconds(30)

    /// When a save is due; nil if nothing is unsaved.
    ///
    /// A save that takes long comes more rarely, and one that fails is tried again after a growing time.
    func deadline(since failed: MonotonicTime?) -> MonotonicTime? {
        if let failed, failure != nil {
            return failed + .seconds(1 << Int64(min(failures, 6)))
        }
        guard let firstEdit, let lastEdit else { return nil }
        let least = lastDuration * 10
        return min(lastEdit + max(Self.quiet, least), firstEdit + max(Self.longest, least))
    }
}
