import FourLinesDocument
import FourLinesLinux
import FourLinesSettings

/// A document as it is installed: its units, and where everything of it goes in the user's home.
struct InstalledDocument: Equatable, Sendable {
    /// The document's name; nil for the default document.
    let name: String?
    /// Where its socket, its configuration and its state usually lie.
    let locations: DocumentLocations
    /// The user's home folder.
    let home: String

    /// Works out where a document is installed.
    ///
    /// - Throws: a usage error for a name that cannot be one.
    init(name: String?, in surroundings: DocumentLocations.Surroundings) throws(ClientError) {
        self.name = name
        home = surroundings.home
        do { locations = try DocumentLocations(name: name, in: surroundings) } catch {
            throw .usage(error.description)
        }
        // A colon would be legal in a unit's name, but not in a list of paths, which some of its settings are.
        if let name, name.contains(":") {
            throw .usage("“\(name)” cannot be the name of a unit's instance: it holds a colon")
        }
    }

    /// The document, in words.
    var designation: String { name.map { "the document “\($0)”" } ?? "the default document" }

    /// The unit of the daemon.
    var service: String { "fourlinesd\(instance).service" }

    /// The unit of the socket.
    var socket: String { "fourlinesd\(instance).socket" }

    private var instance: String { name.map { "@" + $0 } ?? "" }

    /// Where the programs go; the units name this folder.
    var programFolder: String { home + "/.local/bin" }

    /// Where the units go.
    ///
    /// The unit of the daemon starts the program from the home folder, so the units lie there, too, whatever
    /// `$XDG_DATA_HOME` says: the service manager has another environment than a shell.
    var unitFolder: String { home + "/.local/share/systemd/user" }

    /// The unit files that the document needs, by their names.
    var unitFiles: [String] {
        name == nil
            ? ["fourlinesd.service", "fourlinesd.socket"] : ["fourlinesd@.service", "fourlinesd@.socket"]
    }

    /// The path of the settings of its own that are added to the daemon's unit.
    var dropIn: String { "\(unitFolder)/\(service).d/fourlines.conf" }

    /// What an embedded file holds.
    static func embedded(_ name: String) -> [UInt8] {
        guard let bytes = EmbeddedFiles.bytes(of: name) else { fatalError("\(name) is not a part of the program") }
        return bytes
    }
}
