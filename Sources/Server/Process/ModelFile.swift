import FourLinesDocument
import FourLinesLinux

/// Finds the model that is asked for: one of the program's own by its name, or the user's by the path of its file.
enum ModelFile {
    /// The largest file that a model or one of its fields may name, in bytes.
    private static let sizeLimit = 16 << 20

    /// The model with a name or, with a slash or the ending `.model`, in a file.
    ///
    /// Dates of its default that have no zone are local time.
    static func load(_ name: String) throws(ModelError) -> Model {
<<<<<<< HEAD
        var model = try ModelLibrary.find(name, contents: contents)
=======
        var model = try read(name)
        resolveLocalDates(&model)
        return model
    }

    /// The choice among the program's own models: that of the archive, and four-lines for a new one.
    static func automatic() throws(ModelError) -> ModelChoice {
        try ModelChoice.automatic(resolveLocalDates)
    }

    @Sendable private static func resolveLocalDates(_ model: inout Model) {
>>>>>>> 178b4cd (Let an archive pick its model, and keep the form that it has)
        model.resolveLocalDates { year, month, day, hour, minute, second in
            let local = LocalTime(
                year: Int(year), month: month, day: day, hour: hour, minute: minute, second: second)
            return local.secondsSince1970.map { Double($0 - LeafText.epoch) }
        }
    }

    private static func contents(_ path: String) throws(ModelError) -> [UInt8] {
        do {
            let file = try FileDescriptor.open(path, .reading)
            return try file.readToEnd(limit: sizeLimit)
        } catch {
            throw ModelError(file: path, reason: error.message)
        }
    }
}
