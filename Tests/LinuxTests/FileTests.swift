import FourLinesLinux
import Testing

@Suite struct FileTests {
    let temporary: TemporaryFolder

    init() throws {
        temporary = try TemporaryFolder()
    }

    private func newFile() throws -> FileDescriptor {
        try temporary.openFolder().open("file", [.readingAndWriting, .create, .exclusive, .noFollow])
    }

    @Test("The end of a file is a value")
    func endOfFile() throws {
        let file = try newFile()
        var buffer = [UInt8](repeating: 0, count: 4)
        #expect(try file.read(into: &buffer, 0..<4) == .endOfFile)
        #expect(try file.read(into: &buffer, 0..<4, at: 100) == 0)
    }

    @Test("A read by position fills the range it was given and nothing else")
    func readRange() throws {
        let file = try newFile()
        #expect(try file.write([1, 2, 3, 4], 0..<4, at: 0) == 4)
        var buffer = [UInt8](repeating: 9, count: 6)
        #expect(try file.read(into: &buffer, 2..<4, at: 1) == 2)
        #expect(buffer == [9, 9, 2, 3, 9, 9])
    }

    @Test("A range outside of the buffer stops the process")
    func readOutside() async {
        await #expect(processExitsWith: .failure) {
            let zero = try FileDescriptor.open("/dev/zero", .reading)
            var buffer = [UInt8](repeating: 9, count: 6)
            _ = try zero.read(into: &buffer, 2..<7, at: 0)
        }
    }

    @Test("A write beyond the end leaves a gap of zeros")
    func gap() throws {
        let file = try newFile()
        #expect(try file.write([7].span, at: 3) == 1)
        try file.seek(to: 0)
        #expect(try file.readToEnd(limit: 10) == [0, 0, 0, 7])
    }

    @Test("Reading to the end stops at the limit", arguments: [0, 1, 4095, 4096, 10_000])
    func limit(size: Int) throws {
        let file = try newFile()
        let content = (0..<size).map { UInt8(truncatingIfNeeded: $0) }
        try file.writeAll(content)
        try file.seek(to: 0)
        #expect(try file.readToEnd(limit: size) == content)
        try file.writeAll([0])
        try file.seek(to: 0)
        #expect(failure { _ = try file.readToEnd(limit: size) } == .fileTooLarge)
    }

    @Test("A file whose size the system does not know is read to its end")
    func procFile() throws {
        let text = try Paths.read("/proc/self/status", limit: 1 << 20)
        #expect(text.count > 100)
    }

    @Test("Space is allocated, filled with zeros, cut, and synchronized")
    func sizes() throws {
        let file = try newFile()
        try file.allocate(0..<100_000)
        #expect(try file.status().size == 100_000)
        try file.fillWithZeros(0..<3_000_000)
        #expect(try file.status().size == 3_000_000)
        try file.writeBack(0..<3_000_000, waiting: false)
        try file.writeBack(0..<3_000_000, waiting: true)
        try file.synchronizeData()
        try file.synchronize()
        try file.resize(to: 10)
        #expect(try file.status().size == 10)
    }

    @Test("A full disk is an error")
    func fullDisk() throws {
        let full = try FileDescriptor.open("/dev/full", .writing)
        #expect(failure { _ = try full.write([1], 0..<1) } == .noSpace)
        #expect(failure { try full.writeAll([1]) } == .noSpace)
    }

    @Test("The status tells size, kind, owner, permissions, names and time")
    func status() throws {
        let before = WallClock.nanoseconds
        let file = try newFile()
        try file.writeAll([1, 2, 3])
        try file.setPermissions(0o640)
        let status = try file.status()
        #expect(status.kind == .regular)
        #expect(status.size == 3)
        #expect(status.mode == 0o640)
        #expect(status.mode.description == "0640")
        #expect(status.user == CurrentProcess.effectiveUser)
        #expect(status.linkCount == 1)
        // The file system's clock ticks every few milliseconds.
        #expect(status.modificationTime > before - 100_000_000)
        #expect(status.modificationTime <= WallClock.nanoseconds)
        #expect(try temporary.openFolder().status(of: "file") == status)
    }

    @Test("A removed file has no names left and is still open")
    func removed() throws {
        let file = try newFile()
        try temporary.openFolder().unlink("file")
        #expect(try file.status().linkCount == 0)
        #expect(try temporary.openFolder().status(of: "file") == nil)
        try file.writeAll([1])
    }

    @Test("Only one open file has the lock, until its last duplicate is closed")
    func lock() throws {
        let second: FileDescriptor
        do {
            let first = try newFile()
            second = try temporary.openFolder().open("file", .reading)
            #expect(try first.tryLock())
            #expect(try first.tryLock())
            #expect(try !second.tryLock())
            let duplicate = try first.duplicate()
            try first.close()
            #expect(try !second.tryLock())
            try duplicate.unlock()
            #expect(try second.tryLock())
            try second.unlock()
            #expect(try duplicate.tryLock())
        }
        #expect(try second.tryLock())
    }

    @Test("A descriptor is closed when its value goes")
    func closes() throws {
        let count = { try FileDescriptor.openFolder("/proc/self/fdinfo").names().count }
        _ = try count()
        let (reader, writer) = try FileDescriptor.streamPair()
        do {
            let taken = try writer.descriptor.duplicate()
            try taken.shutdownWrites()
        }
        var buffer: [UInt8] = [0]
        #expect(try reader.descriptor.read(into: &buffer, 0..<1) == .endOfFile)
    }

    @Test("A number that is not open is not inherited")
    func notInherited() throws {
        let isAbsent = try FileDescriptor.inherited(number: 9999) == nil
        #expect(isAbsent)
        let isNegative = try FileDescriptor.inherited(number: -1) == nil
        #expect(isNegative)
    }
}
