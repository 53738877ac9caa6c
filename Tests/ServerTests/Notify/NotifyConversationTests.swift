import FourLinesLinux
import Testing

@testable import FourLinesServer

@Suite("The conversation with the service manager")
struct NotifyConversationTests {
    typealias Event = ServiceConversation.Event

    static let time = MonotonicTime(nanoseconds: 1_234_567_890)
    static let more = "EXTEND_TIMEOUT_USEC=10000000"

    /// Events, each with what is sent for it.
    static let scripts: [(name: String, steps: [(Event, String?)])] = [
        (
            "a life",
            [
                (.alive, nil), (.stillWorking, nil), (.restoring("a"), "STATUS=a\n\(more)"), (.alive, nil),
                (.stillWorking, more), (.serving("b"), "READY=1\nSTATUS=b"), (.stillWorking, nil),
                (.alive, "WATCHDOG=1"), (.status("c"), "STATUS=c"), (.status("c"), nil),
                (.reloading("d", at: time), "RELOADING=1\nMONOTONIC_USEC=1234567\nSTATUS=d\n\(more)"),
                (.stillWorking, more), (.alive, "WATCHDOG=1"), (.status("e"), nil),
                (.reloaded("f"), "READY=1\nSTATUS=f"), (.stopping("g"), "STATUS=g\n\(more)"), (.alive, nil),
                (.stillWorking, more), (.stopped("h"), "STOPPING=1\nSTATUS=h"), (.stillWorking, nil),
                (.stopped("i"), nil),
            ]
        ),
        (
            "a stop during a reload",
            [
                (.serving("a"), "READY=1\nSTATUS=a"),
                (.reloading("b", at: time), "RELOADING=1\nMONOTONIC_USEC=1234567\nSTATUS=b\n\(more)"),
                (.stopping("c"), "STATUS=c\n\(more)"), (.reloaded("d"), nil), (.serving("e"), nil),
                (.failedToStop("f"), "STATUS=f"), (.stopped("g"), nil),
            ]
        ),
        (
            "a refusal",
            [(.restoring("a"), "STATUS=a\n\(more)"), (.refused("b"), "STATUS=b"), (.serving("c"), nil)]
        ),
        (
            "a stop before anything was restored",
            [(.restoring("a"), "STATUS=a\n\(more)"), (.stopped("b"), "STOPPING=1\nSTATUS=b")]
        ),
        ("words over several lines", [(.restoring("a\nREADY=1\r\nb"), "STATUS=a READY=1 b\n\(more)")]),
    ]

    @Test("Each event is followed by the right datagram", arguments: scripts)
    func script(_ name: String, _ steps: [(Event, String?)]) {
        var conversation = ServiceConversation()
        for (event, expected) in steps {
            #expect(conversation.take(event)?.text == expected, "\(name): \(event)")
        }
    }

    static let environments: [(name: String, variables: [String: String], expected: ServiceEnvironment)] = {
        func environment(_ change: (inout ServiceEnvironment) -> Void) -> ServiceEnvironment {
            var environment = ServiceEnvironment({ _ in nil }, process: 1)
            change(&environment)
            return environment
        }
        return [
            ("nothing", [:], environment { _ in }),
            ("a path", ["NOTIFY_SOCKET": "/run/n"], environment { $0.notifySocket = .path("/run/n") }),
            ("an abstract name", ["NOTIFY_SOCKET": "@n"], environment { $0.notifySocket = .abstract([110]) }),
            ("another kind of address", ["NOTIFY_SOCKET": "vsock:2:1"], environment { _ in }),
            (
                "a watchdog", ["WATCHDOG_USEC": "3000000", "WATCHDOG_PID": "7"],
                environment { $0.watchdogInterval = .seconds(3) }
            ),
            (
                "a watchdog for any process", ["WATCHDOG_USEC": "5"],
                environment { $0.watchdogInterval = .microseconds(5) }
            ),
            ("a watchdog of another process", ["WATCHDOG_USEC": "5", "WATCHDOG_PID": "8"], environment { _ in }),
            ("a watchdog without time", ["WATCHDOG_USEC": "0"], environment { _ in }),
            (
                "sockets", ["LISTEN_PID": "7", "LISTEN_FDS": "2", "LISTEN_FDNAMES": "a:b"],
                environment { $0.socketNames = ["a", "b"] }
            ),
            (
                "sockets with too few names", ["LISTEN_PID": "7", "LISTEN_FDS": "2", "LISTEN_FDNAMES": "a"],
                environment { $0.socketNames = ["unknown", "unknown"] }
            ),
            ("sockets of another process", ["LISTEN_PID": "8", "LISTEN_FDS": "2"], environment { _ in }),
            ("sockets of nobody", ["LISTEN_FDS": "2"], environment { _ in }),
            ("too many sockets", ["LISTEN_PID": "7", "LISTEN_FDS": "100000"], environment { _ in }),
            ("no number of sockets", ["LISTEN_PID": "7", "LISTEN_FDS": "-1"], environment { _ in }),
        ]
    }()

    @Test("The environment is understood for the own process only", arguments: environments)
    func environment(_ name: String, _ variables: [String: String], _ expected: ServiceEnvironment) {
        #expect(ServiceEnvironment({ variables[$0] }, process: 7) == expected, "\(name)")
    }

    @Test("What is taken is gone, for the process and for its children")
    func taken() async {
        await #expect(processExitsWith: .success) {
            for name in ServiceEnvironment.variables { try Environment.set(name, to: "@7") }
            try Environment.set("LISTENING", to: "1")
            #expect(ServiceEnvironment.take().notifySocket == .abstract([55]))
            #expect(ServiceEnvironment.take() == ServiceEnvironment({ _ in nil }, process: 7))
            let pair = try FileDescriptor.streamPair()
            let child = try ChildProcess.start("env", files: [1: pair.1])
            _ = try child.wait()
            var bytes = [UInt8](repeating: 0, count: 65_536)
            guard case .bytes(let count) = try pair.0.descriptor.read(into: &bytes, 0..<bytes.count) else {
                throw Errno.ioError
            }
            let names = bytes[..<count].split(separator: 10).map {
                String(decoding: $0.prefix { $0 != 61 }, as: UTF8.self)
            }
            #expect(names.contains("LISTENING"))
            #expect(Set(names).isDisjoint(with: ServiceEnvironment.variables))
        }
    }
}
