import KeyedArchive

/// The examples of the documentation, word for word: `Tests/LibraryUser/run` compares them.
enum Examples {
    /// Builds an archive from nothing.
    static func build() throws -> [UInt8] {
        let person = ArchiveValue.object(
            classes: ["Person", "NSObject"],
            fields: [
                .init("name", .text("Ann")),
                .init("born", .date(302_630_463)),
                .init("lines", .array([.text("one"), .text("two")])),
                .init("draft", .boolean(true)),
            ])
        let archive = try ArchiveDocument(root: person)
        let bytes = try archive.bytes()
        return bytes
    }

    /// Opens an archive and looks.
    static func look(_ bytes: [UInt8]) throws {
        let document = try ArchiveDocument(bytes)
        for child in document.root?.children ?? [] {
            print(child.path, child.className ?? "", child.value ?? child.summary as Any)
        }
    }

    /// Asks for one value.
    static func ask(_ bytes: [UInt8]) throws {
        let document = try ArchiveDocument(bytes)
        print(document["children.0.name"]?.value as Any)
    }

    /// Meets every object once.
    static func identities(_ document: ArchiveDocument) -> Set<Int> {
        func walk(_ node: ArchiveNode, _ met: inout Set<Int>) {
            if let identity = node.identity, !met.insert(identity).inserted { return }
            for child in node.children { walk(child, &met) }
        }
        var met: Set<Int> = []
        if let root = document.root { walk(root, &met) }
        return met
    }

    /// Changes fields.
    static func change(_ document: ArchiveDocument) throws -> [UInt8] {
        var changed = document
        try changed.set("name", to: .text("Bo"))
        try changed.insert(.text("call Ann"), into: "lines", at: 0)
        try changed.remove("draft")
        let file = try changed.bytes()
        return file
    }

    /// Writes a plain property list.
    static func flatten(_ document: ArchiveDocument) throws -> [String] {
        let (list, losses) = try document.bytes(as: .propertyListXML)
        for loss in losses { print("not kept:", loss) }
        return list.isEmpty ? [] : losses
    }
}
