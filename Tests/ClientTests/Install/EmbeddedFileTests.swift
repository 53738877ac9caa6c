import FourLinesDocument
import FourLinesLinux
import Testing

@Suite("The files in the program")
struct EmbeddedFileTests {
    /// The project's folder.
    static let project: String = {
        var folder = #filePath
        for _ in 0..<4 { folder = Paths.split(folder)?.folder ?? "" }
        return folder
    }()

    @Test("An embedded file has the bytes of the project's", arguments: EmbeddedFiles.names)
    func bytes(_ name: String) throws {
        #expect(EmbeddedFiles.bytes(of: name) == (try Paths.read(Self.project + "/" + name, limit: 1 << 20)))
    }

    @Test("Every unit and the configuration are embedded")
    func all() throws {
        let units = try FileDescriptor.openFolder(Self.project + "/systemd").names().map { "systemd/" + $0 }
        #expect(Set(EmbeddedFiles.names).isSuperset(of: units + ["config/fourlinesd.conf"]))
    }
}
