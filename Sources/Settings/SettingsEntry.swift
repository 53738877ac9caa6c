/// An assignment `Key=Value`.
package struct SettingsEntry: Hashable, Sendable {
    /// Name of the section that it stands in.
    package var section: String
    /// The text before the first equals sign.
    package var key: String
    /// The text behind it without blanks around; quotes and escapes as they stand in the file.
    package var value: String
    /// Number of its (first) line, from 1.
    package var line: Int

    /// Makes an entry.
    package init(section: String, key: String, value: String, line: Int) {
        self.section = section
        self.key = key
        self.value = value
        self.line = line
    }

    /// An error at the place of this entry.
    package func error(_ reason: SettingsFault) -> SettingsError {
        SettingsError(reason, line: line, section: section, key: key)
    }

    /// Reads the value with one of the readers of `SettingsValue`, or one like them.
    ///
    /// - Throws: the reader's reason, with the place of this entry.
    package func read<Value>(
        _ reader: (String) throws(SettingsFault) -> Value
    ) throws(SettingsError) -> Value {
        do {
            return try reader(value)
        } catch {
            throw self.error(error)
        }
    }
}
