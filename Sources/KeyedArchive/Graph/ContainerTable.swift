/// The containers of a graph by their identity, in copy-on-write chunks.
struct ContainerTable: Sendable {
    static let chunkBits: UInt32 = 7
    static let chunkSize = 1 << chunkBits

    /// Chunks of `chunkSize` places, or empty ones where no container was ever put.
    private var chunks: [[Container?]] = []

    /// The container with an identity.
    subscript(id: ObjectID) -> Container? {
        get {
            let chunk = Int(id.number >> Self.chunkBits)
            guard chunk < chunks.count, !chunks[chunk].isEmpty else { return nil }
            return chunks[chunk][Int(id.number) & (Self.chunkSize - 1)]
        }
        set {
            let chunk = Int(id.number >> Self.chunkBits)
            while chunks.count <= chunk { chunks.append([]) }
            if chunks[chunk].isEmpty { chunks[chunk] = Array(repeating: nil, count: Self.chunkSize) }
            chunks[chunk][Int(id.number) & (Self.chunkSize - 1)] = newValue
        }
    }

    /// Changes a container in place; answers nil if there is none.
    @inline(__always)
    mutating func change<Result>(_ id: ObjectID, _ body: (inout Container) -> Result) -> Result? {
        let chunk = Int(id.number >> Self.chunkBits)
        let index = Int(id.number) & (Self.chunkSize - 1)
        guard chunk < chunks.count, !chunks[chunk].isEmpty else { return nil }
        return chunks[chunk][index]?.change(body)
    }

    /// The containers that two tables do not have alike, in order of identity; chunks that they share are not
    /// looked into.
    func differences(from other: ContainerTable) -> [ObjectID] {
        var found: [ObjectID] = []
        for chunk in 0..<max(chunks.count, other.chunks.count) {
            let mine = chunk < chunks.count ? chunks[chunk] : []
            let theirs = chunk < other.chunks.count ? other.chunks[chunk] : []
            if mine.span.isIdentical(to: theirs.span) { continue }
            for index in 0..<max(mine.count, theirs.count) {
                let left = index < mine.count ? mine[index] : nil
                let right = index < theirs.count ? theirs[index] : nil
                if left != right { found.append(ObjectID(UInt32(chunk * Self.chunkSize + index))) }
            }
        }
        return found
    }

    /// Calls a function with each container in order of identity.
    func visit(_ body: (ObjectID, Container) -> Void) {
        for chunk in chunks.indices {
            for index in chunks[chunk].indices {
                guard let container = chunks[chunk][index] else { continue }
                body(ObjectID(UInt32(chunk * Self.chunkSize + index)), container)
            }
        }
    }

    /// Whether two tables have the same containers.
    func holdsSame(as other: ContainerTable) -> Bool { differences(from: other).isEmpty }

    /// One more than the highest identity for which there is a place.
    var endNumber: UInt32 { UInt32(chunks.count * Self.chunkSize) }
}

extension Container {
    /// Applies a function to the container where it lies.
    @inline(__always)
    fileprivate mutating func change<Result>(_ body: (inout Container) -> Result) -> Result { body(&self) }
}
