import Testing

@testable import FourLinesServer

@Suite("Subscriptions")
struct SubscriptionTests {
    private func receivers(_ subscriptions: Subscriptions, _ channel: String) -> [String] {
        var found: [String] = []
        subscriptions.forEachReceiver(of: Array(channel.utf8)) { client, pattern in
            found.append("\(client)" + (pattern.map { " " + String(decoding: $0, as: UTF8.self) } ?? ""))
        }
        return found.sorted()
    }

    @Test("a message goes to those who subscribed to its channel, and to each pattern that matches it")
    func receivers() {
        var subscriptions = Subscriptions()
        #expect(subscriptions.isEmpty)
        subscriptions.add(1, to: .channel, Array("a".utf8))
        subscriptions.add(2, to: .channel, Array("a".utf8))
        subscriptions.add(2, to: .pattern, Array("*".utf8))
        subscriptions.add(3, to: .pattern, Array("b*".utf8))
        #expect(receivers(subscriptions, "a") == ["1", "2", "2 *"])
        #expect(receivers(subscriptions, "bc") == ["2 *", "3 b*"])
        #expect(subscriptions.count(of: Array("a".utf8)) == 2 && subscriptions.patternCount == 2)
        subscriptions.remove(2, from: .channel, Array("a".utf8))
        subscriptions.remove(2, from: .pattern, Array("*".utf8))
        #expect(receivers(subscriptions, "a") == ["1"])
        subscriptions.remove(1, from: .channel, Array("a".utf8))
        subscriptions.remove(9, from: .channel, Array("a".utf8))
        subscriptions.remove(3, from: .pattern, Array("b*".utf8))
        #expect(subscriptions.isEmpty && subscriptions.channelNames.isEmpty)
    }

    @Test("what a client subscribed to stands once, in its order")
    func names() {
        var names = SubscribedNames()
        for name in ["b", "a", "c"] { names.add(Array(name.utf8)) }
        names.remove(Array("b".utf8))
        names.remove(Array("d".utf8))
        names.add(Array("b".utf8))
        #expect(names.count == 3 && names.contains([0x61]) && !names.contains([0x64]))
        #expect(names.all == ["a", "c", "b"].map { Array($0.utf8) })
    }

    @Test("events behind a revision are taken out, and those before it stay")
    func behind() {
        var queue = EventQueue()
        for revision in [1, 2, 3, 3] { queue.add(.init(revision: UInt64(revision), name: "set", path: [])) }
        #expect(queue.take(behind: 3).isEmpty)
        #expect(queue.take(behind: 2).map(\.revision) == [3, 3])
        #expect(queue.take(upTo: 9).map(\.revision) == [1, 2])
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
