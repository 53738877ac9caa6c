import FourLinesDocument
import FourLinesLinux
import FourLinesSettings
import Testing

@testable import FourLinesClient

@Suite("What is installed")
struct InstallTests {
    static var surroundings: DocumentLocations.Surroundings {
        DocumentLocations.Surroundings(
            variable: { $0 == "XDG_RUNTIME_DIR" ? "/run/user/7" : nil }, home: "/home/ann", user: 7,
            isPrivateFolder: { _ in false })
    }

    @Test("The default document and a named one have units of their own")
    func places() throws {
        let standard = try InstalledDocument(name: nil, in: Self.surroundings)
        #expect(standard.service == "fourlinesd.service" && standard.socket == "fourlinesd.socket")
        #expect(standard.unitFiles == ["fourlinesd.service", "fourlinesd.socket"])
        #expect(standard.dropIn == "/home/ann/.local/share/systemd/user/fourlinesd.service.d/fourlines.conf")
        let named = try InstalledDocument(name: "work", in: Self.surroundings)
        #expect(named.service == "fourlinesd@work.service" && named.socket == "fourlinesd@work.socket")
        #expect(named.unitFiles == ["fourlinesd@.service", "fourlinesd@.socket"])
    }

    @Test("A name that no unit can have is a usage error", arguments: ["a:b", "a/b", ""])
    func names(_ name: String) {
        let error = #expect(throws: ClientError.self) { try InstalledDocument(name: name, in: Self.surroundings) }
        #expect(error?.code == .usage)
    }

    @Test("The units name the places that the programs compute", arguments: [nil, "work"])
    func unitsAgree(_ name: String?) throws {
        let document = try InstalledDocument(name: name, in: Self.surroundings)
        /// The values of a key, as the service manager would see them.
        func values(_ file: String, _ key: String) throws -> [String] {
            let entries = try SettingsFile(parsing: InstalledDocument.embedded("systemd/" + file)).sections
                .flatMap(\.entries)
            let specifiers = ["%h": "/home/ann", "%t": "/run/user/7", "%i": name ?? "", "%%": "%"]
            return entries.filter { $0.key == key }.map { entry in
                specifiers.reduce(entry.value) { text, specifier in
                    text.split(separator: specifier.key, omittingEmptySubsequences: false)
                        .joined(separator: specifier.value)
                }
            }
        }
        let (service, socket) = (document.unitFiles[0], document.unitFiles[1])
        #expect(try values(socket, "ListenStream") == [document.locations.socket])
        #expect(try values(service, "Requires") == [document.socket])
        let option = name.map { " --name \($0)" } ?? ""
        #expect(try values(service, "ExecStart") == [document.programFolder + "/fourlinesd" + option])
        let folders = "-\(document.locations.stateFolder) -\(document.locations.rescueFolder)"
        #expect(try values(service, "ReadWritePaths") == [folders])
    }

    @Test(
        "The two service units, and the two socket units, differ in the instance only",
        arguments: ["service", "socket"])
    func templates(_ kind: String) {
        func lines(_ name: String) -> [Substring] {
            String(decoding: InstalledDocument.embedded("systemd/\(name).\(kind)"), as: UTF8.self)
                .split(separator: "\n", omittingEmptySubsequences: false)
        }
        let template = lines("fourlinesd@").map { line in
            [("@%i", ""), (" --name %i", ""), ("the document %i", "the default document")].reduce(String(line)) {
                text, pair in
                text.split(separator: pair.0, omittingEmptySubsequences: false).joined(separator: pair.1)
            }
        }
        #expect(template == lines("fourlinesd").map(String.init))
    }

    @Test("A drop-in quotes what the service manager would take for something else")
    func dropIn() {
        var dropIn = DropIn(folders: ["/home/ann/100% \"x\"\\"], isReloadNotified: false)
        dropIn.variables = ["XDG_STATE_HOME": "/s t"]
        let lines = dropIn.text.split(separator: "\n").filter { !$0.hasPrefix("#") }
        #expect(
            lines == [
                "[Service]", #"ReadWritePaths="-/home/ann/100%% \"x\"\\""#, #"Environment="XDG_STATE_HOME=/s t""#,
            ])
        dropIn.isReloadNotified = true
        #expect(dropIn.text.hasSuffix("\nType=notify-reload\nExecReload=\n"))
    }

    @Test("The daemon's own words are understood, and another version's are refused")
    func configuration() throws {
        let text = "[Document]\nName=\nModel=m\nArchive=a\n[Storage]\nStateFolder=/s\n[Socket]\nPath=/p\n"
        let configuration = try DaemonConfiguration(Array(text.utf8))
        #expect(configuration.model == "m" && configuration.archive == "a")
        #expect(configuration.stateFolder == "/s" && configuration.socket == "/p")
        let error = #expect(throws: ClientError.self) { try DaemonConfiguration(Array("[Document]\nModel=m\n".utf8)) }
        #expect(error?.message.contains("[Document] Archive") == true)
    }

    @Test("The holder is the process that the lock file names and the system's list of locks knows")
    func holder() {
        #expect(DocumentHolder.process("process 12\nhost h\n") == 12)
        #expect(DocumentHolder.process("") == nil && DocumentHolder.process("process x\n") == nil)
        let locks = """
            1: POSIX  ADVISORY  WRITE 11 00:2d:12 0 EOF
            2: FLOCK  ADVISORY  WRITE 12 00:2d:13 0 EOF
            3: -> FLOCK  ADVISORY  WRITE 13 00:2d:13 0 EOF

            """
        #expect(DocumentHolder.isLocking(12, locks))
        #expect(!DocumentHolder.isLocking(11, locks), "a lock of another kind")
        #expect(!DocumentHolder.isLocking(13, locks), "one that waits for the lock")
    }
}
