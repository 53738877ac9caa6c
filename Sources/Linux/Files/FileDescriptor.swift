import CLinux
import Glibc

/// An open file, folder, socket or event source, which is closed once, when the value goes.
///
/// The number is known to this module only. All descriptors are closed on exec. Calls that a signal interrupts are
/// made again; "would block", the end of a file and a peer that is gone are values, everything else is thrown. A
/// descriptor that is not open (`EBADF`) stops the process: the value cannot exist without an open file.
package struct FileDescriptor: ~Copyable, Sendable {
    let raw: CInt

    /// Takes the ownership of an open descriptor.
    init(owning raw: CInt) {
        self.raw = raw
    }

    deinit {
        // A failure has no second chance: the number is free again whatever close says.
        _ = Glibc.close(raw)
    }

    /// Closes the file now and says how that went.
    ///
    /// Never a way to learn whether data is safe; that is `synchronize()`.
    ///
    /// - Throws: what close(2) reports, as `.ioError` or `.quotaExceeded` of a network file system. The descriptor is
    ///   gone nevertheless.
    package consuming func close() throws(Errno) {
        let raw = self.raw
        discard self
        guard Glibc.close(raw) != 0 else { return }
        let error = Errno.current
        trapOnMisuse(error)
        // The file is closed, and nobody can be asked again.
        if error == .interrupted { return }
        throw error
    }

    /// A second descriptor for the same open file: the position, the lock and the flags are shared.
    package func duplicate() throws(Errno) -> FileDescriptor {
        FileDescriptor(owning: try retrying { clinux_duplicate(raw, 0) })
    }

    /// Whether calls that cannot be completed at once answer "would block".
    ///
    /// The flag belongs to the open file: duplicates, also those of other processes, see it too.
    package func setNonBlocking(_ on: Bool) throws(Errno) {
        _ = try retrying { clinux_set_nonblocking(raw, on ? 1 : 0) }
    }

    /// Takes over a descriptor that the process was started with, as systemd's from number 3 on.
    ///
    /// To be called once for a number: two owners would close it twice. It is closed on exec from now on.
    ///
    /// - Returns: nil when there is no open descriptor of this number.
    package static func inherited(number: Int) throws(Errno) -> FileDescriptor? {
        guard let raw = CInt(exactly: number), raw >= 0, clinux_is_open(raw) != 0 else { return nil }
        let file = FileDescriptor(owning: raw)
        _ = try retrying { clinux_set_close_on_exec(raw, 1) }
        return file
    }
}

extension FileDescriptor {
    /// Standard input; never closed.
    package static let standardInput = FileDescriptor(owning: 0)

    /// Standard output; never closed.
    package static let standardOutput = FileDescriptor(owning: 1)

    /// Standard error; never closed.
    package static let standardError = FileDescriptor(owning: 2)
}
