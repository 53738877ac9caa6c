import FourLinesPropertyList
import KeyedArchive

/// Reads an archive, edits it and takes the edits back: the first byte says how many bytes of edits follow, behind
/// which the file is, in any form.
///
/// Unedited, and with all edits taken back, an archive has to be its file again. Edited it has to come back as the same
/// graph from every form that it is written in: by Apple's rules, in the table of its file, as XML and as JSON.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    guard let length = bytes.first.map({ min(Int($0), bytes.count - 1) }) else { return 0 }
    let file = Array(bytes[(1 + length)...])
    guard let archive = try? file.first == UInt8(ascii: "{") ? Archive(json: file) : Archive(file) else { return 0 }
    if let source = archive.source {
        guard (try? archive.encode()) == source.bytes else { fatalError("an unedited archive is another file") }
    }
    checkForms(of: archive, isEdited: false)

    var editor = GraphEditor(archive.graph)
    var script = EditScript(bytes[1..<(1 + length)])
    script.run(&editor)
    if editor.changes.isEmpty { return 0 }
    checkForms(of: Archive(graph: editor.graph, source: archive.source), isEdited: true)

    editor.rollBack()
    guard editor.graph.holdsSame(as: archive.graph) else { fatalError("edits that were taken back are still there") }
    if let source = archive.source {
        let restored = Archive(graph: editor.graph, source: source)
        guard (try? restored.encode()) == source.bytes else { fatalError("an archive edited back is another file") }
    }
    return 0
}

private func checkForms(of archive: Archive, isEdited: Bool) {
    if let file = try? archive.binary(isCanonical: true) {
        check(file, "by Apple's rules", holds: archive)
    }
    if let file = try? archive.binary() { check(file, "in its table", holds: archive) }
    if let (text, losses) = try? archive.xml(), losses.isEmpty { check(text, "as XML", holds: archive, isXML: true) }
    do {
        let text = try archive.json()
        let again = try Archive(json: text)
        if let difference = GraphShape.difference(archive.graph, again.graph) {
            fatalError("JSON holds something else: \(difference)")
        }
    } catch {
        fatalError("JSON that was written is refused: \(error)")
    }
}

private func check(_ file: [UInt8], _ form: String, holds archive: Archive, isXML: Bool = false) {
    do {
        let again = try Archive(file)
        if isXML { return }
        if let difference = GraphShape.difference(archive.graph, again.graph, inlineByValue: true) {
            fatalError("written \(form) it holds something else: \(difference)")
        }
    } catch {
        fatalError("written \(form) it is refused: \(error)")
    }
}
