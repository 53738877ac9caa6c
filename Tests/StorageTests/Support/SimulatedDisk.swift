import FourLinesLinux

@testable import FourLinesStorage

/// What a simulated disk holds: what a process sees, and what a power cut would leave of it.
struct SimulatedDisk {
    /// A file or a folder.
    struct Node {
        var kind = FileStatus.Kind.regular
        /// The path that a symlink says.
        var link = ""
        /// What a process reads.
        var bytes: [UInt8] = []
        /// What is on the disk for sure.
        var durable: [UInt8] = []
        /// What was written since the last sync.
        var writes: [Write] = []
        var modificationTime: Int64 = 0
        /// Whether a sync of it failed, so that none after it can be believed.
        var isSpoilt = false
        /// Of a folder: its entries as a process sees them, as they are on the disk for sure, and what came since.
        var entries: [String: Int] = [:]
        var durableEntries: [String: Int] = [:]
        var operations: [Operation] = []
    }

    enum Write: Equatable {
        case write(Int, [UInt8])
        case resize(Int)

        func apply(to bytes: inout [UInt8]) {
            switch self {
            case .resize(let size):
                if size < bytes.count { bytes.removeSubrange(size...) } else { grow(&bytes, size) }
            case .write(let offset, let data):
                grow(&bytes, offset + data.count)
                bytes.replaceSubrange(offset..<(offset + data.count), with: data)
            }
        }

        private func grow(_ bytes: inout [UInt8], _ size: Int) {
            // Without optimisation an array of zeros is appended much faster than a repetition of them.
            if bytes.count < size { bytes.append(contentsOf: [UInt8](repeating: 0, count: size - bytes.count)) }
        }
    }

    enum Operation {
        case link(String, Int)
        case unlink(String)
        case rename(String, String)
        case exchange(String, String)

        func apply(to entries: inout [String: Int], _ inode: Int?) {
            switch self {
            case .link(let name, let inode): entries[name] = inode
            case .unlink(let name): entries[name] = nil
            case .rename(let from, let to):
                // Where the entry itself is not there, the rename brings it along.
                let moved = entries.removeValue(forKey: from) ?? inode
                if let moved { entries[to] = moved }
            case .exchange(let from, let to):
                let (first, second) = (entries[from], entries[to])
                entries[to] = first ?? inode
                entries[from] = second
            }
        }
    }

    var nodes: [Int: Node] = [:]
    var nextInode = 10
    /// Which node each path of a folder leads to.
    var folders: [String: Int] = [:]
    var clock: Int64 = 1_796_000_000_000_000_000
    var seed: UInt64 = 1
    /// For each rename the inode that it moved, for a power cut that loses what went before.
    var moved: [Int: [Int?]] = [:]

    /// A disk with an empty state folder.
    init() {
        makeFolder("/", 1)
        makeFolder("/state", 2)
    }

    mutating func makeFolder(_ path: String, _ inode: Int) {
        nodes[inode] = Node(kind: .folder)
        folders[path] = inode
    }

    /// Puts a file there, durable, as somebody else would.
    mutating func put(_ name: String, _ bytes: [UInt8], in folder: String = "/state") {
        guard let parent = folders[folder] else { return }
        clock += 5_000_000
        nodes[nextInode] = Node(bytes: bytes, durable: bytes, modificationTime: clock)
        nodes[parent]?.entries[name] = nextInode
        nodes[parent]?.durableEntries[name] = nextInode
        nextInode += 1
    }

    /// What a name leads to.
    func bytes(_ name: String, in folder: String = "/state") -> [UInt8]? {
        guard let parent = folders[folder], let inode = nodes[parent]?.entries[name] else { return nil }
        return nodes[inode]?.bytes
    }

    /// Which file a name leads to.
    func inode(_ name: String, in folder: String = "/state") -> Int? {
        folders[folder].flatMap { nodes[$0]?.entries[name] }
    }

    func names(in folder: String = "/state") -> [String] {
        folders[folder].flatMap { nodes[$0]?.entries.keys.sorted() } ?? []
    }

    mutating func change(_ name: String, in folder: String = "/state", _ body: (inout [UInt8]) -> Void) {
        guard let parent = folders[folder], let inode = nodes[parent]?.entries[name], var node = nodes[inode] else {
            return
        }
        body(&node.bytes)
        node.durable = node.bytes
        node.writes = []
        nodes[inode] = node
    }

    /// Makes a name that of something else than a file.
    mutating func change(kind: FileStatus.Kind, of name: String, in folder: String = "/state") {
        if let inode = inode(name, in: folder) { nodes[inode]?.kind = kind }
    }

    mutating func remove(_ name: String, in folder: String = "/state") {
        guard let parent = folders[folder] else { return }
        nodes[parent]?.entries[name] = nil
        nodes[parent]?.durableEntries[name] = nil
    }

    func linkCount(_ inode: Int) -> UInt64 {
        if nodes[inode]?.kind == .folder { return folders.values.contains(inode) ? 2 : 0 }
        return UInt64(nodes.values.reduce(0) { $0 + $1.entries.values.count { $0 == inode } })
    }
}

// MARK: - What a power cut leaves

extension SimulatedDisk {
    /// The disks that a power cut may leave, at most about `limit` of them, chosen by a seed.
    func afterPowerCut(limit: Int, _ random: inout SeededRandom) -> [SimulatedDisk] {
        let folders = nodes.filter { $0.value.kind == .folder && !$0.value.operations.isEmpty }.keys.sorted()
        let files = nodes.filter { $0.value.kind == .regular && !$0.value.writes.isEmpty }.keys.sorted()
        let choices = folders.map { folderStates($0) } + []
        let contents = files.map { fileStates($0) }
        let total = (choices.map(\.count) + contents.map(\.count)).reduce(1) { min($0 * $1, 1 << 20) }
        var disks: [SimulatedDisk] = []
        for sample in 0..<min(total, limit) {
            // All of them if they are few, a sample with both ends otherwise.
            var number =
                total <= limit || sample < 2 ? (sample == 1 && total > limit ? total - 1 : sample) : random.below(total)
            var disk = self
            for (folder, states) in zip(folders, choices) {
                disk.nodes[folder]?.entries = states[number % states.count]
                number /= states.count
            }
            for (file, states) in zip(files, contents) {
                disk.nodes[file]?.bytes = states[number % states.count]
                number /= states.count
            }
            disk.settle()
            disks.append(disk)
        }
        return disks
    }

    /// Makes what a process sees what is on the disk for sure.
    mutating func settle() {
        for (inode, node) in nodes where !node.writes.isEmpty || !node.operations.isEmpty {
            var settled = node
            settled.durable = node.bytes
            settled.writes = []
            settled.durableEntries = node.entries
            settled.operations = []
            nodes[inode] = settled
        }
        moved = [:]
    }

    /// The entries of a folder with any subset of what is not synced.
    private func folderStates(_ inode: Int) -> [[String: Int]] {
        guard let node = nodes[inode] else { return [[:]] }
        let count = node.operations.count
        let inodes = moved[inode] ?? []
        var subsets: [[Bool]] = []
        if count <= 5 {
            for bits in 0..<(1 << count) { subsets.append((0..<count).map { bits >> $0 & 1 == 1 }) }
        } else {
            for length in 0...count { subsets.append((0..<count).map { $0 < length }) }
            for missing in 0..<count { subsets.append((0..<count).map { $0 != missing }) }
        }
        var states: [[String: Int]] = []
        for subset in subsets {
            var entries = node.durableEntries
            for (index, isThere) in subset.enumerated() where isThere {
                node.operations[index].apply(to: &entries, index < inodes.count ? inodes[index] : nil)
            }
            if !states.contains(entries) { states.append(entries) }
        }
        return states
    }

    /// The content of a file with what is not synced absent, a prefix, torn, or filled with zeros.
    private func fileStates(_ inode: Int) -> [[UInt8]] {
        guard let node = nodes[inode] else { return [[]] }
        var states = [node.durable]
        func add(_ bytes: [UInt8]) { if !states.contains(bytes) { states.append(bytes) } }
        var bytes = node.durable
        for write in node.writes {
            if case .write(let offset, let data) = write, data.count > 1 {
                var torn = bytes
                Write.write(offset, Array(data.prefix(data.count / 2))).apply(to: &torn)
                add(torn)
            }
            write.apply(to: &bytes)
            add(bytes)
        }
        // The last of several without the first: pages are written in any order.
        if node.writes.count > 1 {
            var late = node.durable
            node.writes.last?.apply(to: &late)
            add(late)
        }
        // The second half of a write without its first.
        if case .write(let offset, let data)? = node.writes.last, data.count > 8 {
            var holed = bytes
            for index in offset..<(offset + data.count / 2) { holed[index] = 0 }
            add(holed)
        }
        var zeros = node.durable
        Write.resize(node.bytes.count).apply(to: &zeros)
        add(zeros)
        return states
    }
}
