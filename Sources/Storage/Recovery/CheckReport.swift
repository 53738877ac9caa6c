import FourLinesDocument

/// What a start would find and do, for a person and for programs.
package struct CheckReport: Sendable {
    /// Whether a start would use everything that is there.
    package let isSound: Bool
    /// What was found, a sentence each.
    package let notices: [String]
    /// One line for a person.
    package let text: String
    /// One line of JSON.
    package let json: String

    /// What to answer where a start would be refused.
    package static func json(of error: StorageError) -> String {
        "{\"sound\":false,\"starts\":false,\"code\":\(error.kind.rawValue),\"error\":\(quoted(error.description))}\n"
    }

    /// A text as a JSON string.
    fileprivate static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            default:
                if scalar.value < 0x20 {
                    let digits = String(scalar.value, radix: 16)
                    result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                } else {
                    result.unicodeScalars.append(scalar)
                }
            }
        }
        return result + "\""
    }
}

extension Recovery {
    /// What a start would find and do.
    package func report(_ plan: Storage.Plan) -> CheckReport {
        let path = plan.folder + "/" + plan.archive
        let isNew = file == nil && notices.isEmpty
        let text =
            isNew
            ? "there is no \(path): a start would begin with the default\(document.ofModel)\n"
            : "a start would serve revision \(document.revision)\(document.ofModel), \(summary)\n"
        let quoted = CheckReport.quoted
        let fields: [(String, String)] = [
            ("sound", "\(notices.isEmpty)"), ("starts", "true"), ("archive", quoted(path)),
            ("model", document.model.map { quoted($0.name) } ?? "null"), ("source", quoted(origin)),
            ("revision", "\(document.revision)"),
            ("journalEdits", "\(replayed)"), ("saves", "\(needsSave)"),
            ("setAside", "[" + setAside.map(quoted).joined(separator: ",") + "]"),
            ("notices", "[" + notices.map(quoted).joined(separator: ",") + "]"),
        ]
        let json = "{" + fields.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}\n"
        return CheckReport(isSound: notices.isEmpty, notices: notices, text: text, json: json)
    }
}
