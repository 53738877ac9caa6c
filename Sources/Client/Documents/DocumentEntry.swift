import FourLinesLinux
import FourLinesSettings

/// A document of this user: where it lies, and whether a daemon holds it.
struct DocumentEntry {
    /// Whether somebody holds a document.
    enum State: String, Sendable {
        /// A daemon holds it.
        case running
        /// The service manager waits for the first client, and starts the daemon then.
        case waiting
        /// Nobody holds it.
        case stopped
    }

    /// The document's name; nil for the default document.
    let name: String?
    /// Where it lies.
    let locations: DocumentLocations
    /// The socket.
    let socket: String
    /// Whether a daemon holds it.
    let state: State
    /// The daemon's process, where it is known.
    let process: Int32?
    /// Whether the daemon that runs has another state folder than the document's own.
    let isElsewhere: Bool
    /// Whether it is installed as a service.
    let isInstalled: Bool

    /// Looks at a document; nobody is connected to.
    init(
        _ name: String?, _ places: DocumentPlaces, home: String, _ sockets: SystemSockets
    ) throws(ClientError) {
        self.name = name
        locations = try places.locations(name)
        let unit = "fourlinesd" + (name.map { "@" + $0 } ?? "")
        isInstalled = Installation.isThere("\(home)/.local/share/systemd/user/\(unit).service.d/fourlines.conf")
        let holder = DocumentHolder(stateFolder: locations.stateFolder)
        let usual = places.socket(of: locations)
        socket = holder?.socket ?? usual
        process = holder?.process
        let isListening = sockets.listening.contains(socket)
        // A unit that lies elsewhere, as a distribution's, is known to the manager alone.
        let isManaged =
            isInstalled || holder == nil && isListening && (try? UserManager()?.isActive(unit + ".socket")) == true
        isElsewhere = holder == nil && isListening && !isManaged
        // Where the service manager does not listen a daemon does, whatever state folder it was given.
        state = holder != nil || isElsewhere ? .running : isListening ? .waiting : .stopped
    }

    /// What it is called in a table.
    var title: String { name ?? "(default)" }

    /// The document, in words.
    var designation: String { name.map { "the document “\($0)”" } ?? "the default document" }

    /// The archive's path, as far as the folder tells it; nil if there is none.
    var archive: String? {
        DocumentFolder(locations.stateFolder).archive.map { locations.stateFolder + "/" + $0 }
    }

    /// Where it is spoken to.
    var target: Target { Target(locations, socket: socket) }
}
