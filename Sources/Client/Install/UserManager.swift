import FourLinesLinux

/// The user's service manager, systemd(1), spoken to with systemctl(1).
struct UserManager: Sendable {
    /// Its version, 252.
    let version: Int

    /// Finds the manager of this login; nil if there is none.
    init?() {
        guard
            let run = try? CommandRun.of(
                "systemctl", ["--user", "show", "--property=Version", "--value"], isQuiet: true),
            run.status.isSuccess
        else { return nil }
        // "252.38-1~deb12u1", "257 (257.5-2)" or "v255".
        guard let version = Int(run.text.drop { !$0.isNumber }.prefix { $0.isNumber }) else { return nil }
        self.version = version
    }

    /// Has the manager do something.
    ///
    /// - Throws: what systemctl said went before; the error says what was to be done.
    func perform(_ arguments: String...) throws(ClientError) {
        let run = try CommandRun.of("systemctl", ["--user", "--quiet"] + arguments)
        guard run.status.isSuccess else {
            throw ClientError(.refused, "“systemctl --user \(arguments.joined(separator: " "))” failed")
        }
    }

    /// A property of a unit; empty if it has none.
    func property(_ name: String, of unit: String) throws(ClientError) -> String {
        try CommandRun.of("systemctl", ["--user", "show", "--property=\(name)", "--value", unit]).text
    }

    /// Whether a unit is running, starting or stopping.
    func isActive(_ unit: String) throws(ClientError) -> Bool {
        let state = try property("ActiveState", of: unit)
        return state != "inactive" && state != "failed" && !state.isEmpty
    }
}
