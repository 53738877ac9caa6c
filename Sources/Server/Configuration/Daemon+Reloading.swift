import FourLinesDocument
import FourLinesLinux
import FourLinesStorage

extension Daemon {
    /// Saves, and reads the configuration again; the service manager is told when both are done, also if they failed.
    func reload() {
        service.tell(.reloading("Archiving, and reading the configuration again", at: .now))
        readConfigurationAgain()
        checkSocket()
        // A socket that is somebody else's now has begun the end of the daemon.
        guard phase == .serving else { return }
        save { [unowned self] outcome in
            logNotices()
            if case .failure(let error) = outcome { log.write(.error, error.description) }
            service.tell(.reloaded(statusWords))
        }
    }

    /// Takes over what can change while the daemon runs, and says what cannot; a faulty file changes nothing.
    private func readConfigurationAgain() {
        guard let source = setup.source else { return }
        let read: Configuration
        do { read = try source.read() } catch {
            return log.write(.error, "the configuration stays as it was: \(error)")
        }
        for key in ConfigurationKey.all where !key.isLive && key.value(read) != key.value(configuration) {
            log.write(
                .warning,
                "\(key.name)=\(key.value(read)) takes effect at the next start; now it is \(key.value(configuration))")
        }
        var new = configuration
        for key in ConfigurationKey.all where key.isLive {
            do { try key.set(&new, key.value(read)) } catch {
                fatalError("the text of a configured value cannot be read: \(error)")
            }
        }
        takeOver(new)
    }

    /// What the service manager shows of a daemon that serves.
    var statusWords: String {
        if let failure = saving.failure { return "Serving, but the archive cannot be written: \(failure)" }
        return "Serving \(whatIsServed) at \(setup.plan.socket)"
    }
}
