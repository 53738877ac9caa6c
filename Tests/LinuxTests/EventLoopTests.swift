import FourLinesLinux
import Testing

@Suite struct EventLoopTests {
    let loop: EventLoop

    init() throws {
        loop = try EventLoop()
    }

    private func send(_ file: OpenFile, _ bytes: [UInt8] = [1]) throws {
        #expect(try file.descriptor.write(bytes, 0..<bytes.count) == .bytes(bytes.count))
    }

    @Test("A handler is called while there is something to read, and not when there is nothing")
    func levelTriggered() throws {
        let (left, right) = try FileDescriptor.streamPair()
        var calls: [Readiness] = []
        _ = try loop.add(left.descriptor, interest: .readable) { calls.append($0) }
        loop.turn(wait: .zero)
        #expect(calls.isEmpty)
        try send(right)
        loop.turn(wait: .seconds(5))
        loop.turn(wait: .seconds(5))
        #expect(calls == [.readable, .readable])
        var buffer: [UInt8] = [0]
        _ = try left.descriptor.read(into: &buffer, 0..<1)
        loop.turn(wait: .zero)
        #expect(calls.count == 2)
    }

    @Test("What is wanted can change, and a hang-up is always told")
    func interest() throws {
        let (left, right) = try FileDescriptor.streamPair()
        var last: Readiness?
        let registration = try loop.add(left.descriptor, interest: []) { last = $0 }
        try send(right)
        loop.turn(wait: .zero)
        #expect(last == nil)
        try loop.change(registration, interest: [.readable, .writable])
        loop.turn(wait: .seconds(5))
        #expect(last == [.readable, .writable])
        try loop.change(registration, interest: [])
        try left.descriptor.shutdownWrites()
        try right.descriptor.shutdownWrites()
        loop.turn(wait: .seconds(5))
        #expect(last == .hangup)
    }

    @Test("Every ready file is visited once a turn")
    func fair() throws {
        var counts = [Int](repeating: 0, count: 50)
        var files: [OpenFile] = []
        for index in counts.indices {
            let (left, right) = try FileDescriptor.streamPair()
            files += [left, right]
            _ = try loop.add(left.descriptor, interest: .readable) { _ in counts[index] += 1 }
            try send(right)
        }
        for _ in 0..<3 { loop.turn(wait: .seconds(5)) }
        #expect(counts == [Int](repeating: 3, count: 50))
        withExtendedLifetime(files) {}
    }

    @Test("More ready files than one call of the kernel reports are all visited")
    func many() throws {
        var visited: Set<Int> = []
        var files: [OpenFile] = []
        for index in 0..<400 {
            let (left, right) = try FileDescriptor.streamPair()
            files += [left, right]
            _ = try loop.add(left.descriptor, interest: .readable) { _ in visited.insert(index) }
            try send(right)
        }
        for _ in 0..<2 { loop.turn(wait: .seconds(5)) }
        #expect(visited.count == 400)
        withExtendedLifetime(files) {}
    }

    @Test("An event for a removed file is dropped, also when its number is in use again")
    func stale() throws {
        var heard: [String] = []
        var registrations: [EventLoop.Registration] = []
        var victims: [OpenFile?] = []
        var kept: [OpenFile] = []
        // Whichever of the two is called first removes and closes the other, and opens files until its number is back.
        for index in 0..<2 {
            let (left, right) = try FileDescriptor.streamPair()
            victims.append(left)
            kept.append(right)
            try send(right)
            registrations.append(
                try loop.add(left.descriptor, interest: .readable) { [loop] _ in
                    guard heard.isEmpty else {
                        heard.append("stale")
                        return
                    }
                    heard.append("first")
                    loop.remove(registrations[1 - index])
                    victims[1 - index] = nil
                    for _ in 0..<4 {
                        guard let (new, peer) = try? FileDescriptor.streamPair() else { return }
                        kept += [new, peer]
                        _ = try? loop.add(new.descriptor, interest: .readable) { _ in heard.append("new") }
                    }
                })
        }
        loop.turn(wait: .seconds(5))
        #expect(heard == ["first"])
        #expect(loop.staleEvents == 1)
        #expect(registrations.filter { loop.isWatching($0) }.count == 1)
        withExtendedLifetime(kept) {}
    }

    @Test("A handler can remove itself, and removing again does nothing")
    func removesItself() throws {
        let (left, right) = try FileDescriptor.streamPair()
        var registration: EventLoop.Registration?
        var calls = 0
        registration = try loop.add(left.descriptor, interest: .readable) { [loop] _ in
            calls += 1
            if let registration { loop.remove(registration) }
        }
        try send(right)
        loop.turn(wait: .seconds(5))
        loop.turn(wait: .zero)
        #expect(calls == 1)
        if let registration { loop.remove(registration) }
    }

    @Test("Regular files cannot be watched")
    func regularFile() throws {
        let file = try FileDescriptor.open("/proc/self/exe", .reading)
        #expect(failure { _ = try loop.add(file, interest: .readable) { _ in } } == .notPermitted)
    }

    @Test("The hook before sleep comes after the handlers and is asked every turn")
    func beforeSleep() throws {
        let (left, right) = try FileDescriptor.streamPair()
        var events: [String] = []
        loop.beforeSleep = { events.append("sleep") }
        _ = try loop.add(left.descriptor, interest: .readable) { _ in events.append("file") }
        loop.makeTimer { events.append("timer") }.arm(after: .zero)
        loop.nextTurn { events.append("deferred") }
        try send(right)
        loop.turn(wait: nil)
        #expect(events == ["file", "deferred", "timer", "sleep"])
        withExtendedLifetime((left, right)) {}
    }

    @Test("What is deferred by a deferred closure waits for the turn after")
    func deferred() {
        var count = 0
        loop.nextTurn { [loop] in
            count += 1
            loop.nextTurn { count += 10 }
        }
        loop.turn(wait: nil)
        #expect(count == 1)
        loop.turn(wait: nil)
        #expect(count == 11)
    }

    @Test("A loop that was stopped finishes its turn and can run again")
    func stop() {
        var sleeps = 0
        loop.beforeSleep = { sleeps += 1 }
        for round in 1...2 {
            loop.nextTurn { [loop] in loop.stop() }
            loop.run()
            #expect(sleeps == round)
        }
    }

    @Test("Closures submitted by other threads run on the loop's thread, each thread's in order")
    func submit() throws {
        let threads = [
            try WorkThread(name: "one", stackSize: 1 << 18), try WorkThread(name: "two", stackSize: 1 << 18),
        ]
        final class Log { var numbers: [[Int]] = [[], []] }
        let log = Log()
        let confined = ThreadConfined(log)
        let remote = loop.remote
        let stopper = ThreadConfined(loop)
        for (index, thread) in threads.enumerated() {
            thread.submit {
                for number in 0..<5000 {
                    remote.submit {
                        confined.value.numbers[index].append(number)
                        if confined.value.numbers[0].count + confined.value.numbers[1].count == 10_000 {
                            stopper.value.stop()
                        }
                    }
                }
            }
        }
        loop.run()
        #expect(log.numbers == [Array(0..<5000), Array(0..<5000)])
    }

    @Test("Another thread's wake ends a sleep without a handler")
    func wake() throws {
        let thread = try WorkThread(name: "waker", stackSize: 1 << 18)
        let remote = loop.remote
        thread.submit { remote.wake() }
        let start = MonotonicTime.now
        loop.turn(wait: .seconds(20))
        #expect(MonotonicTime.now - start < .seconds(10))
    }

    @Test("A signal that was blocked is read by the loop, with its sender")
    func signals() async {
        await #expect(processExitsWith: .success) {
            Signal.block([.user1, .terminate])
            let loop = try EventLoop()
            var received: [ReceivedSignal] = []
            var source: SignalSource? = try SignalSource(loop, [.user1, .terminate]) { received.append($0) }
            for signal in [Signal.user1, .terminate] {
                // To this thread: the test process has others, which do not block it.
                signal.raise()
                loop.turn(wait: .seconds(5))
            }
            #expect(received.map(\.signal) == [.user1, .terminate])
            #expect(received.allSatisfy { $0.process == CurrentProcess.id && $0.user == CurrentProcess.user })
            withExtendedLifetime(source) {}
            source = nil
        }
    }
}
