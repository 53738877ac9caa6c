/// What systemd takes for white space: blank, tab, line feed, carriage return.
enum Blanks {
    static func contains(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0a || byte == 0x0d
    }

    /// The bytes without white space at either end.
    static func trim(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var rest = bytes.drop(while: contains)
        while let last = rest.last, contains(last) { rest.removeLast() }
        return rest
    }
}
