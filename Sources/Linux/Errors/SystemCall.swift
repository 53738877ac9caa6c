import Glibc

/// Runs a call that returns -1 and sets errno when it fails, again for as long as a signal interrupts it.
///
/// Never to be used for close(2): on Linux the descriptor is gone even when close reports an interruption.
@inline(__always)
func retrying<Result: FixedWidthInteger>(_ call: () -> Result) throws(Errno) -> Result {
    while true {
        let result = call()
        if result >= 0 { return result }
        let error = Errno.current
        if error == .interrupted { continue }
        trapOnMisuse(error)
        throw error
    }
}

/// Runs a call that returns an error number, 0 for success, as the functions of POSIX threads do.
@inline(__always)
func checking(_ call: () -> Int32) throws(Errno) {
    let number = call()
    guard number == 0 else { throw Errno(rawValue: number) }
}

/// Stops the process on the errors that only a defect of this module can cause.
///
/// A descriptor that is not open may be somebody else's by the next call, so going on could write into a wrong file.
@inline(__always)
func trapOnMisuse(_ error: Errno) {
    if error == .badDescriptor { fatalError("a system call was given a descriptor that is not open for it (EBADF)") }
    if error == .badAddress { fatalError("a system call was given memory that is not ours (EFAULT)") }
}

/// The bytes of a path or name with the NUL that C wants behind them.
///
/// - Throws: `.invalidArgument` for a text that holds a NUL itself: the system would silently take its first part only.
func terminated(_ text: String) throws(Errno) -> [CChar] {
    var bytes: [CChar] = []
    bytes.reserveCapacity(text.utf8.count + 1)
    for byte in text.utf8 {
        guard byte != 0 else { throw .invalidArgument }
        bytes.append(CChar(bitPattern: byte))
    }
    bytes.append(0)
    return bytes
}
