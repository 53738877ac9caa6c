import FourLinesDocument

extension Command {
    /// The events that its edit means, by the arguments that are paths: Redis's names.
    ///
    /// - Parameter call: a call of it, whose arguments are sound.
    /// - Returns: the event of each of these arguments.
    func events(of call: Invocation) -> [(argument: Int, name: String)] {
        let paths = self.paths
        guard paths.first > 0 else { return [] }
        if name == "lmove" {
            return [(1, call.isWord(3, "LEFT") ? "lpop" : "rpop"), (2, call.isWord(4, "LEFT") ? "lpush" : "rpush")]
        }
        let last = paths.last < 0 ? call.count + paths.last : paths.last
        return stride(from: paths.first, through: last, by: paths.step).map { ($0, Self.eventNames[name] ?? name) }
    }

    /// Where the event is not called as the command is.
    private static let eventNames = ["mset": "set", "incr": "incrby", "decr": "incrby", "decrby": "incrby"]
}
