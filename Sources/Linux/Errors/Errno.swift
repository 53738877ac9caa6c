import CLinux
import Glibc

/// An error number of the operating system, errno(3).
package struct Errno: RawRepresentable, Error, Hashable, Sendable {
    package let rawValue: Int32

    package init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// The error of the last call of this thread that failed; to be read at once, before anything else runs.
    static var current: Errno {
        Errno(rawValue: errno)
    }

    /// The symbolic name, `ENOSPC`; `E12345` for a number that the C library does not know.
    package var name: String {
        guard let text = unsafe clinux_error_name(rawValue) else { return "E\(rawValue)" }
        return unsafe String(cString: text)
    }

    /// The description in English whatever the locale, `No space left on device`.
    package var message: String {
        guard let text = unsafe clinux_error_message(rawValue) else { return "Unknown error \(rawValue)" }
        return unsafe String(cString: text)
    }
}

extension Errno: CustomStringConvertible {
    /// The message followed by the name: `No space left on device (ENOSPC)`.
    package var description: String {
        "\(message) (\(name))"
    }
}
