import FourLinesLinux
import FourLinesSettings

/// Where the documents of this user are, as far as their folders, configurations and units tell it.
struct DocumentPlaces {
    private let surroundings: DocumentLocations.Surroundings

    init(_ surroundings: DocumentLocations.Surroundings) { self.surroundings = surroundings }

    /// The names of the documents, the default one, nil, first.
    func names() throws(ClientError) -> [String?] {
        let usual = try locations(nil)
        var found: Set<String?> = []
        func look(_ folder: String, _ prefix: String, _ suffix: String, _ isDocument: (String) -> Bool) {
            guard let names = try? FileDescriptor.openFolder(folder).names() else { return }
            for word in names where word.hasPrefix(prefix) && word.hasSuffix(suffix) {
                let name = word.dropFirst(prefix.count).dropLast(suffix.count)
                guard name.isEmpty || name.hasPrefix("@"), isDocument(folder + "/" + word) else { continue }
                found.insert(name.isEmpty ? nil : String(name.dropFirst()))
            }
        }
        look(Self.parent(usual.stateFolder), "fourlines", "") { path in
            (try? Paths.status(path, followingLink: true))??.kind == .folder
        }
        look(Self.parent(Self.parent(usual.socket)), "fourlines", "") { Installation.isThere($0 + "/socket") }
        if let common = usual.configurations.last {
            // The folder of the default document holds what all have in common, too.
            look(Self.parent(Self.parent(common)), "fourlines", "") { path in
                path != Self.parent(common) && Installation.isThere(path + "/fourlinesd.conf")
            }
        }
        look(surroundings.home + "/.local/share/systemd/user", "fourlinesd", ".service.d") { path in
            Installation.isThere(path + "/fourlines.conf")
        }
        return found.filter { (try? locations($0)) != nil }.sorted { ($0 ?? "") < ($1 ?? "") }
    }

    /// Where a document lies, the configuration considered.
    func locations(_ name: String?) throws(ClientError) -> DocumentLocations {
        do throws(SettingsFault) {
            let usual = try DocumentLocations(name: name, in: surroundings)
            guard let folder = setting("Storage", "StateFolder", of: usual), folder.hasPrefix("/") else { return usual }
            return try DocumentLocations(name: name, stateFolder: folder, in: surroundings)
        } catch {
            throw .usage(error.description)
        }
    }

    /// The socket of a document, the configuration considered.
    func socket(of locations: DocumentLocations) -> String {
        setting("Socket", "Path", of: locations) ?? locations.socket
    }

    /// A value of the configuration that holds for a document; nil for none, and where it cannot be read.
    private func setting(_ section: String, _ key: String, of locations: DocumentLocations) -> String? {
        guard let path = locations.configurations.first(where: Installation.isThere),
            let bytes = try? Paths.read(path, limit: SettingsFile.maximumLength),
            let file = try? SettingsFile(parsing: bytes)
        else { return nil }
        let values = file.sections(named: section).flatMap(\.entries).filter { $0.key == key }.map(\.value)
        return values.last.flatMap { $0.isEmpty ? nil : $0 }
    }

    private static func parent(_ path: String) -> String { Paths.split(path)?.folder ?? "/" }
}
