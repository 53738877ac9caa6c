/// The command line of the daemon.
package struct DaemonOptions: Sendable {
    /// What it says of the configuration, in its order.
    package var settings: [Setting] = []
    /// The configuration file, where it is not the document's own.
    package var configuration: String?
    /// Whether `--check` answers JSON.
    package var isJSON = false
    /// What to do instead of serving.
    package var action = Action.serve

    /// An option with its value.
    package struct Setting: Sendable {
        /// What it sets.
        package let key: ConfigurationKey
        /// The text that was given.
        package let value: String
    }

    /// What the daemon is asked to do.
    package enum Action: Equatable, Sendable {
        /// To hold the document and serve it.
        case serve
        /// To say what a start would do.
        case check
        /// To print the configuration as options, file and defaults make it.
        case showConfiguration
        /// To print the help.
        case help
        /// To print the version.
        case version
    }

    /// A command line that is wrong, in one sentence.
    package struct Fault: Error, Equatable, Sendable, CustomStringConvertible {
        package let description: String
    }

    /// Reads the arguments behind the program's name.
    ///
    /// - Throws: `Fault`.
    package init(_ arguments: [String]) throws(Fault) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let given = argument.hasPrefix("--") && parts.count == 2 ? parts[1] : nil
            let option = given == nil ? argument : parts[0]
            func value() throws(Fault) -> String {
                guard let value = given ?? rest.popFirst() else {
                    throw Fault(description: "the option \(argument) wants a value")
                }
                guard !value.isEmpty else { throw Fault(description: "the value of \(option) is empty") }
                return value
            }
            if let key = ConfigurationKey.all.first(where: { $0.option == option }) {
                settings.append(Setting(key: key, value: try value()))
                continue
            }
            switch option {
            case "--config": configuration = try value()
            case "--json" where given == nil: isJSON = true
            case "--check" where given == nil: action = .check
            case "--show-config" where given == nil: action = .showConfiguration
            case "--help" where given == nil, "-h" where given == nil: action = .help
            case "--version" where given == nil: action = .version
            default:
                throw Fault(
                    description: argument.hasPrefix("-")
                        ? "unknown option \(argument)" : "unexpected argument \(argument)")
            }
        }
    }

    /// What `--help` prints.
    package static let help = """
        fourlinesd: holds a document in memory, serves it over a Unix socket, and archives it.

        Usage: fourlinesd [OPTION]...

          --name NAME        the document's name (or $FOURLINES_NAME); without it the default document
          --state-dir DIR    where its archive lies ($XDG_STATE_HOME/fourlines, or fourlines@NAME)
          --socket PATH      where it is served ($XDG_RUNTIME_DIR/fourlines/socket)
          --model NAME|FILE  what it is made of (what the archive is; four-lines where there is none)
          --archive NAME     the archive's name in the state folder (the model's: data.archive)
          --format FORM      the form of a new archive: archive, archive-xml, plist or plist-xml (the model's; plist-xml
                             if its name ends in .plist)
          --journal-sync MODE
                             when edits are synced: always (before the reply), everysec or no
          --config FILE      the configuration ($XDG_CONFIG_HOME/fourlines/fourlinesd.conf, or fourlines@NAME)
          --check [--json]   say what a start would do, and change nothing
          --show-config      print the configuration as options, file and defaults make it
          --version          print the version
          --help             print this

        It stays in the foreground. SIGTERM and SIGINT archive the document and end it, SIGHUP archives it and
        reads the configuration again.
        In another terminal, `fourlines` shows the document and `fourlines set 1 TEXT` edits it.

        """
}
