import FourLinesLinux

/// The two programs that are installed.
struct ProgramPair: Sendable {
    /// A program's file.
    struct Program: Sendable {
        let path: String
        let bytes: [UInt8]
    }

    /// `fourlines`.
    let client: Program
    /// `fourlinesd`.
    let daemon: Program

    /// The program that runs, and the daemon beside it, or else one that is installed already.
    ///
    /// - Throws: an error if there is no daemon, or if one of them runs only where the toolchain is.
    static func ours(otherwiseIn folder: String) throws(ClientError) -> ProgramPair {
        let own: String
        do { own = try CurrentProcess.executable() } catch {
            throw ClientError(.inputOutput, "this program's own file cannot be found: \(error.message)")
        }
        let beside = (Paths.split(own)?.folder ?? "") + "/fourlinesd"
        let installed = folder + "/fourlinesd"
        guard let daemon = [beside, installed].first(where: Installation.isThere) else {
            throw ClientError(.refused, "there is no program fourlinesd, neither \(beside) nor \(installed)")
        }
        return ProgramPair(client: try read(own), daemon: try read(daemon))
    }

    private static func read(_ path: String) throws(ClientError) -> Program {
        let bytes: [UInt8]
        do { bytes = try Paths.read(path, limit: ProgramFile.limit) } catch {
            throw ClientError(.inputOutput, "cannot read \(path): \(error.message)")
        }
        guard let program = ProgramFile(bytes) else {
            throw ClientError(.refused, "\(path) is no program of this machine")
        }
        if let library = program.toolchainLibraries.first {
            throw ClientError(
                .refused,
                "\(path) needs \(library) of the Swift toolchain and would not run without it: build it with"
                    + " “swift build -c release --static-swift-stdlib”")
        }
        return Program(path: path, bytes: bytes)
    }
}
