import FourLinesRESP
import Testing

@Suite("The input buffer keeps what is not consumed, and little more")
struct InputBufferTests {
    @Test("Random appends and consumption give the bytes back in order, in bounded memory")
    func model() {
        let seed = printedSeed("input buffer")
        var random = SplitMix(state: seed)
        var buffer = InputBuffer()
        var model: [UInt8] = []
        var largest = 0
        for _ in 0..<5_000 {
            let added = (0..<Int.random(in: 0...200, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            buffer.append(added)
            model += added
            largest = max(largest, model.count)
            #expect(buffer.copy(buffer.start..<buffer.end) == model, "seed \(seed)")
            let used = Int.random(in: 0...model.count, using: &random)
            buffer.consume(used)
            model.removeFirst(used)
            if Bool.random(using: &random) { buffer.reclaim(keeping: 256) }
            #expect(buffer.count == model.count)
        }
        #expect(buffer.capacity <= 4 * largest + 8192, "seed \(seed)")
    }

    @Test("A request of many small arguments moves a few times while it grows, not with every read")
    func manyArguments() {
        let count = 100_000
        let request =
            Array("*\(count)\r\n".utf8) + Array(repeatElement(Array("$1\r\nx\r\n".utf8), count: count).joined())
        var (buffer, parser) = (InputBuffer(), RequestParser())
        var (capacities, isWhole) = (Set<Int>(), false)
        var start = 0
        while start < request.count {
            let end = min(start + 4096, request.count)
            buffer.append(Array(request[start..<end]))
            start = end
            capacities.insert(buffer.capacity)
            if case .command = parser.next(&buffer) { isWhole = true }
        }
        #expect(isWhole && parser.count == count)
        #expect(capacities.count < 100, "it moved \(capacities.count) times")
    }

    @Test("What is not UTF-8 has no text")
    func text() {
        var buffer = InputBuffer()
        buffer.append([0x61, 0xff])
        #expect(buffer.text(0..<1) == "a")
        #expect(buffer.text(0..<2) == nil)
        #expect(buffer.copy(0..<2) == [0x61, 0xff])
    }

    @Test("A large buffer with little in it gives its memory back")
    func shrink() {
        var buffer = InputBuffer()
        buffer.append([UInt8](repeating: 7, count: 1_000_000))
        buffer.consume(999_990)
        buffer.reclaim()
        #expect(buffer.capacity < 10_000)
        #expect(buffer.copy(buffer.start..<buffer.end) == [UInt8](repeating: 7, count: 10))
    }
}
