import FourLinesLinux
import Testing

@Suite struct TimerTests {
    let loop: EventLoop

    init() throws {
        loop = try EventLoop()
    }

    @Test(
        "Timers go off in the order of their deadlines, whatever the order of arming", arguments: [1, 2, 3] as [UInt64])
    func order(seed: UInt64) {
        var state = seed &* 0x9E37_79B9_7F4A_7C15
        func next() -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33)
        }
        let start = MonotonicTime.now + .seconds(-10)
        var fired: [Int] = []
        var expected: [(delay: Int, armed: Int)] = []
        var timers: [EventLoop.Timer] = []
        for index in 0..<300 {
            timers.append(loop.makeTimer { fired.append(index) })
        }
        var last: [Int: (delay: Int, armed: Int)] = [:]
        for step in 0..<1000 {
            let (index, delay) = (next() % 300, next() % 50)
            if next() % 4 == 0 {
                timers[index].cancel()
                last[index] = nil
            } else {
                timers[index].arm(at: start + .milliseconds(delay))
                last[index] = (delay, step)
            }
        }
        expected = Array(last.values)
        let order = last.sorted { ($0.value.delay, $0.value.armed) < ($1.value.delay, $1.value.armed) }.map(\.key)
        loop.turn(wait: .zero)
        #expect(fired == order)
        #expect(fired.count == expected.count)
        #expect(timers.allSatisfy { $0.deadline == nil })
    }

    @Test("A timer is never early, and the loop sleeps until it is due")
    func notEarly() {
        let start = MonotonicTime.now
        var fired: MonotonicTime?
        var turns = 0
        loop.beforeSleep = { turns += 1 }
        loop.makeTimer { [loop] in
            fired = .now
            loop.stop()
        }.arm(after: .milliseconds(30))
        loop.run()
        #expect(fired.map { $0 - start >= .milliseconds(30) } == true)
        #expect(turns <= 2)
    }

    @Test("A cancelled timer does not go off, not even when it was due in the same turn")
    func cancel() {
        var fired: [String] = []
        let second = loop.makeTimer { fired.append("second") }
        let first = loop.makeTimer {
            fired.append("first")
            second.cancel()
        }
        let past = MonotonicTime.now + .seconds(-1)
        first.arm(at: past)
        second.arm(at: past)
        loop.turn(wait: .zero)
        loop.turn(wait: .zero)
        #expect(fired == ["first"])
    }

    @Test("A timer that arms itself again goes off once a turn")
    func rearms() {
        var count = 0
        var timer: EventLoop.Timer?
        timer = loop.makeTimer {
            count += 1
            timer?.arm(after: .seconds(-5))
        }
        timer?.arm(after: .zero)
        for round in 1...3 {
            loop.turn(wait: nil)
            #expect(count == round)
        }
        timer?.cancel()
        timer = nil
    }

    @Test("Arming again moves the alarm; arming an idle one only leaves an armed one alone")
    func moves() {
        let timer = loop.makeTimer {}
        timer.arm(after: .seconds(100))
        let deadline = timer.deadline
        timer.armIfIdle(after: .seconds(1))
        #expect(timer.deadline == deadline)
        timer.arm(at: MonotonicTime(nanoseconds: 5))
        #expect(timer.deadline == MonotonicTime(nanoseconds: 5))
    }

    @Test("The loop keeps an armed timer alive")
    func keptAlive() {
        var fired = false
        loop.makeTimer { fired = true }.arm(after: .zero)
        loop.turn(wait: nil)
        #expect(fired)
    }

    @Test("Times do not overflow")
    func overflow() {
        #expect((MonotonicTime.now + .seconds(Int64.max)).nanoseconds == .max)
        #expect((MonotonicTime(nanoseconds: -5) + .seconds(Int64.min)).nanoseconds == .min)
        loop.makeTimer {}.arm(after: .seconds(Int64.max))
        loop.turn(wait: .zero)
    }
}
