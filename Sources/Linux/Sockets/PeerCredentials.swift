/// Who was at the other end of a Unix connection when it was made, `SO_PEERCRED` of unix(7).
package struct PeerCredentials: Equatable, Sendable {
    /// The process id, 0 when it is not visible from this process's namespace.
    ///
    /// It may have been reused since.
    package let process: Int32

    /// The effective user id; the overflow id when it is not mapped into this process's user namespace.
    package let user: UInt32

    /// The effective group id.
    package let group: UInt32
}
