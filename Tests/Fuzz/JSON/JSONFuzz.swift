import FourLinesPropertyList
import KeyedArchive

/// Reads JSON; what is accepted has to come back from JSON, and from a binary file, as the same graph.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    guard let archive = try? Archive(json: bytes) else { return 0 }
    checkText(of: archive)
    // JSON nests deeper than binary files do, and says no more than a file can hold.
    guard let file = try? archive.binary() else { return 0 }
    do {
        let again = try Archive(file)
        if let difference = GraphShape.difference(archive.graph, again.graph, inlineByValue: true) {
            fatalError("the binary file holds something else: \(difference)")
        }
        checkText(of: again)
    } catch {
        fatalError("a file that was made of JSON is refused: \(error)")
    }
    return 0
}

/// Writes JSON, reads it and writes it again.
private func checkText(of archive: Archive) {
    do {
        let text = try archive.json()
        let again = try Archive(json: text)
        if let difference = GraphShape.difference(archive.graph, again.graph) {
            fatalError("JSON that was written reads as something else: \(difference)")
        }
        let graph = again.graph
        guard archive.graph.orphans.count == graph.orphans.count else { fatalError("JSON has lost objects") }
    } catch {
        fatalError("JSON that was written is refused: \(error)")
    }
}
