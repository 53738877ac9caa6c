import Glibc

/// Measures contestants in turn, several rounds, and keeps the median of each.
struct Contest {
    /// What takes part: a name and a function that answers the seconds of one go.
    struct Contestant {
        let name: String
        let run: () throws -> Double

        /// Work of this process, of which the processor's time counts, so that others on the machine do not; what it
        /// makes is freed outside of the measured time.
        init<Result>(_ name: String, _ work: @escaping () throws -> Result) {
            self.name = name
            run = {
                let start = clock()
                let result = try work()
                let time = clock() - start
                withExtendedLifetime(result) {}
                return Double(time) / Double(CLOCKS_PER_SEC)
            }
        }

        /// Work that is timed elsewhere.
        init(_ name: String, seconds: @escaping () throws -> Double) {
            self.name = name
            run = seconds
        }
    }

    /// The median seconds by contestant.
    let medians: [Double]

    /// Lets all contestants take turns, once more than is counted if they are quick.
    init(_ contestants: [Contestant], rounds: Int) throws {
        var times = Array(repeating: [Double](), count: contestants.count)
        for round in 0...rounds {
            for (index, contestant) in contestants.enumerated() {
                // The first go warms up; of somebody who takes seconds one go is enough.
                if round > 0, let slow = times[index].first, slow > 2 { continue }
                let time = try contestant.run()
                if round > 0 || time > 2 { times[index].append(time) }
            }
        }
        medians = times.map { $0.sorted()[$0.count / 2] }
    }
}
