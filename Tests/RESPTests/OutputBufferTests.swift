import FourLinesRESP
import Testing

@Suite("Only released replies leave")
struct OutputBufferTests {
    private func text(_ output: OutputBuffer) -> String { String(decoding: output.sendable, as: UTF8.self) }

    @Test("Nothing may be sent before the mark moves")
    func mark() {
        var output = OutputBuffer()
        output.append([1, 2, 3])
        #expect(output.sendableCount == 0)
        #expect(output.pendingCount == 3)
        output.release()
        output.append([4, 5])
        #expect(output.sendable == [1, 2, 3])
        #expect([UInt8](output.bytes[output.sendableRange]) == [1, 2, 3])
        output.consume(2)
        #expect(output.sendable == [3])
        #expect(output.pendingCount == 3)
        output.release(upTo: 4)
        #expect(output.sendable == [3, 4])
        output.release(upTo: 4)
        output.consume(2)
        output.release()
        #expect(output.sendable == [5])
        output.consume(1)
        #expect(output.pendingCount == 0)
        #expect(output.position == 5)
    }

    @Test("What is not released can be taken back and written otherwise")
    func truncate() {
        var writer = ReplyWriter()
        writer.simple("OK")
        writer.output.release()
        let place = writer.output.position
        writer.integer(1)
        writer.output.truncate(to: place)
        writer.error("MISCONF", "disk full")
        writer.output.release()
        #expect(text(writer.output) == "+OK\r\n-MISCONF disk full\r\n")
    }

    @Test("Places stay valid while sent bytes are dropped, and memory stays bounded")
    func places() {
        let seed = printedSeed("output buffer")
        var random = SplitMix(state: seed)
        var output = OutputBuffer()
        var model: [UInt8] = []
        var sent = 0
        for round in 0..<3_000 {
            let added = [UInt8](repeating: UInt8(round & 0xff), count: Int.random(in: 0...2_000, using: &random))
            output.append(added)
            model += added
            output.release(upTo: Int64.random(in: output.releasedPosition...output.position, using: &random))
            let sendable = output.sendable
            #expect(sendable == [UInt8](model[sent..<Int(output.releasedPosition)]), "seed \(seed)")
            let count = Int.random(in: 0...sendable.count, using: &random)
            output.consume(count)
            sent += count
            #expect(output.pendingCount == model.count - sent)
            #expect(output.position == Int64(model.count))
        }
        #expect(output.capacity < 1_000_000, "seed \(seed)")
        output.release()
        output.consume(output.sendableCount)
        output.reclaim(keeping: 0)
        #expect(output.capacity == 0)
    }
}
