import Foundation
import FourLinesLinux
import Testing

@Suite("A subscriber that stops reading")
struct SlowSubscriberTests {
    /// How many edits are made meanwhile.
    static let count = Environment.value("FOURLINES_EDITS").flatMap { Int($0) } ?? 50_000

    /// The memory of a process that belongs to it alone, in bytes.
    private func memory(of process: Int32) throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") })
        return 1024 * (try #require(Int(line.split(separator: " ").dropFirst().first ?? "")))
    }

    @Test("costs neither memory nor speed, and learns from CHANGES what it missed", .timeLimit(.minutes(10)))
    func sleeping() throws {
        let daemon = try DaemonProcess(["--journal-sync", "no", "--model", "dictionary"])
        let (editor, subscriber) = (try daemon.connect(), try daemon.connect())
        /// Makes edits of a thousand lists of ten; answers how long that took.
        func edit(_ count: Int, from first: Int) throws -> Duration {
            let start = MonotonicTime.now
            var number = first
            while number < first + count {
                let size = min(1000, first + count - number)
                var requests: [UInt8] = []
                for step in number..<(number + size) {
                    let words = ["LSET", "list\(step % 1000)", "\(step / 1000 % 10)", "value \(step)"]
                    requests += Conversation.encode(words.map { Array($0.utf8) })
                }
                let replies = try editor.exchange(requests, expecting: 5 * size)
                try #require(replies.last == 10 && !replies.contains(UInt8(ascii: "-")))
                number += size
            }
            return MonotonicTime.now - start
        }
        for list in 0..<1000 {
            _ = try editor.ask(["RPUSH", "list\(list)"] + (0..<10).map { "value \($0)" })
        }
        // The history and the buffers get their size first.
        let usual = try edit(Self.count / 2, from: 0)
        _ = try subscriber.ask("PSUBSCRIBE", "*")
        _ = try edit(10_000, from: Self.count / 2)
        // A save in the midst of edits takes its memory once.
        for round in 0..<3 {
            #expect(try editor.ask("BGSAVE") == "+Background saving started")
            _ = try edit(10_000, from: Self.count / 2 + 10_000 * (round + 1))
            try editor.save()
        }
        let (before, revision) = (try memory(of: daemon.id), try editor.revision())
        let time = try edit(Self.count, from: Self.count / 2 + 40_000)
        let growth = try memory(of: daemon.id) - before
        print("\(Self.count) edits, a subscriber asleep: \(time), awake \(usual * 2); memory grew by \(growth) bytes")
        #expect(growth < 2 << 20)
        #expect(time < usual * 2 * 3)

        // Awake: what was sent, then where to ask from, then all that changed.
        var reply = try subscriber.reply()
        while reply.hasPrefix("*4|pmessage") { reply = try subscriber.reply() }
        let parts = reply.split(separator: "|").map(String.init)
        try #require(parts.count == 4 && parts[2] == "__fourlines__:lost", "\(reply)")
        let lost = try #require(parts.last)
        let changes = try editor.ask("CHANGES", lost).split(separator: "|").map(String.init)
        #expect(changes[4] == ":0")
        #expect(Set(changes.dropFirst(7)) == Set((0..<1000).map { "list\($0)" }))
        #expect(try editor.ask("CHANGES", revision).split(separator: "|").count == 1007)
    }
}
