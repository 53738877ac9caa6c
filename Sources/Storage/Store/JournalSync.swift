/// When the journal is synced.
package enum JournalSync: String, Sendable, CaseIterable {
    /// Before each reply: nothing acknowledged is ever lost.
    case always
    /// Each second: a power cut loses what was acknowledged since the last sync began.
    case everySecond = "everysec"
    /// Only where the archive depends on it: a power cut may lose what was not archived.
    case no
}
