import KeyedArchive

@testable import FourLinesDocument

/// One edit somewhere in a document, of any model.
enum RandomEdit {
    private static let texts = [
        "", "text", "naïve", "1", "0", "0.25", "true", "2010-08-04T16:01:03Z", "-7", "1999-01-01T00:00:00.5Z",
    ]

    /// Applies it to what is not committed yet; one that does not fit changes nothing.
    static func apply(to document: inout Document, _ random: inout SeededRandom) {
        var edited = document
        let place = PathBytes(document.isFree ? bytes("k\(random.below(8))") : path(in: document, &random).bytes)
        let text = bytes(texts[random.below(texts.count)])
        do throws(Refusal) {
            switch random.below(9) {
            case 0: _ = try edited.delete(place)
            case 1: _ = try edited.push([text], to: place, atHead: random.below(2) == 0, making: edited.isFree)
            case 2: _ = try edited.pop(1, from: place, atHead: false)
            case 3: _ = try edited.addObject(to: place, [])
            case 4: _ = try edited.move(from: place, atHead: true, to: place, toHead: false)
            case 5: _ = try edited.setField(bytes("f\(random.below(4))"), of: place, to: text)
            case 6: _ = try edited.deleteField(bytes("f\(random.below(4))"), of: place)
            default: try edited.set(place, to: text)
            }
        } catch { return }
        document = edited
    }

    private static func path(in document: Document, _ random: inout SeededRandom) -> KeyPath {
        var path = KeyPath(components: [])
        var node = document.root
        while let current = node, document.leaf(of: current) == nil, random.below(6) > 0 {
            let names = document.names(of: current)
            guard !names.isEmpty else { break }
            path = path.appending(names[random.below(names.count)])
            node = document.find(path)
        }
        return path
    }
}
