package import FourLinesDocument
package import FourLinesSettings
package import FourLinesStorage

/// What the daemon can be told, by its configuration file and by its command line.
///
/// An option wins over the file, and the file over the default.
package struct Configuration: Equatable, Sendable {
    /// The document's name; nil for the default document.
    package var name: String?
    /// The model's name or the path of its file; nil for that of the archive, four-lines where there is none.
    package var model: String?
    /// The archive's name in the state folder; nil for the model's.
    package var archive: String?
    /// The form of an archive that is made new; nil for the model's.
    package var format: Model.Format?
    /// The state folder; nil for the document's own.
    package var stateFolder: String?
    /// The socket's path; nil for the document's own.
    package var socket: String?
    /// When the journal is synced.
    package var journalSync = JournalSync.always
    /// How large the journal may grow while the archive cannot be written, in bytes.
    package var journalSize = 256 << 20
    /// The largest file that IMPORT takes and EXPORT gives, in bytes.
    package var transferSize = 256 << 20
    /// The least urgent lines that are logged.
    package var logLevel = Log.Priority.information

    /// The defaults.
    package init() {}

    /// Sets what a configuration file says.
    ///
    /// - Parameter bytes: the file.
    /// - Throws: the first thing that is wrong, with its line; the configuration may be changed in part then.
    package mutating func apply(file bytes: [UInt8]) throws(SettingsError) {
        for section in try SettingsFile(parsing: bytes).sections {
            let keys = ConfigurationKey.all.filter { $0.section == section.name }
            guard !keys.isEmpty else {
                let names = ConfigurationKey.sections.map { "[\($0)]" }.joined(separator: ", ")
                throw section.error(.refused("there is no section [\(section.name)]; there are \(names)"))
            }
            for entry in section.entries {
                guard let key = keys.first(where: { $0.name == entry.key }) else {
                    let names = keys.map(\.name).joined(separator: ", ")
                    throw entry.error(.refused("there is no key \(entry.key) here; there are \(names)"))
                }
                if key.isPath, !entry.value.isEmpty, !entry.value.hasPrefix("/") {
                    throw entry.error(.refused("“\(entry.value)” is relative, and nobody could say to what"))
                }
                do { try key.set(&self, entry.value) } catch { throw entry.error(error) }
            }
        }
    }

    /// The configuration in the syntax of its file.
    package var text: String {
        ConfigurationKey.sections.map { section in
            "[\(section)]\n"
                + ConfigurationKey.all.filter { $0.section == section }
                .map { "\($0.name)=\($0.value(self))\n" }.joined()
        }.joined(separator: "\n")
    }
}
