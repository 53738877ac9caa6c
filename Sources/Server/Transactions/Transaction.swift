import FourLinesRESP

/// The requests of a client between MULTI and EXEC, which run together or not at all.
struct Transaction {
    /// How many requests are queued at most.
    static let countLimit = 100_000
    /// How many bytes they take at most.
    static let sizeLimit = 64 << 20

    private let sizeLimit: Int

    /// A transaction without requests, of at most so many bytes.
    init(sizeLimit: Int = sizeLimit) { self.sizeLimit = sizeLimit }

    /// The requests as they are run: in the form in which programs send them, whatever form they came in.
    private(set) var requests = InputBuffer()
    /// How many there are.
    private(set) var count = 0
    /// Whether one of them may change the document.
    private(set) var hasEdits = false
    /// Whether a request was refused, so that none is run.
    private(set) var isBroken = false

    /// Queues a request.
    ///
    /// - Parameters:
    ///   - arguments: the command's name and its arguments.
    ///   - isEdit: whether it may change the document.
    /// - Returns: false if there is no room; the transaction is broken then.
    mutating func queue(_ arguments: [[UInt8]], isEdit: Bool) -> Bool {
        var bytes: [UInt8] = []
        RequestEncoder.append(arguments, to: &bytes)
        guard count < Self.countLimit, requests.count + bytes.count <= sizeLimit else {
            fail()
            return false
        }
        requests.append(bytes)
        count += 1
        if isEdit { hasEdits = true }
        return true
    }

    /// Says that a request was refused; what was queued is needed no longer.
    mutating func fail() {
        isBroken = true
        requests = InputBuffer()
        count = 0
    }
}
