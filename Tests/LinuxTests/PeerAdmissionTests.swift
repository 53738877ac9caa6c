import FourLinesLinux
import Testing

@Suite struct PeerAdmissionTests {
    private static let wholeMap = "         0          0 4294967295\n"

    struct Case: CustomTestStringConvertible {
        let testDescription: String
        let own: UInt32
        let map: String?
        let admitted: [UInt32]
        let refused: [UInt32]
    }

    @Test(
        "Our own user and a mapped root are admitted, nobody else",
        arguments: [
            Case(
                testDescription: "an ordinary user", own: 1000, map: wholeMap, admitted: [1000, 0],
                refused: [1001, 65_534, 4_294_967_295]),
            Case(testDescription: "root", own: 0, map: wholeMap, admitted: [0], refused: [1000, 65_534]),
            Case(
                testDescription: "PrivateUsers= without root", own: 1000, map: "      1000       1000          1\n",
                admitted: [1000], refused: [0, 1001, 65_534]),
            Case(
                testDescription: "PrivateUsers= with root", own: 1000, map: "0 0 1\n1000 1000 1\n",
                admitted: [1000, 0], refused: [1001, 65_534]),
            Case(
                testDescription: "unshare -U, nothing mapped", own: 65_534, map: "", admitted: [],
                refused: [65_534, 0, 1000]),
            Case(
                testDescription: "unshare -U -r", own: 0, map: "         0       1000          1\n", admitted: [0],
                refused: [1000, 65_534]),
            Case(
                testDescription: "our own id not mapped, though others are", own: 65_534, map: "1000 1000 1\n",
                admitted: [], refused: [65_534, 0, 1000]),
            Case(
                testDescription: "the user nobody, whose id may be anybody's", own: 65_534, map: wholeMap,
                admitted: [0], refused: [65_534]),
            Case(testDescription: "no map to be read", own: 1000, map: nil, admitted: [1000], refused: [0, 65_534]),
            Case(testDescription: "no map to be read, as root", own: 0, map: nil, admitted: [], refused: [0, 65_534]),
            Case(
                testDescription: "a text that is no map", own: 1000, map: "0 0\n", admitted: [1000], refused: [0]),
            Case(
                testDescription: "a container's ids", own: 1000, map: "0 100000 65536\n", admitted: [1000, 0],
                refused: [65_534]),
        ])
    func rule(_ example: Case) {
        let admission = PeerAdmission(ownUser: example.own, userMap: example.map)
        for user in example.admitted { #expect(admission.admits(user), "\(user)") }
        for user in example.refused { #expect(!admission.admits(user), "\(user)") }
    }

    @Test("A configured overflow id is refused as the usual one is")
    func configured() {
        let admission = PeerAdmission(ownUser: 60_000, userMap: Self.wholeMap, overflowUser: 60_000)
        #expect(!admission.admits(60_000))
        #expect(!admission.admits(65_534))
        #expect(admission.admits(0))
    }

    @Test("The peer of a connection of our own is admitted")
    func ourselves() throws {
        let (left, right) = try FileDescriptor.streamPair()
        let peer = try left.descriptor.peerCredentials()
        #expect(peer.process == CurrentProcess.id)
        #expect(peer.user == CurrentProcess.effectiveUser)
        #expect(PeerAdmission.current.admits(peer.user))
        withExtendedLifetime(right) {}
    }

    @Test(
        "In a user namespace of its own a process admits nobody, or only itself as root",
        arguments: [([], []), (["-r"], [0])] as [([String], [UInt32])])
    func userNamespace(options: [String], admitted: [UInt32]) throws {
        let (reader, writer) = try FileDescriptor.streamPair()
        let child = try ChildProcess.start(
            "unshare", ["-U"] + options + ["sh", "-c", "id -u; cat /proc/self/uid_map"], files: [1: writer])
        // Where namespaces are forbidden, as in some containers, there is nothing to be seen.
        guard try child.wait().isSuccess else { return }
        try writer.descriptor.shutdownWrites()
        let output = String(decoding: try reader.descriptor.readToEnd(limit: 10_000), as: UTF8.self)
        let lines = output.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
        let own = try #require(UInt32(lines[0]))
        let admission = PeerAdmission(ownUser: own, userMap: String(lines[1]))
        for user in [0, 1, 1000, 65_534, own] as [UInt32] {
            #expect(admission.admits(user) == admitted.contains(user), "\(user)")
        }
    }
}
