import FourLinesDocument
import FourLinesSettings
import FourLinesStorage

/// One thing that can be configured: a key of the file, and an option of the command line with the same meaning.
package struct ConfigurationKey: Sendable {
    /// The section of the file that it stands in.
    package let section: String
    /// The key.
    package let name: String
    /// The option, with its hyphens; nil if there is none.
    package let option: String?
    /// What it is, in one line.
    package let meaning: String
    /// Whether a change takes effect without a new start.
    package let isLive: Bool
    /// Whether it is a path, which in the file has to be absolute.
    let isPath: Bool
    /// Sets it from its text.
    let set: @Sendable (inout Configuration, String) throws(SettingsFault) -> Void
    /// Its text.
    let value: @Sendable (Configuration) -> String

    /// Every key, in the order of the file.
    package static let all: [ConfigurationKey] = [
        ConfigurationKey(
            "Document", "Name", option: "--name",
            "The document's name, where neither --name nor $FOURLINES_NAME says it; empty for the default document.",
            \.name),
        ConfigurationKey(
            "Document", "Model", option: "--model",
            "The name of a model, or the path of its file; empty for that of the archive, and four-lines for a new one.",
            \.model),
        ConfigurationKey(
            "Document", "Archive", option: "--archive",
            "The archive's name in the state folder; empty for the model's own, data.archive.", \.archive,
            check: ArchiveName.check),
        ConfigurationKey(
            "Document", "Format", option: "--format",
            "The form of a new archive: archive, archive-xml, plist or plist-xml; empty for plist-xml if its name ends in"
                + " .plist, else the model's.",
            set: { (configuration, text) throws(SettingsFault) in
                let formats = Model.Format.allCases.map(\.rawValue).joined(separator: ", ")
                configuration.format = Model.Format(rawValue: text)
                guard text.isEmpty || configuration.format != nil else {
                    throw .refused("“\(text)” is no form of a file: \(formats)")
                }
            }, value: { $0.format?.rawValue ?? "" }),
        ConfigurationKey(
            "Storage", "StateFolder", option: "--state-dir", isPath: true,
            "Where the archive lies; empty for $XDG_STATE_HOME/fourlines, or fourlines@NAME.", \.stateFolder),
        ConfigurationKey(
            "Storage", "JournalSync", option: "--journal-sync",
            "When edits are synced to the disk: always (before the reply), everysec or no.",
            set: { (configuration, text) throws(SettingsFault) in
                let modes = JournalSync.allCases.map(\.rawValue).joined(separator: ", ")
                guard let mode = text.isEmpty ? Configuration().journalSync : JournalSync(rawValue: text) else {
                    throw .refused("“\(text)” is no mode: \(modes)")
                }
                configuration.journalSync = mode
            }, value: \.journalSync.rawValue),
        ConfigurationKey(
            "Storage", "JournalSize", option: nil, isLive: true,
            "How large the journal may grow while the archive cannot be written, at least 1M; then edits are refused.",
            set: { (configuration, text) throws(SettingsFault) in
                let size = text.isEmpty ? Configuration().journalSize : try SettingsValue.size(text)
                guard size >= 1 << 20 else { throw .refused("“\(text)” is too little for a journal: 1M is the least") }
                configuration.journalSize = size
            }, value: { SettingsValue.text(ofSize: $0.journalSize) }),
        ConfigurationKey(
            "Storage", "TransferSize", option: nil, isLive: true,
            "The largest file that IMPORT takes and EXPORT gives, in bytes, or with K, M or G.",
            set: { (configuration, text) throws(SettingsFault) in
                configuration.transferSize = text.isEmpty ? Configuration().transferSize : try SettingsValue.size(text)
            }, value: { SettingsValue.text(ofSize: $0.transferSize) }),
        ConfigurationKey(
            "Socket", "Path", option: "--socket", isPath: true,
            "Where clients connect; empty for $XDG_RUNTIME_DIR/fourlines/socket, or fourlines@NAME/socket.", \.socket),
        ConfigurationKey(
            "Log", "Level", option: nil, isLive: true,
            "The least urgent lines that are logged: error, warning, notice or information.",
            set: { (configuration, text) throws(SettingsFault) in
                let levels = Log.Priority.allCases.map(\.name)
                guard let level = text.isEmpty ? Configuration().logLevel : Log.Priority(name: text) else {
                    throw .refused("“\(text)” is no level: \(levels.joined(separator: ", "))")
                }
                configuration.logLevel = level
            }, value: \.logLevel.name),
    ]

    /// The sections, in the order of the file.
    package static var sections: [String] {
        all.reduce(into: []) { sections, key in if sections.last != key.section { sections.append(key.section) } }
    }

    private init(
        _ section: String, _ name: String, option: String?, isLive: Bool = false, isPath: Bool = false,
        _ meaning: String,
        set: @escaping @Sendable (inout Configuration, String) throws(SettingsFault) -> Void,
        value: @escaping @Sendable (Configuration) -> String
    ) {
        self.section = section
        self.name = name
        self.option = option
        self.meaning = meaning
        self.isLive = isLive
        self.isPath = isPath
        self.set = set
        self.value = value
    }

    /// A key with a text whose default is worked out elsewhere; an empty text means the default.
    private init(
        _ section: String, _ name: String, option: String?, isPath: Bool = false, _ meaning: String,
        _ field: any WritableKeyPath<Configuration, String?> & Sendable,
        check: @escaping @Sendable (String) throws(SettingsFault) -> Void = { _ in }
    ) {
        self.init(
            section, name, option: option, isPath: isPath, meaning,
            set: { (configuration, text) throws(SettingsFault) in
                try check(text)
                configuration[keyPath: field] = text.isEmpty ? nil : text
            }, value: { $0[keyPath: field] ?? "" })
    }
}
