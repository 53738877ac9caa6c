/// The version of the reply protocol that a connection speaks.
package enum ProtocolVersion: Int, Sendable {
    /// Redis's first: five types.
    case resp2 = 2
    /// With maps, sets, doubles, booleans, nulls and pushes.
    case resp3 = 3
}
