import FourLinesLinux
import Synchronization

@testable import FourLinesStorage

/// A file system in memory, in which any call can fail and the world can stop at any call.
final class SimulatedFiles: FileSystem, @unchecked Sendable {
    /// What happens at a call.
    enum Fault: Equatable {
        case none
        case fail(Int, Errno)
        /// A write takes only a part.
        case short(Int)
        case stopBefore(Int)
        case stopAfter(Int)
        /// Somebody else does something right before the call.
        case interfere(Int, Interference)
    }

    /// What somebody else does to the archive while the daemon runs.
    enum Interference: CaseIterable {
        case replace, remove
        /// Removes it, and puts another one there right before a rename that would not find it.
        case removeAndReplace
    }

    /// The archive that somebody else puts there.
    static let foreign = Samples.archive(["somebody's", "", "", ""])

    /// A sync that is left out: a rule that is taken away.
    enum MissingSync: CaseIterable {
        case journal, archive, folder, newSegmentEntry
    }

    var disk: SimulatedDisk
    var fault: Fault
    let rules: StorageRules
    let segmentSize: Int64 = 2048
    var missing: MissingSync?
    /// What a rename with one of these rules fails with.
    var refusedRenames: [RenameRule: Errno] = [:]
    /// Whether there is no room for what is written.
    var isFull = false
    /// How many calls there were, and the names of each.
    private(set) var calls = 0
    private(set) var log: [String] = []
    private(set) var isStopped = false
    private(set) var syncs = 0
    /// When the last sync of the segment began that is written to.
    private(set) var syncBegan: Int64 = 0
    private var putsForeignBeforeRename = false
    /// Whether somebody else's archive was put there.
    private(set) var hasPutForeign = false
    /// The segment to which a record was written last.
    private var segment: Int?
    /// The files whose sync has failed, and how often one of them was synced again.
    private var failedSyncs: Set<Int> = []
    private(set) var syncsBehindFailure = 0
    /// How far the clock goes with each call, in nanoseconds.
    var step: Int64 = 1_000_000
    /// Called before each call, with its number.
    var observer: ((Int) -> Void)?

    init(_ disk: SimulatedDisk, fault: Fault = .none, rules: StorageRules = .all) {
        self.disk = disk
        self.fault = fault
        self.rules = rules
    }

    private func call<Result>(_ name: String, _ body: () throws(Errno) -> Result) throws(Errno) -> Result {
        guard !isStopped else { throw .ioError }
        observer?(calls)
        let number = calls
        calls += 1
        log.append(name)
        disk.clock += step
        switch fault {
        case .fail(number, let error): throw error
        case .interfere(number, let what):
            if what == .replace { putForeign() } else { disk.remove("data.archive") }
            putsForeignBeforeRename = what == .removeAndReplace
            return try body()
        case .stopBefore(number):
            isStopped = true
            throw .ioError
        case .stopAfter(number):
            defer { isStopped = true }
            return try body()
        default: return try body()
        }
    }

    private func node(_ handle: FileHandle) throws(Errno) -> Int {
        guard disk.nodes[handle.number] != nil else { throw .badDescriptor }
        return handle.number
    }

    private func find(_ name: String, _ folder: FileHandle) -> Int? { disk.nodes[folder.number]?.entries[name] }

    private func note(_ operation: SimulatedDisk.Operation, _ folder: FileHandle, _ inode: Int?) {
        disk.nodes[folder.number]?.operations.append(operation)
        disk.moved[folder.number, default: []].append(inode)
        if var entries = disk.nodes[folder.number]?.entries {
            operation.apply(to: &entries, inode)
            disk.nodes[folder.number]?.entries = entries
        }
    }

    func resolve(_ path: String) throws(Errno) -> String {
        try call("resolve") { () throws(Errno) in
            guard let (folder, name) = Paths.split(path), let parent = disk.folders[folder],
                let inode = disk.nodes[parent]?.entries[name], let node = disk.nodes[inode]
            else { throw .noSuchFileOrFolder }
            guard node.kind == .symbolicLink else { return path }
            guard let (target, last) = Paths.split(node.link), let other = disk.folders[target],
                disk.nodes[other]?.entries[last] != nil
            else { throw .noSuchFileOrFolder }
            return node.link
        }
    }

    func makeFolders(_ path: String) throws(Errno) -> [String] {
        try call("makeFolders") {
            guard disk.folders[path] == nil else { return [] }
            disk.makeFolder(path, disk.nextInode)
            disk.nextInode += 1
            return [path]
        }
    }

    func openFolder(_ path: String) throws(Errno) -> FileHandle {
        try call("openFolder") { () throws(Errno) in
            guard let inode = disk.folders[path] else { throw .noSuchFileOrFolder }
            return FileHandle(nil, number: inode)
        }
    }

    func open(_ name: String, in folder: FileHandle, _ options: OpenOptions) throws(Errno) -> FileHandle {
        try call("open \(name)") { () throws(Errno) in
            if let inode = find(name, folder) {
                if options.contains(.exclusive) { throw .fileExists }
                if options.contains(.truncate) {
                    disk.nodes[inode]?.bytes = []
                    disk.nodes[inode]?.writes.append(.resize(0))
                }
                return FileHandle(nil, number: inode)
            }
            guard options.contains(.create), disk.linkCount(folder.number) > 0 else { throw .noSuchFileOrFolder }
            let inode = disk.nextInode
            disk.nextInode += 1
            disk.nodes[inode] = .init(modificationTime: disk.clock)
            note(.link(name, inode), folder, inode)
            return FileHandle(nil, number: inode)
        }
    }

    private func status(_ inode: Int) -> FileStatus {
        let node = disk.nodes[inode] ?? .init()
        return FileStatus(
            identity: .init(device: 1, inode: UInt64(inode)), kind: node.kind,
            mode: node.kind == .folder ? .ownerFolder : .ownerFile, user: CurrentProcess.effectiveUser,
            linkCount: disk.linkCount(inode), size: Int64(node.bytes.count),
            modificationTime: node.modificationTime)
    }

    func status(of file: FileHandle) throws(Errno) -> FileStatus {
        try call("fstat") { () throws(Errno) in status(try node(file)) }
    }

    func status(of name: String, in folder: FileHandle) throws(Errno) -> FileStatus? {
        try call("stat \(name)") { find(name, folder).map(status) }
    }

    func names(in folder: FileHandle) throws(Errno) -> [String] {
        try call("names") { disk.nodes[folder.number]?.entries.keys.sorted() ?? [] }
    }

    func read(_ file: FileHandle, into buffer: inout [UInt8], _ range: Range<Int>, at offset: Int64) throws(Errno)
        -> Int
    {
        let bytes = try call("read") { () throws(Errno) in disk.nodes[try node(file)]?.bytes ?? [] }
        let count = max(0, min(range.count, bytes.count - Int(offset)))
        guard count > 0 else { return 0 }
        buffer.replaceSubrange(
            range.lowerBound..<range.lowerBound + count, with: bytes[Int(offset)..<Int(offset) + count])
        return count
    }

    func write(_ file: FileHandle, _ bytes: [UInt8], _ range: Range<Int>, at offset: Int64) throws(Errno) -> Int {
        let isShort = fault == .short(calls)
        return try call("write") { () throws(Errno) in
            if isFull { throw .noSpace }
            let inode = try node(file)
            let data = Array(bytes[range].prefix(isShort ? max(1, range.count / 2) : range.count))
            let write = SimulatedDisk.Write.write(Int(offset), data)
            // A segment that is prepared gets its prefix.
            if offset > 0, name(of: inode).contains(".journal.") { segment = inode }
            disk.nodes[inode]?.writes.append(write)
            if var content = disk.nodes[inode]?.bytes {
                disk.nodes[inode]?.bytes = []
                write.apply(to: &content)
                disk.nodes[inode]?.bytes = content
            }
            let clock = disk.clock
            disk.nodes[inode]?.modificationTime = clock
            return data.count
        }
    }

    private func name(of inode: Int) -> String {
        for node in disk.nodes.values {
            if let entry = node.entries.first(where: { $0.value == inode }) { return entry.key }
        }
        return ""
    }

    private func isLeftOut(_ inode: Int, data: Bool) -> Bool {
        guard let missing else { return false }
        let name = name(of: inode)
        switch missing {
        case .journal: return data && name.contains(".journal.")
        case .archive: return !data && name.contains(".tmp.")
        case .folder:
            // The syncs behind a save; the one for a new segment is a rule of its own.
            return disk.nodes[inode]?.kind == .folder && !isAfterSegment
        case .newSegmentEntry: return disk.nodes[inode]?.kind == .folder && isAfterSegment
        }
    }

    /// Whether the call before was the sync of a new segment.
    private var isAfterSegment: Bool { log.dropLast().last == "fsync segment" }

    func synchronize(_ file: FileHandle) throws(Errno) {
        let kind = name(of: file.number).contains(".journal.") ? "fsync segment" : "fsync"
        noteSync(file)
        if kind == "fsync segment", case .fail(calls, _) = fault { disk.nodes[file.number]?.isSpoilt = true }
        try call(kind) { () throws(Errno) in
            let inode = try node(file)
            if !isLeftOut(inode, data: false) { settle(inode) }
        }
    }

    func synchronizeData(_ file: FileHandle) throws(Errno) {
        noteSync(file)
        // What a failed sync should have written is clean in the system's eyes, and never written.
        if case .fail(calls, _) = fault { disk.nodes[file.number]?.isSpoilt = true }
        try call("fdatasync") { () throws(Errno) in
            syncs += 1
            let inode = try node(file)
            if !isLeftOut(inode, data: true) { settle(inode) }
            if inode == segment { syncBegan = disk.clock }
        }
    }

    private func putForeign() {
        disk.put("data.archive", Self.foreign)
        hasPutForeign = true
    }

    /// Notes whether the sync of a file fails now, or has before; folders have no content that could be lost.
    private func noteSync(_ file: FileHandle) {
        guard disk.nodes[file.number]?.kind == .regular else { return }
        if failedSyncs.contains(file.number) { syncsBehindFailure += 1 }
        if case .fail(calls, _) = fault { failedSyncs.insert(file.number) }
    }

    private func settle(_ inode: Int) {
        guard var node = disk.nodes[inode], !node.isSpoilt else { return }
        node.durable = node.bytes
        node.writes = []
        node.durableEntries = node.entries
        node.operations = []
        disk.nodes[inode] = node
        disk.moved[inode] = nil
    }

    func resize(_ file: FileHandle, to size: Int64) throws(Errno) {
        try call("resize") { () throws(Errno) in
            let inode = try node(file)
            let write = SimulatedDisk.Write.resize(Int(size))
            disk.nodes[inode]?.writes.append(write)
            if var bytes = disk.nodes[inode]?.bytes {
                write.apply(to: &bytes)
                disk.nodes[inode]?.bytes = bytes
            }
        }
    }

    func writeBack(_ file: FileHandle, _ range: Range<Int64>) throws(Errno) { try call("writeBack") {} }

    func rename(_ name: String, to newName: String, in folder: FileHandle, _ rule: RenameRule) throws(Errno) {
        try call("rename \(name) \(newName)") { () throws(Errno) in
            if let refusal = refusedRenames[rule] { throw refusal }
            guard let inode = find(name, folder) else { throw .noSuchFileOrFolder }
            if putsForeignBeforeRename, rule != .exchange, newName == "data.archive" {
                putsForeignBeforeRename = false
                putForeign()
            }
            switch rule {
            case .replace: note(.rename(name, newName), folder, inode)
            case .noReplace:
                if find(newName, folder) != nil { throw .fileExists }
                note(.rename(name, newName), folder, inode)
            case .exchange:
                if find(newName, folder) == nil { throw .noSuchFileOrFolder }
                note(.exchange(name, newName), folder, inode)
            }
        }
    }

    func link(_ name: String, to newName: String, in folder: FileHandle) throws(Errno) {
        try call("link") { () throws(Errno) in
            guard let inode = find(name, folder) else { throw .noSuchFileOrFolder }
            if find(newName, folder) != nil { throw .fileExists }
            note(.link(newName, inode), folder, inode)
        }
    }

    func unlink(_ name: String, in folder: FileHandle) throws(Errno) {
        try call("unlink \(name)") { () throws(Errno) in
            guard find(name, folder) != nil else { throw .noSuchFileOrFolder }
            note(.unlink(name), folder, nil)
        }
    }

    func tryLock(_ file: FileHandle) throws(Errno) -> Bool { try call("lock") { true } }

    var wallClock: Int64 { disk.clock }

    var now: MonotonicTime { MonotonicTime(nanoseconds: disk.clock) }

    func random() -> UInt64 {
        var random = SeededRandom(disk.seed)
        disk.seed = random.next()
        return disk.seed
    }
}

/// A random source that a seed reproduces (SplitMix64).
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
        return word ^ word >> 31
    }

    /// A number from 0 up to, but not including, a bound, which is at least 1.
    mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }
}

/// A file thread that works when it is told to.
final class StepwiseThread: StorageThread {
    private var work: [() -> Void] = []

    func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value, then done: @escaping (Value) -> Void) {
        self.work.append { done(work()) }
    }

    /// Does one piece of work, and what follows from it; answers false if there is none.
    func step() -> Bool {
        guard !work.isEmpty else { return false }
        work.removeFirst()()
        return true
    }

    /// Forgets what there is to do, as a kill does.
    func drop() { work.removeAll() }

    /// Does all there is.
    func finish() { while step() {} }
}
