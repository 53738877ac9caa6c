import FourLinesLinux
import Testing

@Suite struct ProcessTests {
    /// Runs a shell command and answers what it wrote and how it ended.
    private func shell(
        _ command: String, environment: [String]? = nil, folder: String? = nil
    ) throws -> (output: String, status: ProcessStatus) {
        let (reader, writer) = try FileDescriptor.streamPair()
        let child = try ChildProcess.start(
            "sh", ["-c", command], environment: environment, folder: folder, files: [1: writer])
        let status = try child.wait()
        try writer.descriptor.shutdownWrites()
        return (String(decoding: try reader.descriptor.readToEnd(limit: 1 << 20), as: UTF8.self), status)
    }

    @Test("A child's exit code and its death by a signal are told apart")
    func status() throws {
        #expect(try shell("exit 3").status == .exited(3))
        #expect(try shell("exit 0").status.isSuccess)
        #expect(try shell("kill -TERM $$").status == .killed(.terminate))
    }

    @Test("A child has the arguments, the environment and the folder that it was given")
    func surroundings() throws {
        #expect(
            try shell("echo \"$A\"; pwd", environment: ["A=b c", "PATH=/usr/bin:/bin"], folder: "/").output
                == "b c\n/\n")
    }

    @Test("A child has the files it was given under the numbers it was given, and no others")
    func files() throws {
        let (a, b) = try FileDescriptor.streamPair()
        let (c, d) = try FileDescriptor.streamPair()
        let child = try ChildProcess.start(
            "sh", ["-c", "echo four >&4; for f in /proc/self/fd/*; do readlink $f; done >&3"],
            files: [3: a, 4: c, 0: c])
        #expect(try child.wait() == .exited(0))
        try a.descriptor.shutdownWrites()
        try c.descriptor.shutdownWrites()
        let links = String(decoding: try b.descriptor.readToEnd(limit: 10_000), as: UTF8.self)
        let sockets = links.split(separator: "\n")
        for (file, count) in [(a, 2), (b, 0), (c, 2), (d, 0)] {
            let name = "socket:[\(try file.descriptor.status().identity.inode)]"
            #expect(sockets.filter { $0 == name }.count == count)
        }
        #expect(String(decoding: try d.descriptor.readToEnd(limit: 1000), as: UTF8.self) == "four\n")
    }

    @Test("Ignored and blocked signals are back to normal in a child")
    func signals() async {
        await #expect(processExitsWith: .success) {
            Signal.pipe.ignore()
            Signal.block([.terminate])
            let child = try ChildProcess.start("sh", ["-c", "kill -PIPE $$; exit 1"])
            #expect(try child.wait() == .killed(.pipe))
            let other = try ChildProcess.start("sleep", ["100"])
            try other.send(.terminate)
            #expect(try other.wait(timeout: .seconds(20)) == .killed(.terminate))
        }
    }

    @Test("Waiting for a child with a time-out")
    func timeout() throws {
        let child = try ChildProcess.start("sleep", ["100"])
        #expect(try child.wait(timeout: .milliseconds(20)) == nil)
        try child.send(.kill)
        #expect(try child.wait(timeout: .seconds(20)) == .killed(.kill))
        #expect(try child.wait() == .killed(.kill))
        try child.send(.kill)
    }

    @Test("A program that is not there is an error, and so is a signal to a group")
    func missing() {
        #expect(failure { _ = try ChildProcess.start("/nonexistent/program") } == .noSuchFileOrFolder)
        #expect(failure { _ = try ChildProcess.start("no-such-program-anywhere") } == .noSuchFileOrFolder)
        #expect(failure { _ = try ChildProcess.start("true", ["a\0b"]) } == .invalidArgument)
        #expect(failure { try ChildProcess.send(.terminate, to: 0) } == .invalidArgument)
        #expect(failure { try ChildProcess.send(.terminate, to: -1) } == .invalidArgument)
    }

    @Test("A process is told from another by its start")
    func startText() throws {
        let own = try #require(CurrentProcess.startText())
        #expect(own == CurrentProcess.startText())
        let child = try ChildProcess.start("sleep", ["100"])
        let other = try #require(CurrentProcess.startText(of: child.id))
        #expect(own.split(separator: "-").last == other.split(separator: "-").last)
        try child.send(.kill)
        _ = try child.wait()
        #expect(CurrentProcess.startText(of: Int32.max) == nil)
    }

    @Test("The home folder comes from the user database when HOME does not say it")
    func home() async {
        await #expect(processExitsWith: .success) {
            try Environment.set("HOME", to: "/somewhere")
            #expect(Environment.homeFolder == "/somewhere")
            try Environment.set("HOME", to: "relative")
            let database = try #require(Environment.homeFolder(of: CurrentProcess.user))
            #expect(Environment.homeFolder == database)
            try Environment.remove("HOME")
            #expect(Environment.homeFolder == database)
            #expect(database.hasPrefix("/"))
        }
    }

    @Test("Variables are set, listed and removed")
    func environment() async {
        await #expect(processExitsWith: .success) {
            try Environment.set("FOURLINES_TEST", to: "a=b")
            #expect(Environment.value("FOURLINES_TEST") == "a=b")
            #expect(Environment.all.contains("FOURLINES_TEST=a=b"))
            try Environment.remove("FOURLINES_TEST")
            #expect(Environment.value("FOURLINES_TEST") == nil)
            #expect(!Environment.all.contains { $0.hasPrefix("FOURLINES_TEST=") })
            #expect(failure { try Environment.set("A=B", to: "") } == .invalidArgument)
        }
    }

    @Test("The facts of the process agree with what the system's programs say")
    func facts() throws {
        #expect(try shell("id -u").output == "\(CurrentProcess.effectiveUser)\n")
        #expect(try shell("hostname || cat /proc/sys/kernel/hostname").output.hasPrefix(CurrentProcess.hostName))
        #expect(try shell("pwd -P").output == CurrentProcess.folder() + "\n")
        #expect(try CurrentProcess.executable().hasPrefix("/"))
    }

    @Test("The umask applies to what is made from then on")
    func umask() async {
        await #expect(processExitsWith: .success) {
            let temporary = try TemporaryFolder()
            CurrentProcess.setUmask(0o077)
            #expect(CurrentProcess.setUmask(0o077) == 0o077)
            _ = try temporary.openFolder().open("file", [.writing, .create], mode: 0o666)
            #expect(try temporary.openFolder().status(of: "file")?.mode == 0o600)
        }
    }

    @Test("A socket is no terminal, and a log line that nobody reads is lost without harm")
    func terminal() throws {
        Signal.pipe.ignore()
        let (left, right) = try FileDescriptor.streamPair()
        let (isTerminal, columns) = (left.descriptor.isTerminal, left.descriptor.terminalColumns)
        #expect(!isTerminal)
        #expect(columns == nil)
        left.descriptor.writeLog("line\n")
        try left.descriptor.shutdownWrites()
        left.descriptor.writeLog("lost\n")
        #expect(try right.descriptor.readToEnd(limit: 100) == Array("line\n".utf8))
    }

    @Test("Random bytes differ and have the length that was asked for")
    func random() {
        #expect(RandomBytes.make(0).isEmpty)
        #expect(RandomBytes.make(16).count == 16)
        #expect(RandomBytes.make(16) != RandomBytes.make(16))
        #expect(RandomBytes.number() != RandomBytes.number())
    }
}
