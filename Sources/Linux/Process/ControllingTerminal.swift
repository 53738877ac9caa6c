/// The terminal that controls the process.
package enum ControllingTerminal {
    /// Whether there is one; after its hang-up there is none any more.
    package static var exists: Bool {
        (try? FileDescriptor.open("/dev/tty", [.readingAndWriting, .nonBlocking])) != nil
    }
}
