#if canImport(Glibc)
    import Glibc
#endif

/// Memory of large arrays in pages of 2 MB, where the system has them.
///
/// A page of 4 KB costs more to get than to fill, so that of arrays of many megabytes a third of the time would be the
/// system's. The advice changes nothing else: it is not followed where there are no such pages.
package enum HugePages {
    /// The least size that is worth it: the end of an array may waste most of a page.
    private static let least = 8 << 20

    /// Advises the system of the memory that was reserved for an array, before it is filled.
    package static func advise<Element>(_ array: inout [Element]) {
        #if canImport(Glibc)
            let size = array.capacity * MemoryLayout<Element>.stride
            guard size >= least else { return }
            unsafe array.withUnsafeMutableBufferPointer { buffer in
                guard let start = buffer.baseAddress else { return }
                let page = Int(getpagesize())
                let first = (Int(bitPattern: start) + page - 1) & ~(page - 1)
                let end = (Int(bitPattern: start) + size) & ~(page - 1)
                // A refusal means pages of the usual size.
                if end > first, let memory = unsafe UnsafeMutableRawPointer(bitPattern: first) {
                    _ = unsafe madvise(memory, end - first, Int32(MADV_HUGEPAGE))
                }
            }
        #endif
    }
}
