import CLinux

/// Unix sockets.
extension FileDescriptor {
    /// Connects to a listening stream socket.
    ///
    /// - Parameters:
    ///   - address: where it listens.
    ///   - timeout: how long to wait while the listener's queue is full; it is the only thing that takes time.
    /// - Returns: the connection, non-blocking.
    /// - Throws: `.noSuchFileOrFolder` when there is no socket, `.connectionRefused` when nobody listens on it,
    ///   `.timedOut`, `.permissionDenied`, `.nameTooLong`, `.wrongSocketType`.
    package static func connect(_ address: UnixAddress, timeout: Duration) throws(Errno) -> FileDescriptor {
        let name = try address.name()
        let socket = FileDescriptor(owning: try retrying { clinux_unix_stream() })
        let raw = socket.raw
        let deadline = MonotonicTime.now + timeout
        // poll(2) cannot wait for room in the listener's queue, but a blocking connect with a time-out does.
        try socket.setNonBlocking(false)
        while true {
            // Zero would mean to wait for ever.
            let left = max(1, (deadline - .now).nanoseconds / 1000)
            _ = try retrying { clinux_set_send_timeout(raw, left) }
            if unsafe clinux_unix_connect(raw, name.bytes, name.bytes.count, name.isAbstract) == 0 { break }
            let error = Errno.current
            if error == .interrupted { continue }
            throw error == .wouldBlock ? .timedOut : error
        }
        _ = try retrying { clinux_set_send_timeout(raw, 0) }
        try socket.setNonBlocking(true)
        return socket
    }

    /// Two connected stream sockets, non-blocking.
    package static func streamPair() throws(Errno) -> (OpenFile, OpenFile) {
        try pair(datagram: false)
    }

    /// Two connected datagram sockets, non-blocking.
    package static func datagramPair() throws(Errno) -> (OpenFile, OpenFile) {
        try pair(datagram: true)
    }

    private static func pair(datagram: Bool) throws(Errno) -> (OpenFile, OpenFile) {
        var numbers: [CInt] = [-1, -1]
        _ = try retrying { unsafe clinux_unix_pair(&numbers, datagram ? 1 : 0) }
        return (OpenFile(FileDescriptor(owning: numbers[0])), OpenFile(FileDescriptor(owning: numbers[1])))
    }

    /// Makes a datagram socket that receives at an address; each `read` answers one datagram, cut to the room given.
    package static func receiveDatagrams(at address: UnixAddress) throws(Errno) -> FileDescriptor {
        let name = try address.name()
        let socket = FileDescriptor(owning: try retrying { clinux_unix_datagram() })
        let raw = socket.raw
        _ = try retrying { unsafe clinux_unix_bind(raw, name.bytes, name.bytes.count, name.isAbstract) }
        try socket.setNonBlocking(true)
        return socket
    }

    /// Sends one datagram to an address, whole or not at all.
    ///
    /// It may wait for room in the receiver's queue.
    ///
    /// - Throws: `.connectionRefused`, `.noSuchFileOrFolder`, `.messageTooLong`.
    package static func sendDatagram(_ bytes: [UInt8], to address: UnixAddress) throws(Errno) {
        let name = try address.name()
        let socket = FileDescriptor(owning: try retrying { clinux_unix_datagram() })
        let raw = socket.raw
        _ = try retrying {
            unsafe clinux_unix_send_to(raw, bytes, bytes.count, name.bytes, name.bytes.count, name.isAbstract)
        }
    }

    /// Who is at the other end.
    package func peerCredentials() throws(Errno) -> PeerCredentials {
        var peer = clinux_credentials()
        _ = try retrying { unsafe clinux_peer_credentials(raw, &peer) }
        return PeerCredentials(process: peer.process, user: peer.user, group: peer.group)
    }

    /// Tells the peer that nothing more will be sent; reading goes on.
    ///
    /// A peer that is gone already is no error.
    package func shutdownWrites() throws(Errno) {
        do {
            _ = try retrying { clinux_shutdown_writes(raw) }
        } catch .notConnected {
            return
        }
    }

    /// The address that a socket is bound to; nil if it has none, or a path that is not UTF-8.
    package func socketAddress() throws(Errno) -> UnixAddress? {
        var name = [UInt8](repeating: 0, count: UnixAddress.pathLimit + 1)
        var isAbstract: Int32 = 0
        let count = Int(try retrying { unsafe clinux_unix_name(raw, &name, &isAbstract) })
        guard count > 0 else { return nil }
        let bytes = Array(name[..<count])
        if isAbstract != 0 { return .abstract(bytes) }
        return String(validating: bytes, as: UTF8.self).map { .path($0) }
    }
}
