/// The armed timers of a loop: a binary heap by deadline, in which each timer knows its place.
struct TimerHeap {
    private var heap: [EventLoop.Timer] = []

    /// The order number of the timer that was armed last.
    private(set) var lastOrder: UInt64 = 0

    /// The earliest deadline.
    var first: MonotonicTime? {
        heap.first?.time
    }

    mutating func arm(_ timer: EventLoop.Timer, at deadline: MonotonicTime) {
        lastOrder += 1
        timer.time = deadline
        timer.order = lastOrder
        if timer.position < 0 {
            timer.position = heap.count
            heap.append(timer)
            rise(timer.position)
        } else {
            settle(timer.position)
        }
    }

    mutating func cancel(_ timer: EventLoop.Timer) {
        let hole = timer.position
        guard hole >= 0 else { return }
        timer.position = -1
        let last = heap.removeLast()
        guard last !== timer else { return }
        place(last, hole)
        settle(hole)
    }

    /// Takes the first timer out if it is due and was armed no later than the given one.
    mutating func takeDue(_ now: MonotonicTime, armedUpTo order: UInt64) -> EventLoop.Timer? {
        guard let timer = heap.first, timer.time <= now, timer.order <= order else { return nil }
        cancel(timer)
        return timer
    }

    private func precedes(_ left: EventLoop.Timer, _ right: EventLoop.Timer) -> Bool {
        left.time == right.time ? left.order < right.order : left.time < right.time
    }

    private mutating func place(_ timer: EventLoop.Timer, _ position: Int) {
        heap[position] = timer
        timer.position = position
    }

    private mutating func settle(_ position: Int) {
        rise(position)
        sink(position)
    }

    private mutating func rise(_ start: Int) {
        var position = start
        while position > 0, precedes(heap[position], heap[(position - 1) / 2]) {
            exchange(position, (position - 1) / 2)
            position = (position - 1) / 2
        }
    }

    private mutating func sink(_ start: Int) {
        var position = start
        while true {
            let (left, right) = (2 * position + 1, 2 * position + 2)
            var least = position
            if left < heap.count, precedes(heap[left], heap[least]) { least = left }
            if right < heap.count, precedes(heap[right], heap[least]) { least = right }
            if least == position { return }
            exchange(position, least)
            position = least
        }
    }

    private mutating func exchange(_ first: Int, _ second: Int) {
        let (a, b) = (heap[first], heap[second])
        place(b, first)
        place(a, second)
    }
}

extension EventLoop {
    /// Lets the timers go off whose moment has come; those that their handlers arm wait for the next turn.
    func fireTimers() {
        let armed = timers.lastOrder
        while let timer = timers.takeDue(now, armedUpTo: armed) { timer.handler() }
    }
}
