/// One thing that an examination has found, and what can be done about it.
struct Finding: Equatable, Sendable {
    /// How serious it is.
    enum Level: String, Sendable {
        /// It is as it should be.
        case good = "ok"
        /// It may be meant so.
        case note
        /// It keeps the document from being served or kept.
        case problem
    }

    /// How serious it is.
    let level: Level
    /// What was looked at, in a word or two.
    let subject: String
    /// What was found, a sentence without a full stop.
    let text: String
    /// What helps: a command, or a sentence; nil where nothing has to be done.
    let remedy: String?
    /// Whether it is a file that is not sound.
    let isUnsoundFile: Bool

    private init(_ level: Level, _ subject: String, _ text: String, _ remedy: String?, isUnsoundFile: Bool = false) {
        self.level = level
        self.subject = subject
        self.text = text
        self.remedy = remedy
        self.isUnsoundFile = isUnsoundFile
    }

    /// It is as it should be.
    static func good(_ subject: String, _ text: String) -> Finding { Finding(.good, subject, text, nil) }

    /// It may be meant so.
    static func note(_ subject: String, _ text: String, remedy: String? = nil) -> Finding {
        Finding(.note, subject, text, remedy)
    }

    /// It is wrong.
    static func problem(
        _ subject: String, _ text: String, remedy: String, isUnsoundFile: Bool = false
    ) -> Finding {
        Finding(.problem, subject, text, remedy, isUnsoundFile: isUnsoundFile)
    }

    /// The same for a program.
    var json: JSONValue {
        .object(
            [
                JSONMember("level", .text(level.rawValue)), JSONMember("subject", .text(subject)),
                JSONMember("text", .text(text)),
            ] + (remedy.map { [JSONMember("remedy", .text($0))] } ?? []))
    }
}
