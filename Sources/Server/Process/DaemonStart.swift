import FourLinesDocument
import FourLinesLinux
import FourLinesSettings
import FourLinesStorage

/// Everything about a start that can be known before a file of the document is touched.
struct DaemonStart {
    /// What the daemon is told.
    let setup: Daemon.Setup
    /// Whether a client finds the socket without being told.
    let isUsualSocket: Bool

    /// Works out a start from the command line, the environment and the configuration file.
    ///
    /// - Throws: `StartFault` of code 64, 69 or 78.
    init(_ options: DaemonOptions, _ service: ServiceEnvironment) throws(StartFault) {
        guard let home = Environment.homeFolder else {
            throw StartFault(code: ExitCode.configuration, reason: "there is no home folder; set $HOME")
        }
        let surroundings = DocumentLocations.Surroundings(
            variable: Environment.value, home: home, user: CurrentProcess.effectiveUser,
            isPrivateFolder: Environment.isPrivateFolder)
        let source: ConfigurationSource
        let configuration: Configuration
        do throws(ConfigurationSource.Fault) {
            source = try ConfigurationSource(options, in: surroundings, exists: Self.exists)
            configuration = try source.read()
        } catch {
            throw StartFault(
                code: error.isUsage ? ExitCode.usage : ExitCode.configuration, reason: error.description)
        }
        let locations: DocumentLocations
        let usual: DocumentLocations
        do {
            locations = try DocumentLocations(
                name: configuration.name, stateFolder: configuration.stateFolder.map(Self.absolute), in: surroundings)
            usual = try DocumentLocations(name: configuration.name, in: surroundings)
        } catch { throw StartFault(code: ExitCode.usage, reason: error.description) }
        let model = try Self.model(configuration.model)
        let archive = configuration.archive ?? model.modelOfNew?.file ?? "data.archive"
        let socket = configuration.socket.map(Self.absolute) ?? locations.socket
        guard socket.utf8.count <= UnixAddress.pathLimit else {
            let length = socket.utf8.count
            throw StartFault(
                code: ExitCode.socket,
                reason: "the socket's path has \(length) bytes, and \(UnixAddress.pathLimit) are the most: \(socket)")
        }
        var plan = Storage.Plan(folder: locations.stateFolder, archive: archive, model: model, socket: socket)
        plan.format = try Self.format(configuration, archive, model)
        var setup = Daemon.Setup(name: configuration.name, plan: plan)
        setup.sync = configuration.journalSync
        setup.rescueFolder = locations.rescueFolder
        setup.configuration = configuration
        setup.source = source
        setup.service = service
        self.setup = setup
        isUsualSocket = usual.socket == socket
    }

    /// The configuration with everything in it worked out.
    var configurationText: String {
        var configuration = setup.configuration
        configuration.archive = setup.plan.archive
        configuration.stateFolder = setup.plan.folder
        configuration.socket = setup.plan.socket
        return configuration.text
    }

    private static func exists(_ path: String) -> Bool {
        // What cannot be looked at is there: reading it says why it cannot be read.
        do { return try Paths.status(path, followingLink: true) != nil } catch { return error != .notAFolder }
    }

    private static func model(_ name: String?) throws(StartFault) -> ModelChoice {
        do {
            guard let name else { return try ModelFile.automatic() }
            return .fixed(try ModelFile.load(name))
        } catch { throw StartFault(code: ExitCode.configuration, reason: error.description) }
    }

    /// The form of an archive that is made new; nil for the model's own.
    private static func format(
        _ configuration: Configuration, _ archive: String, _ choice: ModelChoice
    ) throws(StartFault) -> Model.Format? {
        let hasPlainForm = choice.modelOfNew?.hasPlainForm ?? false
        if let format = configuration.format {
            guard hasPlainForm || !format.isPlain else {
                let name = choice.modelOfNew?.name ?? ""
                throw StartFault(
                    code: ExitCode.configuration,
                    reason: "the model \(name) has no plain form: only objects with fields have one; "
                        + "archive and archive-xml are possible")
            }
            return format
        }
        return archive.hasSuffix(".plist") && hasPlainForm ? .plistXML : nil
    }

    /// A path that does not depend on the working folder.
    private static func absolute(_ path: String) -> String {
        if path.hasPrefix("/") { return path }
        let folder = (try? CurrentProcess.folder()) ?? ""
        return folder + "/" + path
    }
}
