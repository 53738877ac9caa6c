import Foundation
import FourLinesLinux
import Testing

@Suite("Budgets of the programs")
struct BudgetTests {
    static let programs = [Binaries.daemon, Binaries.client]

    /// Whether the programs are stripped and optimised, as they are shipped.
    static let isRelease = Environment.value("FOURLINES_BINARIES") != nil

    @Test("No program links Foundation", arguments: programs)
    func foundation(program: String) throws {
        // As a library that is loaded, or as a module whose types are in the program.
        let bytes = try Data(contentsOf: URL(fileURLWithPath: program))
        #expect(bytes.range(of: Data("\0Foundation\0".utf8)) == nil)
        #expect(try !libraries(of: program).contains("libFoundation"))
        // The same look finds Foundation where it is.
        #expect(try libraries(of: Binaries.foundationReader).contains("libFoundation"))
    }

    /// The libraries that the loader finds for a program.
    private func libraries(of program: String) throws -> String {
        let run = try Run("ldd", [program])
        #expect(run.isSuccess, "\(run.errors)")
        return run.text
    }

    @Test("A shipped program has less than 12 MB", .enabled(if: isRelease), arguments: programs)
    func size(program: String) throws {
        #expect(try #require(try Paths.status(program)).size < 12_000_000)
    }

    @Test("The shipped daemon is idle in less than 3 MB of its own, and 12 MB resident", .enabled(if: isRelease))
    func memory() throws {
        let daemon = try DaemonProcess()
        let (own, resident) = (try daemon.memory("RssAnon"), try daemon.memory("VmRSS"))
        #expect(own < 3000 && resident < 12_000, "RssAnon \(own) kB, VmRSS \(resident) kB")
    }
}
