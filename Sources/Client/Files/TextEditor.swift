import FourLinesLinux

/// The editor that a person has chosen, `$VISUAL` or `$EDITOR`.
struct TextEditor: Sendable {
    /// What the shell runs, with the file behind it.
    let command: String

    /// An editor by its command.
    init(command: String) { self.command = command }

    /// The editor of the process's environment; `vi` where none is named.
    init() {
        let named = ["VISUAL", "EDITOR"].compactMap { Environment.value($0) }.first { !$0.isEmpty }
        command = named ?? "vi"
    }

    /// What systemd hands to a service and what only it may use.
    private static let withheld = ["NOTIFY_SOCKET=", "LISTEN_", "WATCHDOG_", "MAINPID=", "FDSTORE="]

    /// Lets a person edit a text.
    ///
    /// The text is in a file of a folder that only its owner may enter, and is gone afterwards.
    ///
    /// - Parameters:
    ///   - text: the text.
    ///   - name: the name of the file; editors tell its language by it.
    ///   - use: is given the edited text. If it throws, the file is kept, and the error says where.
    /// - Throws: an editor that cannot be run, or that ends with a code other than 0.
    func edit(
        _ text: [UInt8], name: String, _ use: ([UInt8]) throws(ClientError) -> Void
    ) throws(ClientError) {
        let base = [Environment.value("XDG_RUNTIME_DIR"), Environment.value("TMPDIR")].compactMap { $0 }
            .first { $0.hasPrefix("/") && (try? Paths.status($0))??.kind == .folder }
        let folder = (base ?? "/tmp") + "/fourlines-" + String(RandomBytes.number(), radix: 36)
        let path = folder + "/" + name
        do {
            _ = try Paths.makeFolders(folder)
            try FileDescriptor.open(path, [.writing, .create, .exclusive]).writeAll(text)
        } catch {
            throw .file(path, "written", error)
        }
        let edited: [UInt8]
        do {
            try run(path)
            edited = try Self.read(path)
        } catch {
            Self.remove(folder)
            throw error
        }
        do {
            try use(edited)
        } catch {
            if error.code == .nothing || error.message.isEmpty {
                Self.remove(folder)
                throw error
            }
            throw ClientError(error.code, "\(error.message); nothing was written, your text is in \(path)")
        }
        Self.remove(folder)
    }

    private static func read(_ path: String) throws(ClientError) -> [UInt8] {
        do {
            return try Paths.read(path, limit: SetCommand.longestValue)
        } catch {
            throw .file(path, "read", error)
        }
    }

    private func run(_ path: String) throws(ClientError) {
        let environment = Environment.all.filter { entry in
            !Self.withheld.contains { entry.hasPrefix($0) }
        }
        let status: ProcessStatus
        do {
            // The shell takes the command's own arguments apart, as every program does with these variables.
            status = try ChildProcess.start(
                "/bin/sh", ["-c", command + " \"$@\"", "sh", path], environment: environment
            )
            .wait()
        } catch {
            throw ClientError(.inputOutput, "the editor “\(command)” cannot be run: \(error.message)")
        }
        switch status {
        case .exited(0): return
        case .exited(127):
            throw ClientError(.inputOutput, "there is no editor “\(command)”: set $VISUAL or $EDITOR")
        case .exited(let code):
            throw ClientError(.inputOutput, "the editor ended with code \(code); nothing was written")
        case .killed(let signal):
            throw ClientError(.inputOutput, "the editor was ended by signal \(signal.rawValue); nothing was written")
        }
    }

    private static func remove(_ folder: String) {
        // Editors leave backups beside their file.
        guard let handle = try? FileDescriptor.openFolder(folder) else { return }
        for name in (try? handle.names()) ?? [] { try? handle.unlink(name) }
        guard let parts = Paths.split(folder), let parent = try? FileDescriptor.openFolder(parts.folder) else { return }
        try? parent.removeFolder(parts.name)
    }
}
