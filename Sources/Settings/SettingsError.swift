/// What is wrong in a settings file or in one value, and where.
package struct SettingsError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Number of the line, from 1, or nil for a value that stands in no file.
    ///
    /// A continued line has the number of its first.
    package var line: Int?
    /// Name of the section, if the place is in one.
    package var section: String?
    /// The key, if the line has one.
    package var key: String?
    /// What is wrong.
    package var reason: SettingsFault

    /// Makes an error.
    package init(_ reason: SettingsFault, line: Int? = nil, section: String? = nil, key: String? = nil) {
        self.line = line
        self.section = section
        self.key = key
        self.reason = reason
    }

    /// One sentence without the file's name: `line 3, [Storage] Sync: “maybe” is not a truth value: …`.
    package var description: String {
        var place: [String] = []
        if let line { place.append("line \(line)") }
        switch (section, key) {
        case (let section?, let key?): place.append("[\(section)] \(key)")
        case (let section?, nil): place.append("[\(section)]")
        case (nil, let key?): place.append(key)
        case (nil, nil): break
        }
        return place.isEmpty ? reason.description : place.joined(separator: ", ") + ": " + reason.description
    }
}
