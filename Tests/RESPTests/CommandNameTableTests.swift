import FourLinesRESP
import Testing

@Suite("Command names are found in any case")
struct CommandNameTableTests {
    private let names = [
        "GET", "SET", "MGET", "MSET", "LRANGE", "LINDEX", "LSET", "ping", "INCRBYFLOAT", "HGETALL", "PSUBSCRIBE", "A",
    ]

    @Test("Each name has its number, in any case")
    func found() {
        let table = CommandNameTable(names)
        for (number, name) in names.enumerated() {
            for spelling in [name, name.lowercased(), name.uppercased(), name.capitalized] {
                let bytes = [UInt8]("xx\(spelling)yy".utf8)
                #expect(table.number(of: bytes, 2..<bytes.count - 2) == number)
            }
        }
    }

    @Test(
        "Other words have none",
        arguments: ["", "GE", "GETT", "G\u{0}T", "@", "PING ", "{", "INCRBYFLOATINCRBYFLOAT", "0ET"])
    func missing(_ word: String) {
        let bytes = [UInt8](word.utf8)
        #expect(CommandNameTable(names).number(of: bytes, 0..<bytes.count) == nil)
    }

    @Test("An empty table finds nothing")
    func empty() {
        #expect(CommandNameTable([]).number(of: [0x41], 0..<1) == nil)
    }

    @Test("A word of a connection's input is found")
    func input() {
        var input = InputBuffer()
        input.append([UInt8]("lset".utf8))
        #expect(CommandNameTable(names).number(of: 0..<4, in: input) == 6)
    }
}

extension String {
    fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst().lowercased() }
}
