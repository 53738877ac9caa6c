import FourLinesRESP
import Testing

@testable import FourLinesClient

@Suite("Commands that exchange whole documents")
struct ExchangeCommandTests {
    let program = Program()
    let json = Array(#"{"lines": ["one"]}"#.utf8)

    @Test("export writes what the daemon answers, byte for byte")
    func export() {
        program.daemon.answers["EXPORT"] = .bulk([0x62, 0, 0xFF])
        #expect(program.run("export", "--to", "plist", "--lossy") == .success)
        #expect(program.daemon.requests == [["EXPORT", "plist", "LOSSY"]])
        #expect(program.console.output == [0x62, 0, 0xFF])
    }

    @Test("export writes no binary to a terminal, and asks for none")
    func terminal() {
        program.console.outputIsTerminal = true
        #expect(program.run("export", "--to", "archive") == .usage)
        #expect(program.daemon.requests.isEmpty)
    }

    @Test("export says what a form does not show, and which option writes it all the same")
    func lossy() {
        program.daemon.answers["EXPORT"] = .error(
            "LOSSY the form does not show all of the document: class names; EXPORT plist LOSSY gives the rest")
        #expect(program.run("export", "--to", "plist") == .refused)
        #expect(
            program.complaint
                == "the form does not show all of the document: class names; with --lossy the rest is written")
    }

    @Test("A form has to be named, and to be one", arguments: [["export"], ["export", "--to", "pdf"]])
    func form(line: [String]) {
        #expect(program.run(line.map { Array($0.utf8) }) == .usage)
        #expect(program.complaint.contains("archive, archive-xml, plist, plist-xml, json"))
    }

    @Test("import tells the daemon the form that the content has")
    func importing() {
        program.console.input = json
        program.daemon.answers["IMPORT"] = .simple("OK")
        #expect(program.run("import", "-") == .success)
        #expect(program.daemon.requests == [["IMPORT", "json", #"{"lines": ["one"]}"#]])
    }

    @Test("import sends nothing that is not sound")
    func unsound() {
        program.console.input = Array("bplist00 and no more".utf8)
        #expect(program.run("import", "-") == .unsound)
        #expect(program.daemon.requests.isEmpty)
    }
}
