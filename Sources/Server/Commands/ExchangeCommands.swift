import FourLinesDocument
import FourLinesRESP
import KeyedArchive

/// Commands that bring the whole document into another form, and a file into the document.
///
/// The work is done on the file thread; only its result comes back.
enum ExchangeCommands {
    static let all: [Command] = [
        Command(
            "export", -2, .server, traits: .alone, "format [LOSSY]",
            "Answers the document in a form: archive, archive-xml, plist, plist-xml or json; with LOSSY also if that does "
                + "not show all of it.",
            export),
        Command(
            "import", 3, .server, writes: true, traits: .alone, "format bytes",
            "Replaces the document by a file in one of the forms of EXPORT, as one edit.", `import`),
    ]

    private static func form(_ call: Invocation) throws(Refusal) -> Archive.Form {
        let text = call.text(1).lowercased()
        guard let form = Archive.Form(rawValue: text) else {
            let forms = Archive.Form.allCases.map(\.rawValue).joined(separator: ", ")
            throw Refusal("unknown format", detail: "“\(text.prefix(64))” is none of \(forms)")
        }
        return form
    }

    private static func export(_ call: Invocation) throws(Refusal) {
        let form = try form(call)
        guard call.count == 2 || call.count == 3 && call.isWord(2, "LOSSY") else { throw .syntax }
        let isLossy = call.count == 3
        let exchange = Exchange(call.daemon.document, sizeLimit: call.daemon.configuration.transferSize)
        let archive = call.daemon.document.archive
        run(call) { () throws(Refusal) in
            try exchange.write(archive, as: form, isLossy: isLossy)
        } then: { daemon, connection, result in
            daemon.resume(connection) { writer in
                switch result {
                case .success(let bytes): writer.bulk(bytes)
                case .failure(let refusal): writer.error(refusal.code.rawValue, refusal.description)
                }
            }
        }
    }

    private static func `import`(_ call: Invocation) throws(Refusal) {
        let form = try form(call)
        let exchange = Exchange(call.daemon.document, sizeLimit: call.daemon.configuration.transferSize)
        let (bytes, condition) = (call[2], call.condition)
        run(call) { () throws(Refusal) in
            try exchange.state(bytes, as: form)
        } then: { daemon, connection, result in
            switch result {
            case .success(let state): daemon.replace(with: state, "import", for: connection, if: condition)
            case .failure(let refusal):
                daemon.resume(connection) { $0.error(refusal.code.rawValue, refusal.description) }
            }
        }
    }

    /// Does work on the file thread, while the client waits.
    private static func run<Value: Sendable>(
        _ call: Invocation, _ work: @escaping @Sendable () throws(Refusal) -> Value,
        then done: @escaping (Daemon, Connection, Result<Value, Refusal>) -> Void
    ) {
        let (daemon, connection) = (call.daemon, call.connection)
        connection.isWaiting = true
        daemon.doOnFileThread {
            let result: Result<Value, Refusal>
            do throws(Refusal) { result = .success(try work()) } catch { result = .failure(error) }
            return result
        } then: { [weak daemon, weak connection] result in
            guard let daemon, let connection else { return }
            done(daemon, connection, result)
        }
    }
}
