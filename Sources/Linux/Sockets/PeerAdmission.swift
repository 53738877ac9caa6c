/// Whose connections are accepted: our own user's, and root's where there is a root.
///
/// In a user namespace all ids that are not mapped into it show as one, the overflow id, so that id can be anybody's
/// and is never admitted, not even when the process's own id shows as it: under `unshare -U` without a mapping nobody
/// can be told from anybody, and nobody is admitted. For the same reason user id 0 is admitted only if the namespace
/// maps it.
///
/// Examples, for a process of user 1000:
///
/// | namespace | uid_map | own id | admitted |
/// |---|---|---|---|
/// | the first | `0 0 4294967295` | 1000 | 1000 and 0 |
/// | systemd's `PrivateUsers=` | `1000 1000 1` | 1000 | 1000 |
/// | `unshare -U` | empty | 65534 | nobody |
/// | `unshare -U -r` | `0 1000 1` | 0 | 0, which is user 1000 outside |
package struct PeerAdmission: Equatable, Sendable {
    /// What the kernel uses unless `/proc/sys/kernel/overflowuid` says otherwise, user_namespaces(7).
    package static let defaultOverflowUser: UInt32 = 65534

    private let ownUser: UInt32
    private let overflowUser: UInt32
    private let map: [ClosedRange<UInt64>]?

    /// The rule for a process.
    ///
    /// - Parameters:
    ///   - ownUser: its effective user id.
    ///   - userMap: the text of its `/proc/self/uid_map`; nil if it cannot be read, then root is not admitted.
    ///   - overflowUser: the number in `/proc/sys/kernel/overflowuid`.
    package init(ownUser: UInt32, userMap: String?, overflowUser: UInt32 = defaultOverflowUser) {
        self.ownUser = ownUser
        self.overflowUser = overflowUser
        map = userMap.flatMap(Self.mappedUsers)
    }

    /// The rule for the calling process.
    package static var current: PeerAdmission {
        let overflow = text("/proc/sys/kernel/overflowuid").flatMap { UInt32($0.prefix { $0.isNumber }) }
        return PeerAdmission(
            ownUser: CurrentProcess.effectiveUser, userMap: text("/proc/self/uid_map"),
            overflowUser: overflow ?? defaultOverflowUser)
    }

    /// Whether a peer with this user id is admitted.
    package func admits(_ user: UInt32) -> Bool {
        // The usual number is refused also where another one is configured: no account for people has it.
        guard user != overflowUser, user != Self.defaultOverflowUser else { return false }
        guard user == ownUser || user == 0 else { return false }
        guard let map else { return user == ownUser && user != 0 }
        return map.contains { $0.contains(UInt64(user)) }
    }

    /// The ids inside of the namespace that a uid_map maps; nil if the text is not one.
    private static func mappedUsers(_ text: String) -> [ClosedRange<UInt64>]? {
        var ranges: [ClosedRange<UInt64>] = []
        for line in text.split(separator: "\n") {
            // "first id inside, first id outside, how many", user_namespaces(7).
            let numbers = line.split(separator: " ").map { UInt32($0) }
            guard numbers.count == 3, let first = numbers[0], numbers[1] != nil, let count = numbers[2], count > 0
            else { return nil }
            ranges.append(UInt64(first)...UInt64(first) + UInt64(count) - 1)
        }
        return ranges
    }

    private static func text(_ path: String) -> String? {
        // Whatever the reason, a file that cannot be read admits fewer peers.
        guard let bytes = try? Paths.read(path, limit: 1 << 20) else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }
}
