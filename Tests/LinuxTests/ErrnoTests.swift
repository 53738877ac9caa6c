import FourLinesLinux
import Testing

@Suite struct ErrnoTests {
    @Test(
        "An error number has the system's name and English text",
        arguments: [
            (Errno.noSpace, "ENOSPC", "No space left on device"),
            (.tooManySymbolicLinks, "ELOOP", "Too many levels of symbolic links"),
            (.noSuchFileOrFolder, "ENOENT", "No such file or directory"), (.busy, "EBUSY", "Device or resource busy"),
        ])
    func names(error: Errno, name: String, message: String) {
        #expect(error.name == name)
        #expect(error.message == message)
        #expect(error.description == "\(message) (\(name))")
    }

    @Test("A number without a name is shown as a number")
    func unknown() {
        #expect(Errno(rawValue: 4095).name == "E4095")
        #expect(Errno(rawValue: 4095).message == "Unknown error 4095")
    }

    @Test("A path with a NUL is refused instead of being cut")
    func nul() {
        #expect(failure { _ = try Paths.status("/tmp\0/nothing") } == .invalidArgument)
    }

    @Test("A call on a descriptor that is not open stops the process")
    func misuse() async {
        await #expect(processExitsWith: .failure) {
            // Two owners of one number, which this module never makes by itself.
            guard let file = try FileDescriptor.inherited(number: 0) else { CurrentProcess.exit(0) }
            try file.close()
            _ = try FileDescriptor.standardInput.status()
        }
    }
}
