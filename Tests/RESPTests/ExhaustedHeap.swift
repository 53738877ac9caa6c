import Glibc

/// Takes all memory that the process can have, so that the next allocation ends it.
///
/// Code that runs on afterwards has allocated nothing, not even for a moment. The Swift runtime ends the process when
/// malloc fails. For a process of its own.
enum ExhaustedHeap {
    nonisolated(unsafe) private static var chunks: UnsafeMutableRawPointer?

    /// Forbids new mappings, then uses up every free chunk of the heap, the long ones first.
    static func begin() {
        var none = rlimit(rlim_cur: 4096, rlim_max: 4096)
        guard unsafe setrlimit(__rlimit_resource_t(9), &none) == 0 else { fatalError("no limit on address space") }
        // Linked to each other: an optimizer may take an unused malloc for one that succeeds, and leave it out.
        var last: UnsafeMutableRawPointer?
        var size = 1 << 30
        while size >= 8 {
            while let chunk = unsafe malloc(size) {
                unsafe chunk.storeBytes(of: last, as: UnsafeMutableRawPointer?.self)
                unsafe last = chunk
            }
            size = size > 1024 ? size / 2 : size - 8
        }
        unsafe chunks = last
    }
}
