import FourLinesDocument
import FourLinesLinux
import FourLinesRESP
import FourLinesStorage

extension Daemon {
    /// How much is read from a client in a turn, in bytes.
    private static let readSize = 64 << 10

    /// A client's socket is ready for something.
    func ready(_ connection: Connection, _ readiness: Readiness) {
        touch(connection)
        if readiness.contains(.readable) || readiness.contains(.hangup), connection.takesRequests, !connection.hasEnded
        {
            read(connection)
        }
        if readiness.contains(.hangup), connection.hasEnded || !connection.takesRequests {
            // Nobody will read what is left; the loop would tell the hang-up for ever.
            if connection.writer.output.sendableCount > 0 || !connection.isWaiting || connection.waiting != nil {
                return close(connection)
            }
        }
        serve(connection)
    }

    private func read(_ connection: Connection) {
        let room = connection.input.makeRoom(16 << 10)
        let range = room.lowerBound..<min(room.upperBound, room.lowerBound + Self.readSize)
        do {
            switch try connection.file.descriptor.read(into: &connection.input.bytes, range) {
            case .bytes(let count): connection.input.received(count)
            case .wouldBlock: break
            case .endOfFile: connection.hasEnded = true
            case .disconnected: close(connection)
            }
        } catch { close(connection) }
    }

    /// Runs the requests that are there.
    func serve(_ connection: Connection) {
        while connection.takesRequests, connections[connection.id] != nil {
            switch connection.parser.next(&connection.input) {
            case .needMore:
                // Half-closed: what was whole is answered, a part of a request is dropped.
                if connection.hasEnded { connection.isClosing = true }
                return
            case .nothing: continue
            case .command: run(connection)
            case .protocolError(let error):
                connection.writer.error(error)
                connection.isClosing = true
            case .drop: return close(connection)
            }
        }
    }

    func run(_ connection: Connection) {
        let start = connection.writer.output.position
        answer(connection)
        // What is read in a turn with edits speaks of them, too.
        if store?.hasTurn == true, !connection.isWaiting { note(connection, from: start) }
    }

    private func answer(_ connection: Connection) {
        statistics.commands += 1
        var invocation = Invocation(daemon: self, connection: connection)
        guard let command = commands.find(connection.parser[0], in: connection.input) else {
            connection.transaction?.fail()
            return invocation.replyUnknownCommand()
        }
        guard command.accepts(connection.parser.count) else {
            connection.transaction?.fail()
            return connection.writer.error(
                "ERR", "wrong number of arguments for '\(command.name)' command")
        }
        if connection.isRestricted, !command.traits.contains(.whileSubscribed) {
            return connection.writer.error(
                "ERR",
                "Can't execute '\(command.name)': only (P|S)SUBSCRIBE / (P|S)UNSUBSCRIBE / PING / QUIT / RESET"
                    + " are allowed in this context")
        }
        if connection.transaction != nil, !command.traits.contains(.immediate) {
            guard !command.traits.contains(.alone) else {
                connection.transaction?.fail()
                return connection.writer.error("ERR", "Command not allowed inside a transaction")
            }
            return queue(command, invocation)
        }
        if command.isWrite {
            if let refusal = store?.refusal { return connection.writer.refuse(refusal) }
            if store?.isCommittingLarge == true { return park(connection) }
        }
        do throws(Refusal) {
            let start = connection.writer.output.position
            if command.isWrite { invocation.condition = try takeCondition(of: connection) }
            try runAnnounced(command, invocation)
            if document.isBeingEdited {
                commit(command.name, invocation.firstPath(of: command), connection, from: start)
            }
        } catch {
            if document.isBeingEdited { document.rollBack() }
            connection.writer.error(error.code.rawValue, error.description)
        }
    }

    /// Answers a client whose reply had to wait, and goes on with its requests.
    func resume(_ connection: Connection, _ reply: (inout ReplyWriter) -> Void) {
        guard connections[connection.id] != nil else { return }
        connection.isWaiting = false
        let start = connection.writer.output.position
        reply(&connection.writer)
        if store?.hasTurn == true { note(connection, from: start) }
        touch(connection)
        serve(connection)
    }

    /// Has a client looked at when the turn ends.
    func touch(_ connection: Connection) {
        guard !connection.isTouched else { return }
        connection.isTouched = true
        touched.append(connection)
    }

    /// The end of a turn: its edits are made durable, and what was written is sent.
    func finishTurn() {
        endTurn()
        announce()
        flush()
        noteLatency()
    }

    /// Sends what may be sent to the clients that were touched.
    func flush() {
        guard !touched.isEmpty else { return }
        // By index, because sending makes room, and room lets further requests run, which touch clients again.
        var index = 0
        while index < touched.count {
            let connection = touched[index]
            index += 1
            connection.isTouched = false
            guard connections[connection.id] != nil else { continue }
            send(connection)
        }
        touched.removeAll(keepingCapacity: true)
    }

    private func send(_ connection: Connection) {
        repeat {
            connection.writer.output.release()
            while connection.writer.output.sendableCount > 0 {
                let range = connection.writer.output.sendableRange
                do {
                    switch try connection.file.descriptor.write(connection.writer.output.bytes, range) {
                    case .bytes(let count):
                        connection.writer.output.consume(count)
                        if count < range.count { return leave(connection) }
                    case .wouldBlock: return leave(connection)
                    case .disconnected: return close(connection)
                    }
                } catch { return close(connection) }
            }
        } while reportLost(connection)
        if connection.isClosing { return close(connection) }
        connection.writer.output.reclaim()
        connection.input.reclaim()
        // Requests that waited for room are still in the buffer; the socket will not tell of them.
        if connection.input.count > 0, connection.takesRequests, !connection.parser.isWithinRequest {
            loop.nextTurn { [weak self, weak connection] in
                guard let self, let connection, connections[connection.id] != nil else { return }
                touch(connection)
                serve(connection)
            }
        }
        watch(connection)
    }

    /// Waits until more can be sent to a client, or gives it up if its connection is to be ended whatever it reads.
    private func leave(_ connection: Connection) {
        if connection.isKilled { close(connection) } else { watch(connection) }
    }

    private func watch(_ connection: Connection) {
        guard let registration = connection.registration else { return }
        do { try loop.change(registration, interest: connection.interest) } catch { close(connection) }
    }

    /// Ends a connection at once.
    func close(_ connection: Connection) {
        guard connections.removeValue(forKey: connection.id) != nil else { return }
        unsubscribe(connection)
        stopWaiting(connection)
        connection.dropTransaction()
        if let registration = connection.registration { loop.remove(registration) }
        connection.registration = nil
    }
}
