import FourLinesLinux

@testable import FourLinesDocument
@testable import FourLinesStorage

extension Enumeration {
    /// Lets something befall the disk after a kill, and starts on what is left.
    func afflict(_ moment: Moment, _ affliction: Affliction, _ place: String, _ report: inout Report) {
        var disk = moment.disk
        guard
            let expectation = affliction.apply(
                to: &disk, moment.truth, isFirst: moment.isFirst, isSaving: moment.isSaving)
        else { return }
        report.states += 1
        let files = SimulatedFiles(disk, rules: rules)
        let life = Life(files, sync: .always, truth: moment.truth, counter: 1000)
        guard life.start() else {
            let isUntouched = disk.names().allSatisfy {
                files.disk.bytes($0) == disk.bytes($0) || $0.hasSuffix(".lock")
            }
            guard expectation.mayRefuse, life.error?.kind == .refused, isUntouched else {
                return violate("\(place): \(life.error?.description ?? "")", &report)
            }
            return
        }
        guard expectation.allowed.contains(life.state) else {
            return violate("\(place): \(life.notices)", &report)
        }
        live(on: life, place, &report)
        expect(expectation.kept, in: files.disk, place, &report)
    }

    /// A second life: edits and saves, a kill, and a recovery that has to find them.
    private func live(on life: Life, _ place: String, _ report: inout Report) {
        life.thread.finish()
        life.believe()
        life.run([.edit])
        let early = Life(SimulatedFiles(life.files.disk, rules: rules), sync: .always, truth: life.truth)
        if !early.start() || early.state != life.truth.acknowledged {
            violate("\(place); second life: \(early.notices) \(early.error?.description ?? "")", &report)
        }
        life.run([.save, .edit, .save, .edit])
        let late = Life(SimulatedFiles(life.files.disk, rules: rules), sync: .always, truth: life.truth)
        if !late.start() || late.state != life.truth.acknowledged {
            violate("\(place); second life with saves: \(late.notices) \(late.error?.description ?? "")", &report)
        }
        report.states += 2
    }

    func expect(_ kept: [[UInt8]], in disk: SimulatedDisk, _ place: String, _ report: inout Report) {
        let all = disk.names().compactMap { disk.bytes($0) }
        for (index, bytes) in kept.enumerated() where !all.contains(bytes) {
            violate("\(place): file \(index) of \(kept.count) was not kept: \(disk.names())", &report)
        }
    }

    /// Recovers with each call of that failing; then again, without.
    func failRecovery(_ moment: Moment, _ place: String, _ report: inout Report) {
        let probe = Life(SimulatedFiles(moment.disk, rules: rules), sync: .always, truth: moment.truth)
        guard probe.start() else { return }
        let allowed = moment.truth.allowed(syncBegan: nil)
        for call in 0..<probe.files.calls {
            let files = SimulatedFiles(moment.disk, fault: .fail(call, .ioError), rules: rules)
            let life = Life(files, sync: .always, truth: moment.truth, counter: 1000)
            report.faults += 1
            if life.start() {
                report.states += 1
                if !allowed.contains(life.state) {
                    violate("\(place), call \(call) of the recovery fails: \(life.notices)", &report)
                    continue
                }
                life.thread.finish()
                life.believe()
                life.run([.edit, .edit])
            }
            let again = Life(SimulatedFiles(files.disk, rules: rules), sync: .always, truth: life.truth)
            report.states += 1
            let right = life.store == nil ? allowed : life.truth.allowed(syncBegan: nil)
            if !again.start() || !right.contains(again.state) {
                let reason = again.error?.description ?? ""
                violate("\(place), call \(call) of the recovery had failed: \(again.notices) \(reason)", &report)
            }
        }
    }

    /// Lets somebody else replace or remove the archive before each call.
    func interfere(_ calls: Int, _ report: inout Report) {
        for call in 0..<calls {
            for what in SimulatedFiles.Interference.allCases {
                if stopsAtFirst, report.violations > 0 { return }
                report.faults += 1
                guard let moment = live(.interfere(call, what)).last else { continue }
                let place = "\(what) before call \(call)"
                let isThere = moment.disk.bytes("data.archive") != nil || moment.disk.bytes("data.archive.1") != nil
                guard isThere else { continue }
                let files = SimulatedFiles(moment.disk, rules: rules)
                let life = Life(files, sync: .always, truth: moment.truth, counter: 1000)
                report.states += 1
                guard life.start() else {
                    violate("\(place): \(life.error?.description ?? "")", &report)
                    continue
                }
                let isTheirs = moment.disk.bytes("data.archive") == SimulatedFiles.foreign
                if !isTheirs, !moment.truth.allowed(syncBegan: nil).contains(life.state) {
                    violate("\(place): \(life.notices)", &report)
                }
                live(on: life, place, &report)
                // Where it has won it is the document.
                if moment.hasForeign, !isTheirs { expect([SimulatedFiles.foreign], in: files.disk, place, &report) }
            }
        }
    }

    /// Of each generation that stands beside the archive the daemon has to know the revision, and the archive before
    /// the present one has to be there.
    func checkGenerations(_ life: Life, _ moment: Moment, _ place: String, _ report: inout Report) {
        life.thread.finish()
        // A save of the start makes another one the previous.
        let isSame = life.files.disk.inode("data.archive") == moment.disk.inode("data.archive")
        if isSame, let previous = moment.previous {
            expect([previous], in: life.files.disk, place, &report)
        }
        for number in 1...3 {
            guard let bytes = life.files.disk.bytes("data.archive.\(number)") else { continue }
            let known = life.store?.generations ?? []
            guard number > known.count || known[number - 1]?.digest != Digest(bytes) else { continue }
            violate("\(place): generation \(number) is not known", &report)
        }
    }
}
