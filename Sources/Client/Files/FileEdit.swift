import FourLinesDocument
import FourLinesLinux
import KeyedArchive

/// An edit of a file: it is read, changed in memory, and replaced by what that gives.
struct FileEdit {
    /// The file as it was.
    let file: ArchiveFile
    private let target: FileTarget?
    private let invocation: FileInvocation

    /// Reads a file, and makes sure that it can be replaced.
    init(_ operand: [UInt8], _ invocation: FileInvocation) throws(ClientError) {
        self.invocation = invocation
        file = try ArchiveFile.read(operand, invocation.console)
        if case .path(let name) = file.path { target = try FileTarget(name) } else { target = nil }
        guard target == nil else { return }
        guard !invocation.arguments.has(FileTarget.backup) else {
            throw .usage("--backup is for files; the standard input is not kept")
        }
        try Conversion.refuseBinary(file.form, on: invocation.console)
    }

    /// Writes an archive in the place of the file, or to the standard output if that came from the standard input.
    ///
    /// A file that would not change is left alone.
    ///
    /// - Returns: whether the archive differs from the one that was read.
    @discardableResult
    func write(_ archive: Archive) throws(ClientError) -> Bool {
        let isChanged =
            archive.graph.changeCount != file.archive.graph.changeCount
            && !archive.graph.holdsSame(as: file.archive.graph)
        let conversion = Conversion(form: file.form)
        let name = file.path.name
        guard let target else {
            let losses = try conversion.write(archive, name, to: FileOutput(invocation.console))
            report(losses)
            return isChanged
        }
        guard isChanged else { return false }
        var losses: [String] = []
        try target.replace(seen: file.status, keepsOld: invocation.arguments.has(FileTarget.backup)) {
            (output) throws(ClientError) in
            losses = try conversion.write(archive, name, to: output)
        }
        report(losses)
        return true
    }

    private func report(_ losses: [String]) {
        for loss in losses { invocation.console.complain("fourlines: not kept: \(loss)") }
    }
}
