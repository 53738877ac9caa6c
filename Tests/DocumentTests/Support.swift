import Foundation
import KeyedArchive
import Testing

@testable import FourLinesDocument

/// Texts as the bytes that documents speak in.
func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

/// An example archive of one of the models.
func example(_ name: String) throws -> [UInt8] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    return [UInt8](try Data(contentsOf: folder.appendingPathComponent("Fixtures/examples/" + name)))
}

extension Document {
    /// The default document of a model that comes with the program.
    static func fresh(_ name: String) throws -> Document {
        Document(default: try #require(try ModelLibrary.model(named: name)))
    }

    /// The value at a path as text; nil if there is nothing.
    func text(_ path: String) throws -> String? {
        try leaf(at: PathBytes(bytes(path))).map { String(decoding: LeafText.bytes(of: $0), as: UTF8.self) }
    }

    mutating func set(_ path: String, _ text: String) throws(Refusal) {
        try set(PathBytes(bytes(path)), to: bytes(text))
    }

    func kind(_ path: String) -> String? { find(PathBytes(bytes(path))).map { kindName(of: $0) } }

    func names(_ path: String) -> [String] {
        find(PathBytes(bytes(path))).map { names(of: $0).map(\.description) } ?? []
    }

    mutating func commit() -> Edit? { commit(Edit.Origin(time: 0, client: "", command: "")) }
}
