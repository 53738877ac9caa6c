/// A file in the syntax of systemd.syntax(7): sections, assignments and comments.
///
/// Sections and assignments keep the order of the file, and repeated ones stay apart. A line that begins with `#` or
/// `;`, blanks before it allowed, is a comment. A line that ends in an odd number of backslashes goes on in the next one
/// that is no comment; the last backslash becomes a blank. What systemd would warn of and ignore is an error here.
package struct SettingsFile: Hashable, Sendable {
    /// The longest file, and so the longest line, that is read: 1 MB, systemd's limit for a line.
    package static let maximumLength = 1_048_576

    /// The sections in the order of the file.
    package var sections: [SettingsSection] = []

    /// Makes a file without sections.
    package init() {}

    /// Reads a file's bytes.
    ///
    /// - Parameters:
    ///   - bytes: the whole file; a byte order mark at its beginning is skipped.
    ///   - lineLimit: the most bytes of a line with its continuations.
    /// - Throws: the first fault with its line.
    package init(parsing bytes: [UInt8], lineLimit: Int = maximumLength) throws(SettingsError) {
        guard bytes.count <= SettingsFile.maximumLength else {
            throw SettingsError(.fileTooLarge(limit: SettingsFile.maximumLength))
        }
        var reader = LogicalLines(bytes, limit: lineLimit)
        while let line = try reader.next() { try add(line.text, line.number) }
    }

    /// The sections of a name.
    package func sections(named name: String) -> [SettingsSection] {
        sections.filter { $0.name == name }
    }

    /// Takes one line, continuations joined, no comment.
    private mutating func add(_ line: ArraySlice<UInt8>, _ number: Int) throws(SettingsError) {
        let section = sections.last?.name
        let trimmed = Blanks.trim(line)
        guard let first = trimmed.first else { return }
        guard !trimmed.contains(0) else { throw SettingsError(.nul, line: number, section: section) }
        guard let text = String(validating: trimmed, as: UTF8.self) else {
            throw SettingsError(.notUTF8, line: number, section: section)
        }
        if first == UInt8(ascii: "[") {
            guard trimmed.count > 2, trimmed.last == UInt8(ascii: "]") else {
                throw SettingsError(.malformedSection, line: number)
            }
            sections.append(SettingsSection(name: String(text.dropFirst().dropLast()), line: number))
            return
        }
        guard let equals = trimmed.firstIndex(of: UInt8(ascii: "=")) else {
            throw SettingsError(.missingEquals, line: number, section: section)
        }
        let key = String(decoding: Blanks.trim(trimmed[..<equals]), as: UTF8.self)
        guard !key.isEmpty else { throw SettingsError(.missingKey, line: number, section: section) }
        guard let section else { throw SettingsError(.outsideSection, line: number, key: key) }
        let value = String(decoding: Blanks.trim(trimmed[(equals + 1)...]), as: UTF8.self)
        sections[sections.count - 1].entries.append(
            SettingsEntry(section: section, key: key, value: value, line: number))
    }
}
