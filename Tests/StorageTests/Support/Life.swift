import FourLinesLinux
import KeyedArchive
import Testing

@testable import FourLinesDocument
@testable import FourLinesStorage

/// What a client knows: what was acknowledged, and what may have become durable all the same.
struct Truth {
    /// The state that was acknowledged last, and its revision.
    var acknowledged: [UInt8] = []
    var revision: UInt64 = 0
    /// The states of the edits that are under way.
    var underWay: [[UInt8]] = []
    /// The states of edits that were refused, until a save has succeeded.
    var refused: [[UInt8]] = []
    /// What was acknowledged before, with the time, for modes that lose some of it in a power cut.
    var past: [(time: Int64, state: [UInt8])] = []

    /// How many saves have succeeded.
    var saves = 0
    /// Whether the document showed an edit that had been refused.
    var isBroken = false

    /// What a recovery may find.
    func allowed(syncBegan: Int64?) -> [[UInt8]] {
        var allowed = [acknowledged] + underWay + refused
        if let syncBegan {
            allowed += past.filter { $0.time >= syncBegan }.map(\.state)
            if let last = past.last(where: { $0.time < syncBegan }) { allowed.append(last.state) }
        }
        return allowed
    }
}

/// One step of a script.
enum Step: Equatable {
    /// One edit in a turn of its own: a line is set.
    case edit
    /// Two edits in one turn.
    case turn
    case undo
    case redo
    /// Takes an object out of the list that shares a part with another one.
    case remove
    /// Replaces the whole document.
    case large
    /// A save; without edits meanwhile, or with one between all steps.
    case save
    case saveWithEdits
    /// A save that the file thread is late with by some seconds, in which there are edits.
    case saveSlowly
    /// The clock goes on by some seconds, and what is due is done.
    case wait(Int64)
    /// The clock goes on by some milliseconds, and what is due is asked for, but the file thread does nothing.
    case stall(Int64)
    /// Somebody removes the segment that is written to.
    case removeSegment
    /// The edits up to now leave the history, as they do when a thousand came after them.
    case forgetHistory
    /// Somebody puts another archive in place of ours.
    case foreign
    /// Somebody puts the previous archive in place of the present one.
    case putBack
}

/// One process on a simulated disk.
final class Life {
    static let plan = Storage.Plan(
        folder: "/state", archive: "data.archive", model: .fixed(Samples.model), socket: "/s")

    let files: SimulatedFiles
    let sync: JournalSync
    let thread = StepwiseThread()
    private(set) var store: DocumentStore?
    var truth: Truth
    private(set) var notices: [String] = []
    private(set) var error: StorageError?
    private var counter: Int

    init(_ files: SimulatedFiles, sync: JournalSync, truth: Truth, counter: Int = 0) {
        self.files = files
        self.sync = sync
        self.truth = truth
        self.counter = counter
    }

    // What a process that was stopped had still to do keeps its store alive otherwise.
    deinit { thread.drop() }

    /// What the document is, without regard to how it came there.
    static func state(_ document: Document) -> [UInt8] {
        (try? Archive(graph: document.graph).encode()) ?? []
    }

    var state: [UInt8] { store.map { Self.state($0.document) } ?? [] }

    /// Starts the process; answers whether it serves.
    func start() -> Bool {
        do throws(StorageError) {
            let opened = try Storage.open(Self.plan, files: files)
            notices = opened.recovery.notices
            let store = DocumentStore(opened, thread: thread, sync: sync)
            if opened.recovery.needsSave {
                var outcome: DocumentStore.Outcome?
                store.save { outcome = $0 }
                thread.finish()
                if case .failure(let failure) = outcome { throw failure }
            } else {
                store.prepare()
            }
            self.store = store
            return true
        } catch {
            self.error = error
            return false
        }
    }

    /// Takes on a document that was never acknowledged: what a client sees first.
    func believe() {
        guard let store else { return }
        truth = Truth(acknowledged: state, revision: store.document.revision)
        truth.past = [(files.disk.clock, state)]
    }

    func run(_ steps: [Step]) {
        for step in steps { run(step) }
    }

    private func run(_ step: Step) {
        guard let store else { return }
        switch step {
        case .edit: turn { _ = $0 }
        case .turn:
            apply { try $0.setElement(0, of: PathBytes(Samples.lines), to: Array("turn \(counter)".utf8)) }
            turn { _ = $0 }
        case .undo: turn { _ = try $0.undo() }
        case .redo: turn { _ = try $0.redo() }
        case .remove: turn { $0.removeElement(2) }
        case .large: large()
        case .save: save(editing: false)
        case .saveWithEdits: save(editing: true)
        case .saveSlowly: save(editing: false, pause: 2_100_000_000)
        case .wait(let seconds):
            files.disk.clock += seconds * 1_000_000_000
            store.tick()
            thread.finish()
        case .stall(let milliseconds):
            files.disk.clock += milliseconds * 1_000_000
            store.tick()
        case .forgetHistory: store.document.forget(through: store.document.revision)
        case .removeSegment:
            if let name = store.journal.current?.name { files.disk.remove(name) }
        case .foreign:
            files.disk.put("data.archive", Samples.archive(["foreign \(counter)"]))
        case .putBack:
            if let bytes = files.disk.bytes("data.archive.1") { files.disk.put("data.archive", bytes) }
        }
    }

    private func apply(_ body: (inout Document) throws -> Void) {
        guard let store else { return }
        counter += 1
        do { try body(&store.document) } catch { return store.document.rollBack() }
        switch store.commit(.init(time: 0, client: "test", command: "edit", path: "lines")) {
        case .pending: truth.underWay.append(state)
        case .nothing, .refused, .large: break
        }
    }

    /// One turn of the loop with one edit more; an edit that does nothing sets a line.
    private func turn(_ body: (inout Document) throws -> Void) {
        apply { document in
            try body(&document)
            if !document.isBeingEdited {
                try document.setElement(counter % 2, of: PathBytes(Samples.lines), to: Array("line \(counter)".utf8))
            }
        }
        endTurn()
    }

    private func endTurn() {
        guard let store else { return }
        let states = truth.underWay
        if store.endTurn() == nil {
            for state in states { acknowledge(state) }
        } else {
            truth.refused += states
            truth.underWay = []
            // Whoever reads now sees what he was told.
            if state != truth.acknowledged { truth.isBroken = true }
        }
    }

    private func acknowledge(_ state: [UInt8]) {
        truth.acknowledged = state
        truth.revision = store?.document.revision ?? 0
        truth.underWay = []
        // Edits are only taken after a refusal when a save has seen to it that what was refused is not met again.
        truth.refused = []
        truth.past.append((files.disk.clock, state))
    }

    private func large() {
        guard let store else { return }
        counter += 1
        store.document.replace(with: Samples.sharing("large \(counter)"))
        guard case .large = store.commit(.init(time: 0, client: "test", command: "import")) else {
            return store.document.rollBack()
        }
        let state = store.large.last.map { Self.state($0.document) } ?? []
        truth.underWay = [state]
        store.saveLarge { [self] failure in
            if failure == nil {
                acknowledge(state)
                truth.refused = []
            } else {
                truth.refused += [state]
                truth.underWay = []
            }
        }
        thread.finish()
    }

    private func save(editing: Bool, pause: Int64 = 0) {
        guard let store else { return }
        store.save { [self] outcome in
            // A batch that is refused meanwhile may come back, so only a state without refusals forgets them.
            guard case .success = outcome else { return }
            truth.saves += 1
            if store.refusal == nil { truth.refused = [] }
        }
        if pause > 0 {
            // The loop has to do itself what the file thread is late with.
            for _ in 0..<3 {
                turn { _ = $0 }
                files.disk.clock += pause
            }
        }
        while thread.step() {
            if editing { turn { _ = $0 } }
        }
    }
}

extension Document {
    /// Takes an element out of the list of lines.
    mutating func removeElement(_ index: Int) {
        guard let list = try? list(at: PathBytes(Samples.lines)), let elements = graph[list.elements]?.elements,
            index < elements.count
        else { return }
        editor.apply(.splice(of: list.elements, index: index, old: [elements[index]], new: []))
    }
}

/// Documents that the tests are about.
enum Samples {
    static let model = {
        guard let model = try? ModelLibrary.model(named: "four-lines") else { fatalError("no model") }
        return model
    }()

    static let lines = KeyPath("lines".utf8)

    /// An archive of lines.
    static func archive(_ lines: [String]) -> [UInt8] {
        (try? document(lines).encode()) ?? []
    }

    static func document(_ lines: [String]) -> Archive {
        var editor = GraphEditor(.emptyArchive())
        let array = editor.array(lines.map { .string($0, isReference: true) })
        return finish(&editor, array)
    }

    /// An archive of two lines and two objects that share a third, which leads back to the first.
    static func sharing(_ text: String) -> Archive {
        var editor = GraphEditor(.emptyArchive())
        let shared = editor.array([.string("shared", isReference: true), .integer(7, isReference: true)])
        let notes = (0..<2).map { number in
            editor.object(
                chain: ["Note", "NSObject"],
                [("name", .string("note \(number)", isReference: true)), ("tags", shared), ("size", .real64(1.5))])
        }
        let array = editor.array([.string(text, isReference: true), .string("", isReference: true)] + notes)
        return finish(&editor, array)
    }

    private static func finish(_ editor: inout GraphEditor, _ array: Slot) -> Archive {
        let root = editor.object(chain: ["FourLines", "NSObject"], [("kLinesKey", array)])
        if let top = editor.graph.top {
            let key = editor.intern(model.rootKey)
            editor.apply(.field(of: top, position: 0, old: nil, new: .init(key: key, rank: 0, slot: root)))
        }
        _ = editor.settle()
        return Archive(graph: editor.graph)
    }
}
