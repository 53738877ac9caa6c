extension Environment {
    /// Whether a folder is there, belongs to us and is open to nobody else.
    package static func isPrivateFolder(_ path: String) -> Bool {
        guard let status = try? Paths.status(path), status.kind == .folder else { return false }
        return status.user == CurrentProcess.effectiveUser && !status.mode.isOpenToOthers
    }
}
