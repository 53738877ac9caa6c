/// The elements of an array, in copy-on-write chunks, so that a list of any length is edited as fast as a short one.
///
/// Up to `chunkCapacity` elements are one chunk. Longer lists are groups of chunks: after a snapshot the first edit
/// copies the list of groups, one group and one chunk; an insertion moves the elements of one chunk.
package struct SlotList: Sendable {
    /// The most elements of a chunk.
    package static let chunkCapacity = 512
    /// The most chunks of a group.
    static let groupCapacity = 64

    private struct Group: Sendable {
        var chunks: [[Slot]]
        /// By chunk the number of elements up to its end, so that a search touches no chunk.
        var ends: [Int]
        var count: Int

        init(_ chunks: [[Slot]]) {
            self.chunks = chunks
            ends = []
            count = 0
            measure(from: 0)
        }

        /// Counts again, after the chunks from one on have changed.
        mutating func measure(from chunk: Int) {
            ends.removeSubrange(chunk...)
            count = ends.last ?? 0
            for chunk in chunks[chunk...] {
                count += chunk.count
                ends.append(count)
            }
        }

        /// The chunk that holds an element, or the last one; mostly the chunks before it are full.
        func chunk(of position: Int) -> Int {
            let last = ends.count - 1
            var chunk = min(position / SlotList.chunkCapacity, last)
            while chunk > 0, position < ends[chunk - 1] { chunk -= 1 }
            while chunk < last, position >= ends[chunk] { chunk += 1 }
            return chunk
        }
    }

    /// The elements, while they are one chunk.
    private var single: [Slot] = []
    /// The elements in order, when they are more.
    private var groups: [Group] = []
    /// How many elements there are.
    package private(set) var count = 0

    package init() {}

    package init(_ slots: [Slot]) {
        var builder = Builder(count: slots.count)
        for slot in slots { builder.append(slot) }
        self = builder.finish()
    }

    /// Whether there is none.
    package var isEmpty: Bool { count == 0 }

    /// The place of an element: group, chunk in it, index in that; for `count` the place behind the last.
    private struct Place {
        var group: Int
        var chunk: Int
        var index: Int
    }

    /// Finds an element; `position` is not over `count`, and there are groups.
    private func place(of position: Int) -> Place {
        var rest = position
        var group = 0
        while rest >= groups[group].count, group < groups.count - 1 {
            rest -= groups[group].count
            group += 1
        }
        let chunk = groups[group].chunk(of: rest)
        if chunk > 0 { rest -= groups[group].ends[chunk - 1] }
        return Place(group: group, chunk: chunk, index: rest)
    }

    /// The element at a position.
    package subscript(position: Int) -> Slot {
        get {
            if groups.isEmpty { return single[position] }
            let place = place(of: position)
            return groups[place.group].chunks[place.chunk][place.index]
        }
        set {
            if groups.isEmpty {
                single[position] = newValue
                return
            }
            let place = place(of: position)
            groups[place.group].chunks[place.chunk][place.index] = newValue
        }
    }

    /// Calls a function with each element of a range in order, until it answers false.
    package func forEach<Failure: Error>(
        in range: Range<Int>, _ body: (Slot) throws(Failure) -> Bool
    ) throws(Failure) {
        guard !range.isEmpty else { return }
        if groups.isEmpty {
            for index in range {
                guard try body(single[index]) else { return }
            }
            return
        }
        var place = place(of: range.lowerBound)
        var left = range.count
        while left > 0 {
            let chunk = groups[place.group].chunks[place.chunk]
            while place.index < chunk.count, left > 0 {
                guard try body(chunk[place.index]) else { return }
                place.index += 1
                left -= 1
            }
            place.index = 0
            place.chunk += 1
            if place.chunk == groups[place.group].chunks.count {
                place.chunk = 0
                place.group += 1
            }
        }
    }

    /// The elements of a range.
    package func slots(in range: Range<Int>) -> [Slot] {
        var result: [Slot] = []
        result.reserveCapacity(range.count)
        forEach(in: range) { slot in
            result.append(slot)
            return true
        }
        return result
    }

    /// All elements in order.
    package var all: [Slot] { groups.isEmpty ? single : slots(in: 0..<count) }

    /// Whether two lists have the same elements in the same order; chunks that they share are not looked into.
    package func holdsSame(as other: SlotList) -> Bool {
        guard count == other.count else { return false }
        if groups.isEmpty, other.groups.isEmpty { return Self.sameSlots(single, other.single) }
        guard groups.count == other.groups.count else { return all == other.all }
        for (mine, theirs) in zip(groups, other.groups) {
            if mine.chunks.span.isIdentical(to: theirs.chunks.span) { continue }
            guard mine.chunks.count == theirs.chunks.count else { return all == other.all }
            for (left, right) in zip(mine.chunks, theirs.chunks) {
                // Chunks of other lengths may still hold the same list, cut in other places.
                guard left.count == right.count else { return all == other.all }
                guard Self.sameSlots(left, right) else { return false }
            }
        }
        return true
    }

    private static func sameSlots(_ left: [Slot], _ right: [Slot]) -> Bool {
        left.span.isIdentical(to: right.span) || left == right
    }

    /// Replaces the elements of a range by others.
    package mutating func replace(_ range: Range<Int>, with slots: [Slot]) {
        if groups.isEmpty, count - range.count + slots.count <= Self.chunkCapacity {
            single.replaceSubrange(range, with: slots)
            count = single.count
            return
        }
        if range.count + slots.count > Self.chunkCapacity {
            rebuild(range, with: slots)
            return
        }
        if groups.isEmpty {
            groups = [Group([single])]
            single = []
        }
        remove(range)
        insert(slots, at: range.lowerBound)
    }

    /// Replaces a long range, at the cost of the whole list.
    private mutating func rebuild(_ range: Range<Int>, with slots: [Slot]) {
        var builder = Builder(count: count - range.count + slots.count)
        forEach(in: 0..<range.lowerBound) { slot in
            builder.append(slot)
            return true
        }
        for slot in slots { builder.append(slot) }
        forEach(in: range.upperBound..<count) { slot in
            builder.append(slot)
            return true
        }
        self = builder.finish()
    }

    private mutating func remove(_ range: Range<Int>) {
        var left = range.count
        while left > 0 {
            let place = place(of: range.lowerBound)
            let size = groups[place.group].chunks[place.chunk].count
            let taken = min(left, size - place.index)
            if taken == size {
                groups[place.group].chunks.remove(at: place.chunk)
            } else {
                groups[place.group].chunks[place.chunk].removeSubrange(place.index..<(place.index + taken))
            }
            if taken < size { mergeIfSmall(place) }
            groups[place.group].measure(from: place.chunk)
            if groups[place.group].chunks.isEmpty { groups.remove(at: place.group) }
            count -= taken
            left -= taken
        }
        if groups.isEmpty { single = [] }
    }

    /// Joins a chunk that removals left small with the next one, so that lists do not fall into crumbs.
    private mutating func mergeIfSmall(_ place: Place) {
        let chunks = groups[place.group].chunks
        guard place.chunk + 1 < chunks.count,
            chunks[place.chunk].count + chunks[place.chunk + 1].count <= Self.chunkCapacity / 2
        else { return }
        let next = groups[place.group].chunks.remove(at: place.chunk + 1)
        groups[place.group].chunks[place.chunk].append(contentsOf: next)
    }

    private mutating func insert(_ slots: [Slot], at position: Int) {
        guard !slots.isEmpty else { return }
        guard !groups.isEmpty else {
            single = slots
            count = slots.count
            return
        }
        let place = place(of: position)
        groups[place.group].chunks[place.chunk].insert(contentsOf: slots, at: place.index)
        count += slots.count
        let size = groups[place.group].chunks[place.chunk].count
        guard size > Self.chunkCapacity else {
            groups[place.group].measure(from: place.chunk)
            return
        }
        // An append leaves full chunks behind it, so that a list that grows at its end is as dense as one read.
        let cut = place.index + slots.count == size ? min(Self.chunkCapacity, place.index) : size / 2
        let half = max(cut, size - Self.chunkCapacity)
        let tail = Array(groups[place.group].chunks[place.chunk][half...])
        groups[place.group].chunks[place.chunk].removeSubrange(half...)
        groups[place.group].chunks.insert(tail, at: place.chunk + 1)
        groups[place.group].measure(from: place.chunk)
        splitGroup(place.group)
    }

    private mutating func splitGroup(_ index: Int) {
        let size = groups[index].chunks.count
        guard size > Self.groupCapacity else { return }
        let chunks = Array(groups[index].chunks[(size / 2)...])
        groups[index].chunks.removeSubrange((size / 2)...)
        groups[index].measure(from: size / 2)
        groups.insert(Group(chunks), at: index + 1)
    }

    /// Builds a list element by element, in chunks that are full.
    struct Builder {
        private var list = SlotList()
        private var chunk: [Slot] = []
        private var chunks: [[Slot]] = []
        private let isLong: Bool

        /// Begins a list that will have about `count` elements, of which no memory is taken for more than a chunk.
        init(count: Int) {
            isLong = count > SlotList.chunkCapacity
            chunk.reserveCapacity(min(count, SlotList.chunkCapacity))
        }

        @inline(__always)
        mutating func append(_ slot: Slot) {
            if chunk.count == SlotList.chunkCapacity { closeChunk() }
            chunk.append(slot)
            list.count += 1
        }

        private mutating func closeChunk() {
            chunks.append(chunk)
            chunk = []
            chunk.reserveCapacity(SlotList.chunkCapacity)
            if chunks.count == SlotList.groupCapacity { closeGroup() }
        }

        private mutating func closeGroup() {
            guard !chunks.isEmpty else { return }
            list.groups.append(Group(chunks))
            chunks = []
        }

        consuming func finish() -> SlotList {
            if list.groups.isEmpty, chunks.isEmpty {
                list.single = chunk
                return list
            }
            if !chunk.isEmpty { chunks.append(chunk) }
            closeGroup()
            return list
        }
    }
}
