import FourLinesSettings

/// Why a model is refused.
package struct ModelError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The file, or the name of a built-in model.
    package let file: String
    /// The place in it and the reason, in words.
    package let reason: String

    package init(file: String, reason: String) {
        self.file = file
        self.reason = reason
    }

    init(_ error: SettingsError, file: String) {
        self.init(file: file, reason: error.description)
    }

    package var description: String { "model \(file): \(reason)" }
}
