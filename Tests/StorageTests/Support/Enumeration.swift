import FourLinesLinux

@testable import FourLinesDocument
@testable import FourLinesStorage

/// Runs a script, stops the world at every call, builds what may be on the disk then, and recovers from it.
struct Enumeration {
    var script: [Step]
    var sync = JournalSync.always
    /// The archive that is there before the first start.
    var initial: [UInt8]?
    var rules = StorageRules.all
    var missing: SimulatedFiles.MissingSync?
    /// What renames with one of these rules fail with.
    var refusedRenames: [RenameRule: Errno] = [:]
    /// Whether much more is tried than every run of the tests has time for.
    static let isLong = Environment.value("FOURLINES_LONG_TESTS") != nil
    /// How many disks are tried for each moment of a power cut.
    var powerCuts = isLong ? 12 : 4
    /// How many disks are tried for each moment behind a failed call.
    var powerCutsBehindFailure = 0
    /// How many of them are crashed once more, in the middle of the recovery.
    var deep = isLong ? 2 : 0
    /// Of how many moments one is crashed once more in the middle of the recovery.
    var deepStride = isLong ? 1 : 5
    /// Of how many moments behind a failed call one is looked at.
    var failStride = isLong ? 7 : 40
    /// The errors with which calls fail, if they do.
    var errors: [Errno] = [.ioError, .noSpace, .interrupted]
    /// Whether each call fails with each of them; otherwise it fails with one, by turns.
    var failsWithAll = isLong
    /// Whether calls fail, too.
    var failing = true
    /// What befalls the disk after a stop, as well.
    var afflictions: [Affliction] = []
    /// Of how many moments one is afflicted.
    var afflictionStride = 1
    /// Whether somebody else does something to the archive while the daemon runs.
    var interfering = false
    /// Of how many moments one is recovered from with each call of that failing.
    var unreadableStride = 0
    /// Whether the first violation is enough.
    var stopsAtFirst = false
    /// How long before the last acknowledgement a lost edit may have been acknowledged, in nanoseconds.
    var lossLimit: Int64?

    /// What was tried, and what was found.
    struct Report: CustomStringConvertible {
        var calls = 0
        var faults = 0
        var states = 0
        var violations = 0
        var first = ""

        var description: String {
            "calls \(calls), faults \(faults), states recovered \(states), violations \(violations)"
                + (first.isEmpty ? "" : "; first: \(first)")
        }
    }

    struct Moment {
        let disk: SimulatedDisk
        let truth: Truth
        let call: Int
        let next: String
        let syncBegan: Int64
        /// Whether the archive is the one that was there first.
        let isFirst: Bool
        let isSaving: Bool
        /// Whether a call had failed.
        let isFaulty: Bool
        /// The content of the archive before the present one.
        let previous: [UInt8]?
        /// Whether somebody else put an archive there.
        let hasForeign: Bool
    }

    private func simulated(_ disk: SimulatedDisk, fault: SimulatedFiles.Fault = .none) -> SimulatedFiles {
        let files = SimulatedFiles(disk, fault: fault, rules: rules)
        files.missing = missing
        files.refusedRenames = refusedRenames
        return files
    }

    func run(seed: UInt64 = 1) -> Report {
        var report = Report()
        var random = SeededRandom(seed)
        let moments = live(.none)
        report.calls = moments.count
        for moment in moments {
            examine(moment, &report, &random)
            if stopsAtFirst, report.violations > 0 { return report }
        }
        if interfering { interfere(moments.count - 1, &report) }
        guard failing else { return report }
        for call in 0..<moments.count {
            let errors = failsWithAll ? self.errors : [self.errors[call % self.errors.count]]
            for fault in errors.map({ SimulatedFiles.Fault.fail(call, $0) }) + [.short(call)] {
                if fault == .short(call), moments[call].next != "write" { continue }
                if stopsAtFirst, report.violations > 0 { return report }
                report.faults += 1
                let later = live(fault)
                var index = min(call, later.count - 1)
                while index < later.count {
                    check(later[index].disk, later[index], "\(fault)", &report, power: false)
                    for disk in later[index].disk.afterPowerCut(limit: powerCutsBehindFailure, &random) {
                        let place = "\(fault), power cut before call \(later[index].call)"
                        check(disk, later[index], place, &report, power: true)
                    }
                    index += failStride
                }
                if let last = later.last {
                    check(last.disk, last, "\(fault), at the end", &report, power: false)
                    for disk in last.disk.afterPowerCut(limit: 2, &random) {
                        check(disk, last, "\(fault), power cut at the end", &report, power: true)
                    }
                }
            }
        }
        return report
    }

    /// The moments before each call of a run, and the one behind the last.
    func live(_ fault: SimulatedFiles.Fault) -> [Moment] {
        var disk = SimulatedDisk()
        if let initial { disk.put("data.archive", initial) }
        let files = simulated(disk, fault: fault)
        let life = Life(files, sync: sync, truth: Truth())
        var moments: [Moment] = []
        var hasStarted = false
        var first: Int?
        var present: (inode: Int, bytes: [UInt8])?
        var previous: [UInt8]?
        let note = { [unowned life, unowned files] (call: Int) in
            guard hasStarted else { return }
            if first == nil { first = files.disk.inode("data.archive") }
            if let inode = files.disk.inode("data.archive"), inode != present?.inode {
                previous = present?.bytes
                present = (inode, files.disk.bytes("data.archive") ?? [])
            }
            moments.append(
                Moment(
                    disk: files.disk, truth: life.truth, call: call, next: "", syncBegan: files.syncBegan,
                    isFirst: files.disk.inode("data.archive") == first, isSaving: life.store?.saves.isRunning ?? true,
                    isFaulty: fault != .none, previous: previous, hasForeign: files.hasPutForeign))
        }
        files.observer = note
        // Before anything was acknowledged, the first state is what a start makes of the disk.
        let probe = Life(simulated(disk), sync: sync, truth: Truth())
        _ = probe.start()
        probe.believe()
        life.truth = probe.truth
        hasStarted = true
        if life.start() {
            life.thread.finish()
            life.run(script)
        }
        note(files.calls)
        return moments.enumerated().map { index, moment in
            Moment(
                disk: moment.disk, truth: moment.truth, call: moment.call,
                next: index < files.log.count ? files.log[index] : "end", syncBegan: moment.syncBegan,
                isFirst: moment.isFirst, isSaving: moment.isSaving, isFaulty: moment.isFaulty,
                previous: moment.previous, hasForeign: moment.hasForeign)
        }
    }

    private func examine(_ moment: Moment, _ report: inout Report, _ random: inout SeededRandom) {
        let place = "before call \(moment.call) (\(moment.next))"
        check(moment.disk, moment, "kill \(place)", &report, power: false, deep: moment.call % deepStride == 0)
        if !moment.isFirst, moment.disk.bytes("data.archive") == nil { violate("\(place): no archive", &report) }
        if moment.call % afflictionStride == 0 {
            for affliction in afflictions { afflict(moment, affliction, "\(affliction) \(place)", &report) }
        }
        if unreadableStride > 0, moment.call % unreadableStride == 0 { failRecovery(moment, place, &report) }
        for (index, disk) in moment.disk.afterPowerCut(limit: powerCuts, &random).enumerated() {
            check(disk, moment, "power cut \(place), \(index)", &report, power: true, deep: index < deep)
        }
    }

    private func check(
        _ disk: SimulatedDisk, _ moment: Moment, _ place: String, _ report: inout Report, power: Bool,
        deep: Bool = false
    ) {
        let files = simulated(disk)
        var moments: [SimulatedDisk] = []
        if deep { files.observer = { [unowned files] _ in moments.append(files.disk) } }
        let life = Life(files, sync: .always, truth: moment.truth, counter: 1000)
        report.states += 1
        let allowed = self.allowed(moment, power)
        let segments = disk.nodes.filter { entry in disk.names().contains { isSegment($0, entry.key, disk) } }
        guard judge(life, allowed, moment, place, power, &report) else { return }
        if !power { checkGenerations(life, moment, place, &report) }
        // A second life: two edits, a kill, and a recovery that has to find them.
        files.observer = nil
        life.thread.finish()
        life.believe()
        life.run([.edit, .edit])
        let second = Life(simulated(files.disk), sync: .always, truth: life.truth)
        report.states += 1
        guard second.start(), second.state == life.truth.acknowledged else {
            return violate("\(place); second life \(second.notices) \(second.error?.description ?? "")", &report)
        }
        for (inode, node) in segments where files.disk.nodes[inode]?.bytes != node.bytes {
            violate("\(place); a start wrote to a segment that was there", &report)
        }
        for (index, middle) in moments.enumerated() {
            // The recovery wrote nothing that is not synced before it acknowledges, so a kill says enough here;
            // power cuts of the recovery are sampled.
            var random = SeededRandom(UInt64(index))
            for disk in [middle] + (power ? middle.afterPowerCut(limit: 2, &random) : []) {
                let again = Life(simulated(disk), sync: .always, truth: moment.truth)
                report.states += 1
                _ = judge(again, allowed, moment, "\(place); again at call \(index) of the recovery", power, &report)
            }
        }
    }

    private func judge(
        _ life: Life, _ allowed: [[UInt8]], _ moment: Moment, _ place: String, _ power: Bool, _ report: inout Report
    ) -> Bool {
        guard life.start() else {
            violate("\(place): \(life.error?.description ?? "")", &report)
            return false
        }
        guard !moment.truth.isBroken else {
            violate("\(place): a refused edit was shown", &report)
            return false
        }
        guard allowed.contains(life.state) else {
            violate("\(place): \(life.notices) \(text(life.state)), not \(allowed.map(text))", &report)
            return false
        }
        guard (life.store?.document.revision ?? 0) >= (power && sync != .always ? 0 : moment.truth.revision) else {
            violate("\(place): an old revision", &report)
            return false
        }
        return true
    }

    private func isSegment(_ name: String, _ inode: Int, _ disk: SimulatedDisk) -> Bool {
        name.hasPrefix("data.archive.journal.") && disk.inode(name) == inode
    }

    /// What a recovery may find.
    private func allowed(_ moment: Moment, _ power: Bool) -> [[UInt8]] {
        guard power, sync != .always else { return moment.truth.allowed(syncBegan: nil) }
        let allowed = moment.truth.allowed(syncBegan: moment.syncBegan)
        guard let lossLimit, let last = moment.truth.past.last?.time else { return allowed }
        let old = moment.truth.past.filter { $0.time < last - lossLimit }.dropLast().map(\.state)
        return allowed.filter { !old.contains($0) }
    }

    private func text(_ state: [UInt8]) -> String {
        String(decoding: state.filter { $0 >= 0x20 && $0 < 0x7F }, as: UTF8.self).components(after: "kLinesKey")
    }

    func violate(_ what: String, _ report: inout Report) {
        report.violations += 1
        if report.first.isEmpty { report.first = what }
    }
}

extension String {
    /// What follows a word, shortened.
    fileprivate func components(after word: String) -> String {
        guard let range = firstRange(of: word) else { return String(prefix(80)) }
        return String(self[range.upperBound...].prefix(120))
    }

    private func firstRange(of word: String) -> Range<String.Index>? {
        var index = startIndex
        while index < endIndex {
            if self[index...].hasPrefix(word) { return index..<self.index(index, offsetBy: word.count) }
            index = self.index(after: index)
        }
        return nil
    }
}
