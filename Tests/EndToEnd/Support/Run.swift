import Foundation
import FourLinesLinux
import Testing

/// A program that has ended, and what it said.
struct Run {
    let status: ProcessStatus
    let output: [UInt8]
    let errors: String

    /// The output as text, bytes that are not UTF-8 replaced.
    var text: String { String(decoding: output, as: UTF8.self) }
    var isSuccess: Bool { status.isSuccess }
    /// The exit code; nil if a signal ended it.
    var code: Int32? { if case .exited(let code) = status { code } else { nil } }

    /// Runs a program to its end; one that does not end in time is killed, and the test fails.
    ///
    /// Its streams are files, so that nobody waits for anybody; without an input it reads nothing.
    init(
        _ program: String, _ arguments: [String] = [], input: [UInt8]? = nil, environment: [String]? = nil,
        folder: String? = nil, within limit: Duration = .seconds(60),
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        Signal.pipe.ignore()
        let streams = try TestFolder()
        if let input { try streams.write("in", input) }
        let files = try FileDescriptor.openFolder(streams.path)
        let null = try FileDescriptor.openFolder("/dev")
        let standardInput = OpenFile(try input == nil ? null.open("null", .reading) : files.open("in", .reading))
        let process = try ChildProcess.start(
            program, arguments, environment: environment, folder: folder,
            files: [
                0: standardInput, 1: OpenFile(try files.open("out", [.writing, .create])),
                2: OpenFile(try files.open("err", [.writing, .create])),
            ])
        if let status = try process.wait(timeout: limit) {
            self.status = status
        } else {
            try process.send(.kill)
            status = try process.wait()
            Issue.record("\(program) did not end within \(limit)", sourceLocation: sourceLocation)
        }
        output = try streams.read("out")
        errors = String(decoding: try streams.read("err"), as: UTF8.self)
    }
}
