import Foundation

/// The class of an iOS program that archives four lines.
final class FourLines: NSObject, NSSecureCoding {
    static var supportsSecureCoding: Bool { true }

    /// The lines.
    let lines: [String]

    init?(coder: NSCoder) {
        guard let lines = coder.decodeObject(forKey: "kLinesKey") as? [String] else { return nil }
        self.lines = lines
    }

    func encode(with coder: NSCoder) { coder.encode(lines, forKey: "kLinesKey") }
}
