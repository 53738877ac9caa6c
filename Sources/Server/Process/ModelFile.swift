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
        var model = try read(name)
        model.resolveLocalDates { year, month, day, hour, minute, second in
            let local = LocalTime(
                year: Int(year), month: month, day: day, hour: hour, minute: minute, second: second)
            return local.secondsSince1970.map { Double($0 - LeafText.epoch) }
        }
        return model
    }

    private static func read(_ name: String) throws(ModelError) -> Model {
        guard name.contains("/") || name.hasSuffix(".model") else {
            if let model = try ModelLibrary.model(named: name) { return model }
            let names = ModelLibrary.names.joined(separator: ", ")
            throw ModelError(
                file: name,
                reason: "there is none of this name; there are \(names). A path has a slash or ends in .model")
        }
        let bytes: [UInt8]
        do { bytes = try contents(name) } catch { throw ModelError(file: name, reason: error.message) }
        let folder = Paths.split(name)?.folder
        return try Model(parsing: bytes, file: name) { file in
            let path = file.hasPrefix("/") || folder == nil ? file : (folder ?? ".") + "/" + file
            return try? contents(path)
        }
    }

    private static func contents(_ path: String) throws(Errno) -> [UInt8] {
        let file = try FileDescriptor.open(path, .reading)
        return try file.readToEnd(limit: sizeLimit)
    }
}
