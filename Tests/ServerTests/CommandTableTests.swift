import Testing

@testable import FourLinesServer

@Suite("The table of commands")
struct CommandTableTests {
    private let table = CommandTable()

    @Test("Names are lower-case letters and stand once, and each has a summary of one sentence")
    func names() {
        let names = table.all.map(\.name)
        #expect(Set(names).count == names.count)
        for command in table.all {
            #expect(command.name.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) })
            #expect(command.summary.hasSuffix(".") && !command.summary.contains("\n"), "\(command.name)")
            #expect(command.arity != 0, "\(command.name)")
        }
    }

    @Test("A name is found in any case, and a part of one is not")
    func find() {
        #expect(table.find(Array("lset".utf8))?.name == "lset")
        #expect(table.find(Array("LSeT".utf8))?.name == "lset")
        #expect(table.find(Array("lse".utf8)) == nil)
        #expect(table.find(Array("lsets".utf8)) == nil)
        #expect(table.find([]) == nil)
    }

    @Test("An arity is exact, or a least number")
    func arity() {
        let exact = table.find(Array("get".utf8))
        #expect(exact?.accepts(2) == true && exact?.accepts(1) == false && exact?.accepts(3) == false)
        let least = table.find(Array("mget".utf8))
        #expect(least?.accepts(1) == false && least?.accepts(2) == true && least?.accepts(99) == true)
    }
}
