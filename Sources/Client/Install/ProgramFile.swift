import FourLinesLinux

/// A program's file in the format of elf(5), as far as the libraries are concerned that it needs.
struct ProgramFile: Equatable, Sendable {
    /// The names of the shared libraries that it is linked with.
    let libraries: [String]

    /// The largest program that is read, in bytes.
    static let limit = 1 << 30

    /// Those of its libraries that come with the Swift toolchain, and are not there on other machines.
    var toolchainLibraries: [String] {
        libraries.filter { library in
            ["libswift", "lib_", "libFoundation", "libdispatch", "libBlocksRuntime"].contains { library.hasPrefix($0) }
        }
    }

    /// Reads a program; nil if it is none of a 64-bit machine with the least significant byte first.
    ///
    /// - Parameter bytes: the file; counts and offsets in it are not trusted.
    init?(_ bytes: [UInt8]) {
        func number(_ offset: Int, _ size: Int) -> Int? {
            guard offset >= 0, offset <= bytes.count - size else { return nil }
            var value: UInt64 = 0
            for index in (0..<size).reversed() { value = value << 8 | UInt64(bytes[offset + index]) }
            return Int(exactly: value)
        }
        // e_ident, e_phoff, e_phentsize and e_phnum of Elf64_Ehdr.
        guard bytes.starts(with: [0x7f, 0x45, 0x4c, 0x46, 2, 1]), let table = number(32, 8), let size = number(54, 2),
            let count = number(56, 2)
        else { return nil }
        // p_type, p_offset, p_vaddr and p_filesz of Elf64_Phdr.
        var loaded: [(address: Int, offset: Int, size: Int)] = []
        var dynamic: Range<Int>?
        for index in 0..<count {
            let (entry, overflow) = table.addingReportingOverflow(index * size)
            guard !overflow, let kind = number(entry, 4), let offset = number(entry + 8, 8),
                let address = number(entry + 16, 8), let length = number(entry + 32, 8), length <= bytes.count,
                offset <= bytes.count - length
            else { return nil }
            if kind == 1 { loaded.append((address, offset, length)) }
            if kind == 2 { dynamic = offset..<offset + length }
        }
        // A program without a dynamic section needs nothing.
        guard let dynamic else {
            libraries = []
            return
        }
        var names: [Int] = []
        var strings: Int?
        for entry in stride(from: dynamic.lowerBound, to: dynamic.upperBound - 15, by: 16) {
            // Tags that do not fit a signed number are none of those wanted.
            guard let tag = number(entry, 8), let value = number(entry + 8, 8) else { continue }
            if tag == 0 { break }
            if tag == 1 { names.append(value) }
            if tag == 5 {
                strings = loaded.first { value >= $0.address && value - $0.address < $0.size }
                    .map { value - $0.address + $0.offset }
            }
        }
        guard let strings else { return nil }
        libraries = names.compactMap { name in
            guard name < bytes.count - strings else { return nil }
            return String(decoding: bytes[(strings + name)...].prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}
