import FourLinesLinux
import Testing

@testable import FourLinesClient

@Suite("A program's libraries")
struct ProgramFileTests {
    static func read(_ path: String) throws -> [UInt8] { try Paths.read(path, limit: ProgramFile.limit) }

    @Test("A program of the system needs the C library, and none of the toolchain's")
    func systemProgram() throws {
        let program = try #require(ProgramFile(try Self.read("/bin/sh")))
        #expect(program.libraries.contains("libc.so.6"), "\(program.libraries)")
        #expect(program.toolchainLibraries.isEmpty)
    }

    @Test("These tests themselves need the toolchain")
    func ownProgram() throws {
        let program = try #require(ProgramFile(try Self.read(try CurrentProcess.executable())))
        #expect(program.toolchainLibraries.contains("libswiftCore.so"), "\(program.libraries)")
    }

    @Test("Whatever is no program is none", arguments: ["", "\u{7f}ELF", "#!/bin/sh\n"])
    func noProgram(_ text: String) {
        #expect(ProgramFile(Array(text.utf8)) == nil)
    }

    @Test("A damaged program is read without harm", arguments: [UInt64.random(in: 1 ... .max)])
    func damage(_ seed: UInt64) throws {
        let sound = try Self.read("/bin/sh")
        var generator = SeededGenerator(seed: seed)
        for length in [0, 16, 63, 64, 120, 600] { _ = ProgramFile(Array(sound.prefix(length))) }
        for _ in 0..<300 {
            var bytes = sound
            for _ in 0..<8 {
                bytes[Int.random(in: 0..<1024, using: &generator)] = .random(in: 0...255, using: &generator)
            }
            _ = ProgramFile(bytes)
        }
    }
}
