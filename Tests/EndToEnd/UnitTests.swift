import Foundation
import FourLinesLinux
import Testing

@Suite("What the units start and stop")
struct UnitTests {
    /// The service units of the project.
    static let units: [String] = {
        let folder = URL(fileURLWithPath: #filePath).pathComponents.dropLast(3).joined(separator: "/") + "/systemd"
        return ((try? names(in: folder)) ?? []).filter { $0.hasSuffix(".service") }.map { folder + "/" + $0 }
    }()

    /// A service unit, and a home in which what it starts is installed.
    private struct Unit {
        let home: TestFolder
        let lines: [String]
        /// The name of its document; nil for the default one.
        let name: String?

        init(_ path: String) throws {
            home = try TestFolder()
            name = path.hasSuffix("@.service") ? "work" : nil
            lines = String(decoding: try contents(of: path), as: UTF8.self).split(separator: "\n").map(String.init)
            try home.makeFolder(".local/bin")
            try FileManager.default.createSymbolicLink(
                atPath: home(".local/bin/fourlinesd"), withDestinationPath: Binaries.daemon)
        }

        /// The values of a key.
        func values(_ key: String) -> [String] {
            lines.filter { $0.hasPrefix(key + "=") }.map { String($0.dropFirst(key.utf8.count + 1)) }
        }

        /// Starts the daemon by the unit's command, as the service manager would.
        func start() throws -> DaemonProcess {
            let command = try #require(values("ExecStart").last).replacingOccurrences(of: "%h", with: home.path)
                .replacingOccurrences(of: "%i", with: name ?? "").split(separator: " ").map(String.init)
            return try DaemonProcess(
                in: home, instead: ["env", "XDG_RUNTIME_DIR=" + home("run")] + command,
                socket: "run/fourlines\(name.map { "@" + $0 } ?? "")/socket")
        }
    }

    @Test("There is a unit for the default document, and one for each named one")
    func both() {
        let names = Self.units.map { $0.split(separator: "/").last ?? "" }
        #expect(names == ["fourlinesd.service", "fourlinesd@.service"])
    }

    @Test("rule 7, no unit stops the daemon by a command: SIGTERM does, and it ends with 0", arguments: units)
    func stop(path: String) throws {
        let unit = try Unit(path)
        // Whatever would be run at a stop could fail where the signal does not; another signal would not archive.
        for key in ["ExecStop", "ExecStopPost", "KillSignal", "KillMode", "SendSIGHUP", "SuccessExitStatus"] {
            #expect(unit.values(key) == [], "\(key)")
        }
        let daemon = try unit.start()
        try daemon.connect().setLine(0, "kept")
        #expect(try daemon.terminate() == .exited(0))
        let archive = ".local/state/fourlines\(unit.name.map { "@" + $0 } ?? "")/data.archive"
        #expect(String(decoding: try unit.home.read(archive), as: UTF8.self).contains("kept"))
    }

    @Test("rule 8, what a unit starts is the daemon itself, so that signals reach it", arguments: units)
    func start(path: String) throws {
        let unit = try Unit(path)
        #expect(unit.values("ExecStart").count == 1)
        #expect(unit.values("ExecStartPre") == [] && unit.values("Type") == ["notify"])
        #expect(unit.values("NotifyAccess") == ["main"])
        let daemon = try unit.start()
        let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(daemon.id)/exe")
        #expect(program == (try Paths.resolve(Binaries.daemon)))
        // Nothing that it started is between it and whoever sends signals, or left behind.
        let children = try String(contentsOfFile: "/proc/\(daemon.id)/task/\(daemon.id)/children", encoding: .utf8)
        #expect(children.isEmpty)
    }
}
