package import FourLinesLinux

/// A listening socket that the process was started with: never unlinked, bound again or shut down.
package struct PassedSocket {
    /// What the service manager calls it.
    package let name: String
    /// The socket.
    package let listener: UnixListener

    /// Why the sockets that were passed cannot be served.
    package struct Fault: Error, Equatable, Sendable, CustomStringConvertible {
        package let description: String
    }

    /// Takes over the sockets that were passed to this process; to be called once.
    ///
    /// - Parameters:
    ///   - names: their names, in the order of their descriptors.
    ///   - taken: gets those that can be served, also when another one cannot.
    /// - Throws: `Fault` if one of them is no listening Unix stream socket.
    package static func take(_ names: [String], into taken: inout [PassedSocket]) throws(Fault) {
        var fault: Fault?
        for (index, name) in names.enumerated() {
            let number = ServiceEnvironment.firstDescriptor + index
            do throws(UnixListenerError) {
                taken.append(PassedSocket(name: name, listener: try adopt(number)))
            } catch {
                // The first is said; the others are taken over nevertheless, for whoever waits there.
                fault = fault ?? Fault(description: "the passed socket \(number) (\(name)) cannot be served: \(error)")
            }
        }
        if let fault { throw fault }
    }

    private static func adopt(_ number: Int) throws(UnixListenerError) -> UnixListener {
        let file: FileDescriptor
        do throws(Errno) {
            guard let inherited = try FileDescriptor.inherited(number: number) else { throw .badDescriptor }
            file = inherited
        } catch { throw .failed(operation: "take over", path: "descriptor \(number)", error) }
        return try UnixListener.adopt(file)
    }

    /// What somebody should know of this socket: that clients will not look for it there, or that others may connect.
    ///
    /// - Parameter configured: the path that the configuration leads to.
    /// - Returns: a sentence each.
    package func notices(configured: String) -> [String] {
        let address = listener.address
        var notices: [String] = []
        if address != .path(configured) {
            let place = address.map { "at \($0)" } ?? "without an address"
            notices.append("the passed socket \(name) is \(place), and not at \(configured) where clients look for it")
        }
        guard case .path(let path) = address else { return notices }
        do {
            guard let mode = try Paths.status(path)?.mode else {
                notices.append("the path of the passed socket \(name) is gone: \(path)")
                return notices
            }
            // Only the permission to write counts when somebody connects, unix(7), but nobody means any other.
            if mode.rawValue & 0o177 != 0 {
                notices.append("the passed socket \(path) has mode \(mode), which is wider than 0600")
            }
        } catch { notices.append("cannot look at the passed socket \(path): \(error.message)") }
        return notices
    }
}
