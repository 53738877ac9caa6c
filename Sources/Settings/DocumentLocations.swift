/// Where a document's state, socket and configuration lie: computed here for the daemon and the client alike.
///
/// The default document is `fourlines` in each of the XDG base folders, a named one `fourlines@NAME`. A variable of
/// the XDG Base Directory Specification that is not an absolute path counts as not set.
package struct DocumentLocations: Hashable, Sendable {
    /// The document's name; nil for the default document.
    package let name: String?
    /// The folder of the archive and everything beside it.
    package let stateFolder: String
    /// The path of the socket.
    package let socket: String
    /// The configuration files that may be there, the first that exists being the one that holds.
    package let configurations: [String]
    /// Where an archive is rescued to that cannot be saved: the socket's folder.
    package let rescueFolder: String

    /// What the locations depend on beside the name.
    package struct Surroundings {
        /// The value of an environment variable.
        package var variable: (String) -> String?
        /// The home folder.
        package var home: String
        /// The user id.
        package var user: UInt32
        /// Whether a folder is there, ours and 0700.
        package var isPrivateFolder: (String) -> Bool

        package init(
            variable: @escaping (String) -> String?, home: String, user: UInt32,
            isPrivateFolder: @escaping (String) -> Bool
        ) {
            self.variable = variable
            self.home = home
            self.user = user
            self.isPrivateFolder = isPrivateFolder
        }
    }

    /// Computes the locations of a document.
    ///
    /// - Parameters:
    ///   - name: the document's name, or nil for the default one.
    ///   - stateFolder: the state folder where it was given; the socket follows it only without a runtime folder.
    ///   - surroundings: environment and user.
    /// - Throws: `SettingsFault` if the name cannot be one.
    package init(
        name: String?, stateFolder: String? = nil, in surroundings: Surroundings
    ) throws(SettingsFault) {
        if let name { try Self.check(name) }
        self.name = name
        let word = name.map { "fourlines@" + $0 } ?? "fourlines"
        func base(_ variable: String, _ otherwise: String) -> String {
            if let value = surroundings.variable(variable), value.hasPrefix("/") { return value }
            return surroundings.home + "/" + otherwise
        }
        let state = stateFolder ?? base("XDG_STATE_HOME", ".local/state") + "/" + word
        self.stateFolder = state
        let configuration = base("XDG_CONFIG_HOME", ".config")
        let common = configuration + "/fourlines/fourlinesd.conf"
        configurations = name == nil ? [common] : [configuration + "/\(word)/fourlinesd.conf", common]
        if let runtime = surroundings.variable("XDG_RUNTIME_DIR"), runtime.hasPrefix("/") {
            rescueFolder = runtime + "/" + word
            socket = rescueFolder + "/socket"
        } else if surroundings.isPrivateFolder("/run/user/\(surroundings.user)") {
            rescueFolder = "/run/user/\(surroundings.user)/" + word
            socket = rescueFolder + "/socket"
        } else {
            rescueFolder = state
            socket = state + "/socket"
        }
    }

    /// A name is made of letters, digits and `-_.:`, and does not begin with a point: it is a part of paths and of
    /// a unit's name.
    private static func check(_ name: String) throws(SettingsFault) {
        let isSound =
            !name.isEmpty && name.utf8.count <= 64 && !name.hasPrefix(".")
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
                    UInt8(ascii: ":"):
                    true
                default: false
                }
            }
        guard isSound else {
            throw .refused("“\(name)” cannot be a document's name: up to 64 letters, digits and - _ . :")
        }
    }
}
