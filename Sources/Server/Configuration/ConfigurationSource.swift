import FourLinesLinux
package import FourLinesSettings

/// Where the configuration comes from: a command line over a file over the defaults; it can be read again.
package struct ConfigurationSource: Sendable {
    /// The file, or nil if there is none.
    package let path: String?
    /// What the command line says, in its order.
    private let options: [DaemonOptions.Setting]
    /// The document's name as the environment says it.
    private let inheritedName: String?

    /// The largest file that is read, in bytes.
    private static let limit = SettingsFile.maximumLength

    /// Why there is no configuration: one sentence with the file's name.
    package struct Fault: Error, Equatable, Sendable, CustomStringConvertible {
        /// Whether it is the command line that is wrong.
        package let isUsage: Bool
        package let description: String
    }

    /// Finds the file.
    ///
    /// - Parameters:
    ///   - options: the command line.
    ///   - surroundings: environment and user.
    ///   - exists: whether a file is there.
    /// - Throws: `Fault` for a name that cannot be one.
    package init(
        _ options: DaemonOptions, in surroundings: DocumentLocations.Surroundings, exists: (String) -> Bool
    ) throws(Fault) {
        self.options = options.settings
        inheritedName = surroundings.variable("FOURLINES_NAME").flatMap { $0.isEmpty ? nil : $0 }
        if let path = options.configuration {
            self.path = path
            return
        }
        let name = options.settings.last { $0.key.option == "--name" }?.value ?? inheritedName
        do {
            path = try DocumentLocations(name: name, in: surroundings).configurations.first(where: exists)
        } catch { throw Fault(isUsage: true, description: error.description) }
    }

    /// Reads everything.
    ///
    /// - Throws: `Fault`: the file cannot be read, or something in it or in the command line is wrong.
    package func read() throws(Fault) -> Configuration {
        var configuration = Configuration()
        if let path {
            let bytes: [UInt8]
            do { bytes = try Paths.read(path, limit: Self.limit) } catch {
                throw Fault(isUsage: false, description: "cannot read the configuration \(path): \(error.message)")
            }
            do { try configuration.apply(file: bytes) } catch {
                throw Fault(isUsage: false, description: "\(path), \(error)")
            }
        }
        if let inheritedName { configuration.name = inheritedName }
        for setting in options {
            do { try setting.key.set(&configuration, setting.value) } catch {
                throw Fault(isUsage: true, description: "\(setting.key.option ?? setting.key.name): \(error)")
            }
        }
        return configuration
    }
}
