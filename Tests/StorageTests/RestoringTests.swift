import FourLinesLinux
import KeyedArchive
import Testing

@testable import FourLinesStorage

@Suite("Restoring the archive")
struct RestoringTests {
    static let seed: UInt64 = 20_261_201

    @Test(
        "Whichever call of a start fails, the archive is untouched, and the next start restores it",
        arguments: [Errno.ioError, .permissionDenied, .noSpace])
    func anyFault(_ errno: Errno) throws {
        var disk = SimulatedDisk()
        let bytes = Samples.archive(["kept", "", "", ""])
        disk.put("data.archive", bytes)
        let sound = Life(SimulatedFiles(disk), sync: .always, truth: Truth())
        #expect(sound.start())
        let calls = sound.files.calls
        #expect(calls > 5)
        for call in 0..<calls {
            let life = Life(SimulatedFiles(disk, fault: .fail(call, errno)), sync: .always, truth: Truth())
            if !life.start() {
                #expect(life.error.map { [65, 73, 74, 77].contains($0.kind.rawValue) } == true, "call \(call)")
            }
            #expect(life.files.disk.bytes("data.archive") == bytes, "call \(call)")
            #expect(DamageTests.recover(life.files.disk).state == sound.state, "call \(call)")
        }
    }

    @Test("Two thousand mutations: the file is kept, and what is taken as sound is edited, saved and restored")
    func mutations() throws {
        let original = Samples.archive(["some line", "another", "naïve 🚗", ""])
        var random = SeededRandom(Self.seed)
        var (sound, damaged, refused) = (0, 0, 0)
        for number in 0..<2000 {
            let place = "seed \(Self.seed) number \(number)"
            var disk = SimulatedDisk()
            let bytes = random.mutate(original)
            disk.put("data.archive", bytes)
            let life = Life(SimulatedFiles(disk), sync: .always, truth: Truth())
            guard life.start() else {
                #expect(life.error?.kind == .refused, "\(place): \(life.error?.description ?? "")")
                #expect(life.files.disk.bytes("data.archive") == bytes, "\(place)")
                refused += 1
                continue
            }
            life.believe()
            life.thread.finish()
            let kept = life.files.disk.names().filter { $0.hasPrefix("data.archive") && !$0.contains(".journal.") }
            #expect(kept.contains { life.files.disk.bytes($0) == bytes }, "\(place): \(kept)")
            if kept.contains(where: { $0.hasPrefix("data.archive.damaged-") }) {
                damaged += 1
            } else {
                sound += 1
                // An unedited document is its own file.
                life.run([.save])
                #expect(life.files.disk.bytes("data.archive") == bytes, "\(place)")
            }
            life.run([.edit, .save])
            let again = DamageTests.recover(life.files.disk)
            #expect(again.state == life.truth.acknowledged, "\(place): \(again.notices)")
        }
        print("mutations of seed \(Self.seed): \(sound) sound, \(damaged) damaged, \(refused) refused")
        #expect(sound > 20 && damaged > 20)
    }
}

extension SeededRandom {
    /// Bytes with a few of them flipped, replaced, removed, doubled or exchanged.
    mutating func mutate(_ original: [UInt8]) -> [UInt8] {
        var bytes = original
        for _ in 0...below(4) where !bytes.isEmpty {
            let place = below(bytes.count)
            let length = 1 + below(min(8, bytes.count - place))
            switch below(6) {
            case 0: bytes[place] ^= 1 << UInt8(below(8))
            case 1: bytes[place] = UInt8(below(256))
            case 2: bytes[place] = [0, 1, 0x7F, 0x80, 0xFF][below(5)]
            case 3: bytes.removeSubrange(place..<place + length)
            case 4: bytes.insert(contentsOf: bytes[place..<place + length], at: place)
            default: bytes.swapAt(place, below(bytes.count))
            }
        }
        return bytes
    }
}
