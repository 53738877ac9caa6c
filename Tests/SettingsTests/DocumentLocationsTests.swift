import Testing

@testable import FourLinesSettings

@Suite("Where a document lies")
struct DocumentLocationsTests {
    func locations(
        _ name: String? = nil, _ variables: [String: String] = [:], state: String? = nil, isPrivate: Bool = false
    ) throws -> DocumentLocations {
        try DocumentLocations(
            name: name, stateFolder: state,
            in: .init(
                variable: { variables[$0] }, home: "/home/ann", user: 1000, isPrivateFolder: { _ in isPrivate }))
    }

    @Test("the default document lies in the XDG folders")
    func xdg() throws {
        let found = try locations(
            nil, ["XDG_STATE_HOME": "/s", "XDG_RUNTIME_DIR": "/r", "XDG_CONFIG_HOME": "/c"])
        #expect(found.stateFolder == "/s/fourlines")
        #expect(found.socket == "/r/fourlines/socket")
        #expect(found.configurations == ["/c/fourlines/fourlinesd.conf"])
    }

    @Test("a named document has folders of its own, and falls back to the common configuration")
    func named() throws {
        let found = try locations("work", ["XDG_RUNTIME_DIR": "/r"])
        #expect(found.stateFolder == "/home/ann/.local/state/fourlines@work")
        #expect(found.socket == "/r/fourlines@work/socket")
        #expect(
            found.configurations == [
                "/home/ann/.config/fourlines@work/fourlinesd.conf", "/home/ann/.config/fourlines/fourlinesd.conf",
            ])
    }

    @Test("without a runtime folder the socket lies in /run/user if that is ours, else in the state folder")
    func withoutRuntimeFolder() throws {
        #expect(try locations(isPrivate: true).socket == "/run/user/1000/fourlines/socket")
        #expect(try locations().socket == "/home/ann/.local/state/fourlines/socket")
        #expect(try locations(state: "/x").socket == "/x/socket")
    }

    @Test("a variable that is not an absolute path counts as not set")
    func relative() throws {
        let found = try locations(nil, ["XDG_STATE_HOME": "s", "XDG_RUNTIME_DIR": ""])
        #expect(found.stateFolder == "/home/ann/.local/state/fourlines")
        #expect(found.socket == "/home/ann/.local/state/fourlines/socket")
    }

    @Test(
        "a name that cannot be a part of a path is refused",
        arguments: ["", ".", "..", "a/b", "a b", "ä", "a@b", String(repeating: "x", count: 65)])
    func names(name: String) {
        #expect(throws: SettingsFault.self) { try locations(name) }
    }
}
