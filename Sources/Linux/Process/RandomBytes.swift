import CLinux

/// Random bytes of the kernel, fit for secrets, getrandom(2).
package enum RandomBytes {
    /// Makes so many random bytes.
    package static func make(_ count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        guard count > 0 else { return bytes }
        guard unsafe clinux_get_random(&bytes, count) == 0 else { fatalError("getrandom failed: \(Errno.current)") }
        return bytes
    }

    /// A random number.
    package static func number() -> UInt64 {
        make(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
}
