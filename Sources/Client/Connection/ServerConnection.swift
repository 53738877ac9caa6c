import FourLinesRESP

/// A conversation with a daemon: requests go out, replies come back in their order.
protocol ServerConnection: AnyObject {
    /// Sends requests together and waits for their replies.
    ///
    /// - Parameters:
    ///   - requests: at least one.
    ///   - patience: how long to wait without a byte going out or coming in; nil waits for ever.
    /// - Returns: a reply for each request, or fewer if the daemon closed the connection behind the last of them.
    /// - Throws: no answer in time, a connection that breaks within a reply, or bytes that are no reply.
    func replies(to requests: [Request], patience: Duration?) throws(ClientError) -> [Reply]
}
