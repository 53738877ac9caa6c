import KeyedArchive

/// The coder keys of Foundation's classes that the document looks for, by their numbers in one graph.
struct KnownKeys: Sendable {
    let theClass: CoderKey
    let className: CoderKey
    let objects: CoderKey
    let keys: CoderKey
    let string: CoderKey
    let bytes: CoderKey
    let data: CoderKey
    let time: CoderKey
    let base: CoderKey
    let relative: CoderKey
    let uuid: CoderKey

    /// Adds the keys to a graph, which changes nothing that is written.
    init(in editor: inout GraphEditor) {
        theClass = editor.intern("$class")
        className = editor.intern("$classname")
        objects = editor.intern("NS.objects")
        keys = editor.intern("NS.keys")
        string = editor.intern("NS.string")
        bytes = editor.intern("NS.bytes")
        data = editor.intern("NS.data")
        time = editor.intern("NS.time")
        base = editor.intern("NS.base")
        relative = editor.intern("NS.relative")
        uuid = editor.intern("NS.uuidbytes")
    }
}
