import Glibc

/// How a file is opened, open(2).
///
/// Close-on-exec is always added.
package struct OpenOptions: OptionSet, Sendable {
    package let rawValue: Int32

    package init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// For reading; what is meant when nothing about the access is said.
    package static let reading = OpenOptions([])

    /// For writing only.
    package static let writing = OpenOptions(rawValue: O_WRONLY)

    /// For reading and writing.
    package static let readingAndWriting = OpenOptions(rawValue: O_RDWR)

    /// Makes the file if it is not there.
    package static let create = OpenOptions(rawValue: O_CREAT)

    /// With `create`: fails with `.fileExists` if the name is taken, also by a symbolic link.
    package static let exclusive = OpenOptions(rawValue: O_EXCL)

    /// Cuts the file to nothing.
    package static let truncate = OpenOptions(rawValue: O_TRUNC)

    /// Fails with `.tooManySymbolicLinks` if the last component is a symbolic link.
    package static let noFollow = OpenOptions(rawValue: O_NOFOLLOW)

    /// Fails with `.notAFolder` unless it is a folder.
    package static let folder = OpenOptions(rawValue: O_DIRECTORY)

    /// Does not wait for the other end of a pipe or a device, and sets the file to non-blocking.
    package static let nonBlocking = OpenOptions(rawValue: O_NONBLOCK)
}
