import FourLinesLinux

/// Looks at the files of a document: the archive, the journal, and what was set aside.
struct ArchiveExamination {
    private let path: String
    private let folders: [String]
    private let command: String
    private let console: any Console

    /// Prepares an examination.
    ///
    /// - Parameters:
    ///   - path: the archive's.
    ///   - folders: where files of the document may lie beside the archive's own folder: the state folder, and the one
    ///     where archives are rescued to that cannot be saved.
    ///   - command: how a command of this program begins that is about the document.
    ///   - console: reads files.
    init(_ path: String, folders: [String], command: String = "fourlines", _ console: any Console) {
        self.path = path
        self.command = command
        var all: [String] = []
        for folder in [Paths.split(path)?.folder].compactMap({ $0 }) + folders where !all.contains(folder) {
            all.append(folder)
        }
        self.folders = all
        self.console = console
    }

    /// Looks at the archive of a document that a daemon holds.
    ///
    /// - Parameter isServed: whether the daemon itself has named it: it writes the archive when it starts.
    /// - Returns: one finding at least.
    func archiveFindings(isServed: Bool = false) -> [Finding] {
        let remedy =
            "“\(command) export --to archive -o FILE” keeps what the daemon holds; after an edit “\(command) save”"
            + " writes the archive anew"
        guard Installation.isThere(path) else {
            if isServed {
                return [.problem("archive", "\(path) is gone, though the daemon serves it", remedy: remedy)]
            }
            return [.note("archive", "there is no \(path) yet: nothing was saved so far", remedy: "\(command) save")]
        }
        do throws(ClientError) {
            let file = try ArchiveFile.read(Array(path.utf8), console)
            return [.good("archive", "\(path) is sound: \(file.form.title), \(file.size) bytes")]
        } catch {
            return [
                .problem(
                    "archive", error.message, remedy: remedy, isUnsoundFile: error.code == .unsound)
            ]
        }
    }

    /// What a start of the daemon would find in the archive and its journal; nothing is changed by that.
    func startFindings(_ check: CommandRun) -> [Finding] {
        // The check says what a start does in the words of the start's own log.
        let text = ProgramExamination.words(of: check)
            .replacing("the document was restored from", with: "a start restores the document from")
        if check.status.isSuccess, !Installation.isThere(path), let (folder, own) = Paths.split(path),
            let other = DocumentFolder(folder).archive, other != own, !hasJournal(own, in: folder)
        {
            return [
                .note(
                    "archive", "\(folder) holds \(other), and a start without options begins anew, as \(path)",
                    remedy: "set Archive=\(other) in the configuration, or the Model= that it is of")
            ]
        }
        guard !check.status.isSuccess else { return [.good("archive", text)] }
        // Where the daemon would not start it says nothing of a revision.
        let remedy =
            text.contains("a start would")
            ? "a start goes on with what can be read, and sets aside or keeps what cannot; copy the folder before"
                + " that, if edits are missing; “fourlines file check FILE” looks at an archive of it"
            : "the daemon does not start, and leaves the file alone; look at its kind and rights with ls -ld, and"
                + " put it right or move it elsewhere"
        return [
            .problem(
                "archive", text, remedy: remedy,
                isUnsoundFile: check.status == .exited(ExitCode.unsound.rawValue))
        ]
    }

    /// The generations before the archive that are not sound, and so no help if it is lost.
    func generationFindings() -> [Finding] {
        guard let (folder, own) = Paths.split(path) else { return [] }
        let names = ((try? FileDescriptor.openFolder(folder).names()) ?? []).filter { name in
            guard name.hasPrefix(own + ".") else { return false }
            let number = name.dropFirst(own.count + 1)
            return !number.isEmpty && number.allSatisfy(\.isNumber)
        }
        return names.sorted().compactMap { name in
            do throws(ClientError) {
                _ = try ArchiveFile.read(Array("\(folder)/\(name)".utf8), console)
                return nil
            } catch {
                // One that a save has just replaced is none of a reader's business.
                guard error.code == .unsound else { return nil }
                return .note(
                    "generation", error.message, remedy: "it cannot stand in for the archive; later saves replace it")
            }
        }
    }

    /// Whether a folder holds a journal of an archive, out of which a start makes it again.
    private func hasJournal(_ name: String, in folder: String) -> Bool {
        let names = (try? FileDescriptor.openFolder(folder).names()) ?? []
        return names.contains { $0.hasPrefix(name + ".journal.") }
    }

    /// The files that were set aside or rescued.
    func asideFindings() -> [Finding] {
        var findings: [Finding] = []
        for folder in folders {
            let files = DocumentFolder(folder)
            if !files.setAside.isEmpty {
                findings.append(
                    .note(
                        "set aside", "in \(folder): \(files.setAside.joined(separator: ", "))",
                        remedy: files.setAside.contains { !$0.contains(".journal.") }
                            ? "“fourlines file show” shows an archive; what is not needed can be removed"
                            : "what is not needed can be removed"))
            }
            for path in files.rescued.map({ folder + "/" + $0 }) {
                findings.append(
                    .problem(
                        "rescued", "\(path) is a document that could not be saved when its daemon ended",
                        remedy: "\(command) import \(Wording.shellWord(path)), if its content is wanted; then remove it"
                    ))
            }
        }
        return findings
    }
}
