/// Texts in the form of `argv`: an array of pointers to texts with a NUL, ended by a null pointer.
@safe final class TextVector {
    /// Valid as long as the object lives.
    let pointer: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    private let count: Int

    /// Copies the texts.
    ///
    /// - Throws: `.invalidArgument` for a text that holds a NUL.
    init(_ texts: [String]) throws(Errno) {
        var copies: [[CChar]] = []
        for text in texts { copies.append(try terminated(text)) }
        count = copies.count
        unsafe pointer = .allocate(capacity: count + 1)
        for (index, copy) in copies.enumerated() {
            let text = UnsafeMutablePointer<CChar>.allocate(capacity: copy.count)
            for (offset, byte) in copy.enumerated() { unsafe (text + offset).initialize(to: byte) }
            unsafe (pointer + index).initialize(to: text)
        }
        unsafe (pointer + count).initialize(to: nil)
    }

    deinit {
        for index in 0..<count { unsafe pointer[index]?.deallocate() }
        unsafe pointer.deallocate()
    }
}
