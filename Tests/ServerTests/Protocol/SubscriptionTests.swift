import Testing

@testable import FourLinesServer

@Suite("Subscriptions")
struct SubscriptionTests {
    private func receivers(_ subscriptions: Subscriptions, _ channel: String) -> [String] {
        var found: [String] = []
        subscriptions.forEachReceiver(of: Array(channel.utf8)) { client, pattern in
            found.append("\(client)" + (pattern.map { " " + String(decoding: $0, as: UTF8.self) } ?? ""))
        }
        return found
    }

    @Test("a message goes to those who subscribed to its channel, and to each pattern that matches it")
    func receivers() {
        var subscriptions = Subscriptions()
        #expect(subscriptions.isEmpty)
        subscriptions.add(1, to: Array("a".utf8))
        subscriptions.add(2, to: Array("a".utf8))
        subscriptions.add(2, toPattern: Array("*".utf8))
        subscriptions.add(3, toPattern: Array("b*".utf8))
        #expect(receivers(subscriptions, "a") == ["1", "2", "2 *"])
        #expect(receivers(subscriptions, "bc") == ["2 *", "3 b*"])
        #expect(subscriptions.count(of: Array("a".utf8)) == 2 && subscriptions.patternCount == 2)
        subscriptions.remove(2, from: Array("a".utf8))
        subscriptions.remove(2, fromPattern: Array("*".utf8))
        #expect(receivers(subscriptions, "a") == ["1"])
        subscriptions.remove(1, from: Array("a".utf8))
        subscriptions.remove(9, from: Array("a".utf8))
        subscriptions.remove(3, fromPattern: Array("b*".utf8))
        #expect(subscriptions.isEmpty && subscriptions.channelNames.isEmpty)
    }

    @Test("events of revisions that did not come to be are dropped")
    func queue() {
        var queue = EventQueue()
        for revision in 1...4 { queue.add(.init(revision: UInt64(revision), name: "set", path: [])) }
        queue.truncate(to: 3)
        #expect(queue.count == 3)
        let taken = queue.take(upTo: 2)
        #expect(taken.map(\.revision) == [1, 2])
        #expect(queue.count == 0)
    }
}
