import FourLinesDocument
import FourLinesLinux
import FourLinesSettings
import Testing

@testable import FourLinesServer

@Suite("The configuration")
struct ConfigurationTests {
    /// The file that comes with the program.
    static var shipped: [UInt8] { EmbeddedFiles.bytes(of: "config/fourlinesd.conf") ?? [] }

    @Test("The file that comes with the program holds every key with its default and its meaning, and nothing else")
    func shippedFile() throws {
        let lines = String(decoding: Self.shipped, as: UTF8.self).split(separator: "\n").map(String.init)
        var section = ""
        var keys: [String] = []
        for (index, line) in lines.enumerated() {
            if line.hasPrefix("[") { section = String(line.dropFirst().dropLast()) }
            guard !line.hasPrefix("#"), let equals = line.firstIndex(of: "=") else { continue }
            let name = String(line[..<equals])
            let key = try #require(ConfigurationKey.all.first { $0.section == section && $0.name == name }, "\(line)")
            #expect(line == "\(name)=\(key.value(Configuration()))")
            let meaning = "# " + key.meaning + (key.isLive ? " Changes while the daemon runs." : "")
            #expect(lines[index - 1] == meaning)
            keys.append("\(section).\(name)")
        }
        #expect(keys == ConfigurationKey.all.map { "\($0.section).\($0.name)" })
        var configuration = Configuration()
        try configuration.apply(file: Self.shipped)
        #expect(configuration == Configuration())
    }

    @Test("Every option of a key stands in the help", arguments: ConfigurationKey.all.compactMap(\.option))
    func help(_ option: String) {
        #expect(DaemonOptions.help.contains("  \(option) "))
    }

    @Test("What a configuration says of itself is read back as the same")
    func roundTrip() throws {
        var configuration = Configuration()
        configuration.name = "work"
        configuration.model = "staff"
        configuration.archive = "a b.archive"
        configuration.format = .plistXML
        configuration.transferSize = 5 << 20
        configuration.journalSize = 3 << 20
        configuration.stateFolder = "/s"
        configuration.socket = "/t"
        configuration.logLevel = .warning
        var read = Configuration()
        try read.apply(file: Array(configuration.text.utf8))
        #expect(read == configuration)
    }

    static let mistakes: [(text: String, line: Int, word: String)] = [
        ("[Document]\nNonsense=1", 2, "no key Nonsense"), ("\n[Nowhere]\n", 2, "no section [Nowhere]"),
        ("[Storage]\nStateFolder=here", 2, "relative"), ("[Document]\n\nArchive=a/b", 3, "no name of a file"),
        ("[Document]\nFormat=yaml", 2, "“yaml” is no form of a file: archive, archive-xml, plist, plist-xml"),
        ("[Storage]\nTransferSize=much", 2, "“much” is not a size"),
        ("[Storage]\nJournalSize=1000K", 2, "1M is the least"), ("[Storage]\nJournalSize=-1", 2, "is not a size"),
        ("[Document]\nArchive=a\u{1}b", 2, "a control character"),
        ("[Document]\nArchive=fourlines.lock", 2, "is the name of another file"),
        ("[Document]\nArchive=data.archive.journal.3", 2, "is the name of another file"),
        ("[Log]\nLevel=loud", 2, "“loud” is no level: error, warning, notice, information"),
        ("Name=x", 1, "must stand in a section"),
    ]

    @Test("A mistake is named with its line", arguments: mistakes)
    func mistake(_ text: String, _ line: Int, _ word: String) throws {
        var configuration = Configuration()
        let error = #expect(throws: SettingsError.self) { try configuration.apply(file: Array(text.utf8)) }
        #expect(error?.line == line)
        #expect(error?.description.contains(word) == true, "\(error?.description ?? "")")
    }

    func read(_ arguments: [String], _ file: String?, name: String? = nil) throws -> Configuration {
        let daemon = try ObservedDaemon()
        let path = daemon.folder + "/fourlines/fourlinesd.conf"
        if let file {
            _ = try Paths.makeFolders(daemon.folder + "/fourlines")
            try FileDescriptor.open(path, [.writing, .create]).writeAll(Array(file.utf8))
        }
        let folder = daemon.folder
        let surroundings = DocumentLocations.Surroundings(
            variable: { $0 == "XDG_CONFIG_HOME" ? folder : $0 == "FOURLINES_NAME" ? name : nil }, home: "/home",
            user: 1, isPrivateFolder: { _ in false })
        let exists = { (path: String) in (try? Paths.status(path)) != nil }
        return try ConfigurationSource(try DaemonOptions(arguments), in: surroundings, exists: exists).read()
    }

    @Test("An option wins over the file, and the file over the default")
    func order() throws {
        let file = "[Document]\nModel=staff\nName=filed\n"
        #expect(try read([], nil).model == nil)
        #expect(try read([], file).model == "staff")
        #expect(try read(["--model", "notes"], file).model == "notes")
        #expect(try read([], file).name == "filed")
        #expect(try read([], file, name: "inherited").name == "inherited")
        #expect(try read(["--name", "given"], file, name: "inherited").name == "given")
    }

    @Test("A file that is named must be there, and a faulty one is named with its line")
    func faults() throws {
        let missing = #expect(throws: ConfigurationSource.Fault.self) { try read(["--config", "/nowhere"], nil) }
        #expect(missing?.description == "cannot read the configuration /nowhere: No such file or directory")
        #expect(missing?.isUsage == false)
        let faulty = #expect(throws: ConfigurationSource.Fault.self) { try read([], "[Log]\nLevel=loud") }
        #expect(faulty?.description.contains("/fourlinesd.conf, line 2, [Log] Level: ") == true)
        let usage = #expect(throws: ConfigurationSource.Fault.self) { try read(["--archive", "a/b"], nil) }
        #expect(usage?.isUsage == true)
    }
}
