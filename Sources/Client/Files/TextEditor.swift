import FourLinesLinux

/// The editor that a person has chosen, `$VISUAL` or `$EDITOR`.
struct TextEditor: Sendable {
    /// What the shell runs, with the file behind it.
    let command: String
    /// The folders that may hold the text's own; the first one that can be written does.
    private let bases: [String]

    /// An editor by its command, for texts below a folder.
    init(command: String, below base: String) {
        self.command = command
        bases = [base]
    }

    /// The editor of the process's environment; `vi` where none is named.
    ///
    /// The text is where the user's programs keep their state: a text that is kept outlasts the session and a restart
    /// there, and nobody else reads it.
    init() {
        let named = ["VISUAL", "EDITOR"].compactMap { Environment.value($0) }.first { !$0.isEmpty }
        command = named ?? "vi"
        let state = Environment.value("XDG_STATE_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
        let folders = [
            state ?? Environment.homeFolder.map { $0 + "/.local/state" }, "/var/tmp", Environment.value("TMPDIR"),
        ]
        bases = folders.compactMap { $0 }.filter { $0.hasPrefix("/") } + ["/tmp"]
    }

    /// What systemd hands to a service and what only it may use.
    private static let withheld = ["NOTIFY_SOCKET=", "LISTEN_", "WATCHDOG_", "MAINPID=", "FDSTORE="]

    /// Lets a person edit a text.
    ///
    /// The text is in a file of a folder that only its owner may enter. Both are gone afterwards, unless what a person
    /// wrote stands nowhere else: the error says where then.
    ///
    /// - Parameters:
    ///   - text: the text.
    ///   - name: the name of the file; editors tell its language by it.
    ///   - use: is given the edited text. If it throws, the file is kept, and the error says where.
    /// - Throws: an editor that cannot be run, or that ends with a code other than 0.
    func edit(
        _ text: [UInt8], name: String, _ use: ([UInt8]) throws(ClientError) -> Void
    ) throws(ClientError) {
        let folder = try offer(text, name: name)
        let path = folder + "/" + name
        let edited: [UInt8]
        do {
            try run(path)
            edited = try Self.read(path)
        } catch {
            let kept = Self.kept(in: folder, name, text)
            if kept == nil { Self.remove(folder) }
            throw ClientError(
                error.code, error.message + "; nothing was written" + (kept.map { ", your text is in \($0)" } ?? ""))
        }
        do {
            try use(edited)
        } catch {
            if error.code == .nothing || error.message.isEmpty {
                Self.remove(folder)
                throw error
            }
            // Without an answer the edit may have been made all the same.
            let outcome =
                error.code == .unavailable ? "it is not known whether anything was written" : "nothing was written"
            throw ClientError(error.code, "\(error.message); \(outcome), your text is in \(path)")
        }
        Self.remove(folder)
    }

    /// Writes the text into a folder of its own, and answers the folder.
    private func offer(_ text: [UInt8], name: String) throws(ClientError) -> String {
        var failure = ClientError(.inputOutput, "there is no folder for the text")
        for base in bases {
            let folder = base + "/fourlines-edit-" + String(RandomBytes.number(), radix: 36)
            let path = folder + "/" + name
            do {
                _ = try Paths.makeFolders(folder)
                try FileDescriptor.open(path, [.writing, .create, .exclusive]).writeAll(text)
                return folder
            } catch {
                Self.remove(folder)
                failure = .file(path, "written", error)
            }
        }
        throw failure
    }

    /// What to keep of an editor that ended badly: the file if it is not as it was offered, the folder if there is
    /// something beside it, as what editors save of a text when they are killed; nil if there is nothing.
    private static func kept(in folder: String, _ name: String, _ offered: [UInt8]) -> String? {
        let names: [String]
        do {
            names = try FileDescriptor.openFolder(folder).names()
        } catch {
            return error == .noSuchFileOrFolder ? nil : folder
        }
        if names.contains(where: { $0 != name }) { return folder }
        guard names.contains(name) else { return nil }
        let path = folder + "/" + name
        do {
            return try Paths.read(path, limit: offered.count) == offered ? nil : path
        } catch {
            return path
        }
    }

    private static func read(_ path: String) throws(ClientError) -> [UInt8] {
        do throws(Errno) {
            // What is too large by far is not read first.
            let size = try Paths.status(path, followingLink: true)?.size ?? 0
            guard size <= Int64(SetCommand.longestValue) else { throw Errno.fileTooLarge }
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
            throw ClientError(.inputOutput, "the editor ended with code \(code)")
        case .killed(let signal):
            throw ClientError(.inputOutput, "the editor was ended by signal \(signal.rawValue)")
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
