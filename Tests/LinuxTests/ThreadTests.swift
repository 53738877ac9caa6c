import FourLinesLinux
import Synchronization
import Testing

@Suite struct ThreadTests {
    @Test("Work runs in order, and finishing waits for all of it")
    func order() throws {
        let thread = try WorkThread(name: "test", stackSize: 1 << 18)
        let done = Mutex<[Int]>([])
        for number in 0..<1000 { thread.submit { done.withLock { $0.append(number) } } }
        thread.finish()
        thread.finish()
        #expect(done.withLock { $0 } == Array(0..<1000))
    }

    @Test("The thread has its name and the stack it was promised")
    func stack() throws {
        let thread = try WorkThread(name: "deep", stackSize: 64 << 20)
        let result = Mutex((depth: 0, name: ""))
        thread.submit {
            func descend(_ depth: Int) -> Int {
                // More than 256 bytes a call, so that the depth needs more than the usual 8 MB.
                let block: [32 of UInt64] = .init(repeating: UInt64(depth))
                return depth == 0 ? Int(block[0]) : descend(depth - 1) + Int(block[31]) - depth + 1
            }
            let name = (try? Paths.read("/proc/thread-self/comm", limit: 100)) ?? []
            result.withLock { $0 = (descend(40_000), String(decoding: name, as: UTF8.self)) }
        }
        thread.finish()
        #expect(result.withLock { $0.depth } == 40_000)
        #expect(result.withLock { $0.name } == "deep\n")
    }

    @Test("Submitting to a thread that was told to end stops the process")
    func late() async {
        await #expect(processExitsWith: .failure) {
            let thread = try WorkThread(name: "test", stackSize: 1 << 18)
            thread.finish()
            thread.submit {}
        }
    }

    @Test("A confined value that is read on a wrong thread stops the process")
    func confined() async {
        await #expect(processExitsWith: .failure) {
            let value = ThreadConfined([1])
            let thread = try WorkThread(name: "test", stackSize: 1 << 18)
            thread.submit { _ = value.value }
            thread.finish()
        }
    }

    @Test("A value that is handed over belongs to the thread that reads it first")
    func handedOver() async {
        await #expect(processExitsWith: .failure) {
            let value = ThreadConfined(handingOver: [1])
            let thread = try WorkThread(name: "test", stackSize: 1 << 18)
            let seen = Mutex(0)
            thread.submit { seen.withLock { $0 = value.value[0] } }
            thread.finish()
            guard seen.withLock({ $0 }) == 1 else { CurrentProcess.exit(0) }
            _ = value.value
        }
    }
}
