/// A section `[Name]` with its assignments in order.
package struct SettingsSection: Hashable, Sendable {
    /// The text between the brackets; it may hold blanks, as in `[Class FourLines]`.
    package var name: String
    /// Number of its line, from 1.
    package var line: Int
    /// The assignments in the order of the file, repeated keys included.
    package var entries: [SettingsEntry]

    /// Makes a section.
    package init(name: String, line: Int, entries: [SettingsEntry] = []) {
        self.name = name
        self.line = line
        self.entries = entries
    }

    /// An error at the place of this section's line.
    package func error(_ reason: SettingsFault) -> SettingsError {
        SettingsError(reason, line: line, section: name)
    }

    /// The last assignment to a key, which is the one that holds for a key with one value.
    package func last(_ key: String) -> SettingsEntry? {
        entries.last { $0.key == key }
    }

    /// The assignments to a key that holds a list: an empty value drops those before it.
    package func list(_ key: String) -> [SettingsEntry] {
        var found: [SettingsEntry] = []
        for entry in entries where entry.key == key {
            if entry.value.isEmpty { found = [] } else { found.append(entry) }
        }
        return found
    }
}
