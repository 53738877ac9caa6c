import FourLinesRESP

/// The fields of INFO, of all sections that were asked for.
struct Information: Equatable, Sendable {
    private var fields: [String: String] = [:]

    /// Reads the texts of INFO.
    ///
    /// They are `field:value` lines, and lines with `#` that name a section. A reply that is no text has no fields.
    init(_ replies: [Reply]) {
        for reply in replies {
            guard let bytes = reply.bytes else { continue }
            for line in bytes.split(separator: UInt8(ascii: "\n")) {
                let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
                guard line.first != UInt8(ascii: "#"), let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
                    continue
                }
                let name = String(decoding: line[..<colon], as: UTF8.self)
                fields[name] = String(decoding: line[(colon + 1)...], as: UTF8.self)
            }
        }
    }

    /// The value of a field, or nil if there is none.
    subscript(_ name: String) -> String? { fields[name] }

    /// The value of a field that is an integer.
    func integer(_ name: String) -> Int64? { fields[name].flatMap { NumberText.integer(Array($0.utf8)) } }
}
