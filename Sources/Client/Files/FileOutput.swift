import FourLinesLinux

/// Where a file's bytes go as they are finished.
final class FileOutput {
    private let file: OpenFile?
    private let console: (any Console)?
    private let name: String
    private var failure: ClientError?

    /// Writes to a file.
    init(_ file: OpenFile, _ name: String) {
        self.file = file
        self.name = name
        console = nil
    }

    /// Writes to a pipe or a device.
    convenience init(stream name: String) throws(ClientError) {
        do {
            self.init(OpenFile(try FileDescriptor.open(name, .writing)), name)
        } catch {
            throw .file(name, "written", error)
        }
    }

    /// Writes to the standard output.
    init(_ console: any Console) {
        self.console = console
        name = "the standard output"
        file = nil
    }

    /// Takes bytes; answers whether more are wanted.
    func take(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
        guard failure == nil else { return false }
        do {
            if let console {
                try console.write(range.count == bytes.count ? bytes : Array(bytes[range]))
            } else {
                try file?.descriptor.writeAll(bytes.span.extracting(range))
            }
            return true
        } catch let error as ClientError {
            failure = error
        } catch let error as Errno {
            failure = .file(name, "written", error)
        } catch {
            failure = ClientError(.inputOutput, "\(error)")
        }
        return false
    }

    /// Takes the last bytes.
    func take(_ bytes: [UInt8]) { _ = take(bytes, 0..<bytes.count) }

    /// Says whether all bytes were written.
    ///
    /// - Throws: why they were not.
    func finish() throws(ClientError) {
        if let failure { throw failure }
    }
}
