import FourLinesRESP
import Testing

@testable import FourLinesClient

@Suite struct CallTests {
    let program = Program()

    @Test("The newer version of the protocol is asked for, and everything behind the command is sent")
    func literal() {
        #expect(program.run("call", "LRANGE", "lines", "0", "-1") == .success)
        #expect(program.daemon.requests == [["HELLO", "3"], ["LRANGE", "lines", "0", "-1"]])
        #expect(program.output == "one\ntwo\n\nfour\n")
    }

    @Test("Options of the protocol are not ours, ours stand before the command")
    func options() {
        #expect(program.run("call", "PING", "--json") == .success)
        #expect(program.run("call", "--json", "PING") == .success)
        #expect(program.run("--json", "call", "PING", "--help") == .success)
        #expect(program.output == "PONG\n\"PONG\"\n\"PONG\"\n")
        #expect(program.daemon.requests.last == ["PING", "--help"])
    }

    @Test("On a terminal the reply has quotes, numbers and kinds")
    func terminal() {
        program.console.outputIsTerminal = true
        program.daemon.answers["X"] = .array([.bulk([0x61, 0x1b]), .integer(7), .null])
        #expect(program.run("call", "x") == .success)
        #expect(program.output == "1) \"a\\u{1b}\"\n2) (integer) 7\n3) (nil)\n")
    }

    @Test("An error goes to the errors, or is JSON, and the exit code tells it")
    func errors() {
        #expect(program.run("call", "NOPE") == .refused)
        #expect(program.console.complaints == ["(error) ERR unknown command 'NOPE', with args beginning with: "])
        #expect(program.output.isEmpty)
        program.daemon.answers["EXEC"] = .error("CONFLICT the revision is 9")
        #expect(program.run("call", "--json", "EXEC") == .conflict)
        #expect(program.output == "{\"error\":\"CONFLICT the revision is 9\"}\n")
    }

    @Test("A daemon that ends instead of an answer to SHUTDOWN has done it, instead of any other it has not")
    func closing() {
        program.daemon.closesAt = "SHUTDOWN"
        #expect(program.run("call", "SHUTDOWN") == .success)
        program.daemon.closesAt = "PING"
        #expect(program.run("call", "PING") == .unavailable)
        #expect(program.complaint == "the daemon closed the connection without an answer")
    }

    @Test("A daemon that refuses to start says why, whatever was asked")
    func notStarted() {
        program.daemon.answers["HELLO"] = .error("ERR not started: the archive is damaged")
        program.daemon.closesAt = "PING"
        #expect(program.run("call", "PING") == .unavailable)
        #expect(program.complaint == "the daemon did not start: the archive is damaged")
    }

    @Test("A daemon of the older protocol only is spoken to all the same")
    func older() {
        program.daemon.answers["HELLO"] = .error("NOPROTO unsupported protocol version")
        #expect(program.run("call", "PING") == .success)
    }
}
