import FourLinesLinux
import FourLinesStorage

/// The sockets that clients connect to: the one that was bound, or those that were passed to the process.
struct Listening {
    var listeners: [UnixListener] = []
    /// In the order of the listeners.
    var registrations: [EventLoop.Registration] = []
    /// Looks each minute whether the socket's path is still ours.
    var watch: EventLoop.Timer?
    /// Begins to accept again after the system ran out of descriptors.
    var pause: EventLoop.Timer?
    var lastConnection = 0
    /// How many clients are served at once: some descriptors are kept for saves, or clients that never leave would cost
    /// the document.
    let connectionLimit = max(CurrentProcess.openFileLimit - 32, CurrentProcess.openFileLimit / 4)
    /// Whether the last client could not be taken on, so that a row of them is said once.
    var isExhausted = false
}

extension Daemon {
    /// Begins to accept clients, at the sockets that were passed or else at one that is bound now.
    ///
    /// - Returns: false if that cannot be; the daemon ends then.
    func listen() -> Bool {
        do throws(UnixListenerError) {
            if passedSockets.isEmpty {
                try bind()
            } else {
                for socket in passedSockets { try watch(socket.listener) }
            }
            return true
        } catch {
            end(StartFault(code: ExitCode.socket, reason: "no socket: \(error)"))
            return false
        }
    }

    private func bind() throws(UnixListenerError) {
        let path = setup.plan.socket
        let folder = Paths.split(path)?.folder ?? "/"
        do { _ = try Paths.makeFolders(folder) } catch {
            throw .failed(operation: "make the folder", path: folder, error)
        }
        try watch(try UnixListener.listen(path: path))
        let watch = listening.watch ?? loop.makeTimer { [unowned self] in checkSocket() }
        listening.watch = watch
        watch.arm(after: .seconds(60))
    }

    private func watch(_ listener: UnixListener) throws(UnixListenerError) {
        do {
            listening.registrations.append(
                try loop.add(listener.file.descriptor, interest: .readable) {
                    [unowned self, unowned listener] _ in accept(listener)
                })
        } catch { throw .failed(operation: "watch", path: setup.plan.socket, error) }
        listening.listeners.append(listener)
    }

    /// Looks whether the socket's path still leads to us: binds again if it is gone, ends if somebody else has it.
    func checkSocket() {
        // Passed sockets are looked after by whoever passed them.
        guard phase == .serving, passedSockets.isEmpty, let listener = listening.listeners.first else { return }
        listening.watch?.arm(after: .seconds(60))
        let state: UnixListener.PathState
        do { state = try listener.pathState() } catch {
            return log.write(.warning, "cannot look at \(setup.plan.socket): \(error.message)")
        }
        switch state {
        case .ours: return
        case .gone:
            log.write(.warning, "the socket \(setup.plan.socket) is gone: binding it again")
            stopListening()
            closeListener()
            _ = listen()
        case .replaced:
            log.write(.error, "the socket \(setup.plan.socket) is somebody else's now: archiving and ending")
            stop(saving: true)
        }
    }

    func stopListening() {
        listening.watch?.cancel()
        listening.pause?.cancel()
        for registration in listening.registrations { loop.remove(registration) }
        listening.registrations = []
    }

    func closeListener() {
        for listener in listening.listeners { listener.close() }
        listening.listeners = []
    }

    /// Accepts who waits, a few in a turn.
    private func accept(_ listener: UnixListener) {
        do throws(Errno) {
            for _ in 0..<64 {
                switch try listener.accept() {
                case .accepted(let descriptor): admit(OpenFile(descriptor))
                case .wouldBlock: return
                case .aborted: continue
                case .exhausted(let error): return pauseAccepting(error)
                }
            }
        } catch { pauseAccepting(error) }
    }

    private func pauseAccepting(_ error: Errno) {
        if !listening.isExhausted { log.write(.warning, "cannot accept a connection: \(error.message)") }
        listening.isExhausted = true
        do { try listenFor([]) } catch { return }
        let pause = listening.pause ?? loop.makeTimer { [unowned self] in acceptAgain() }
        listening.pause = pause
        pause.arm(after: Duration.milliseconds(200))
    }

    private func acceptAgain() {
        do { try listenFor(.readable) } catch { log.write(.error, "cannot watch the socket: \(error.message)") }
    }

    private func listenFor(_ interest: Readiness) throws(Errno) {
        for registration in listening.registrations { try loop.change(registration, interest: interest) }
    }

    /// Takes on a client if its user is ours.
    private func admit(_ file: OpenFile) {
        let peer: PeerCredentials
        do { peer = try file.descriptor.peerCredentials() } catch { return }
        guard admission.admits(peer.user) else {
            statistics.refusedPeers += 1
            log.write(.warning, "refused a connection of user=\(peer.user) process=\(peer.process)")
            // The peer is told if its end takes it at once; that it is told at all is a courtesy.
            let words = "-NOPERM this daemon serves user \(CurrentProcess.effectiveUser) only\r\n"
            _ = try? file.descriptor.write(Array(words.utf8), 0..<words.utf8.count)
            return
        }
        guard connections.count < listening.connectionLimit else {
            statistics.refusedPeers += 1
            if !listening.isExhausted {
                log.write(.warning, "refused a connection: \(connections.count) clients are connected already")
            }
            listening.isExhausted = true
            let words = "-ERR max number of clients reached\r\n"
            _ = try? file.descriptor.write(Array(words.utf8), 0..<words.utf8.count)
            return
        }
        listening.isExhausted = false
        listening.lastConnection += 1
        statistics.connections += 1
        let connection = Connection(id: listening.lastConnection, file: file, peer: peer)
        do {
            connection.registration = try loop.add(file.descriptor, interest: .readable) {
                [unowned self, unowned connection] readiness in ready(connection, readiness)
            }
        } catch { return log.write(.warning, "cannot watch a connection: \(error.message)") }
        connections[connection.id] = connection
    }
}
