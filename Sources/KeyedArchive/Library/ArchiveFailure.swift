import FourLinesPropertyList

/// Why an archive could not be opened, changed or written.
public enum ArchiveFailure: Error, Equatable, Sendable {
    /// The bytes are no sound archive or property list: why, and where that is known the offset in bytes.
    case unsound(reason: String, offset: Int?)
    /// There is nothing at a path.
    case nothing(path: String)
    /// What is at a path cannot be changed so: why.
    case unfit(path: String, reason: String)
    /// The form that was asked for cannot hold what the archive has: why.
    case notRepresentable(reason: String)

    init(reading error: ArchiveError) {
        switch error {
        case .propertyList(let error): self = .unsound(reason: error.reason.description, offset: error.offset)
        case .json(let what, let offset): self = .unsound(reason: what, offset: offset)
        default: self = .unsound(reason: error.description, offset: nil)
        }
    }

    init(writing error: ArchiveError) {
        if case .propertyList(let error) = error {
            self = .notRepresentable(reason: error.reason.description)
        } else {
            self = .notRepresentable(reason: error.description)
        }
    }
}

extension ArchiveFailure: CustomStringConvertible {
    /// The failure in a sentence.
    public var description: String {
        switch self {
        case .unsound(let reason, let offset?): "not a sound archive: \(reason) (offset \(offset))"
        case .unsound(let reason, nil): "not a sound archive: \(reason)"
        case .nothing(let path): "there is nothing at “\(path)”"
        case .unfit(let path, let reason): "“\(path)”: \(reason)"
        case .notRepresentable(let reason): "cannot be written in that form: \(reason)"
        }
    }
}
