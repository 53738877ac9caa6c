/// A reply of either version of the protocol, as a client sees it.
package indirect enum Reply: Hashable, Sendable {
    /// A simple string, such as `OK`.
    case simple(String)
    /// An error: its code and text in one line, as in `ERR syntax error`.
    case error(String)
    /// A 64-bit integer.
    case integer(Int64)
    /// A bulk string of any bytes.
    case bulk([UInt8])
    /// An array.
    case array([Reply])
    /// A map, its entries in the order that they came in.
    case map([ReplyMapEntry])
    /// A set, its elements in the order that they came in.
    case set([Reply])
    /// A message out of turn.
    case push([Reply])
    /// A null of any of the three forms.
    case null
    /// A double.
    case double(Double)
    /// A truth value.
    case boolean(Bool)
    /// An integer of any length, its digits as they came.
    case bigNumber(String)
    /// Text for people, with the three letters of its kind.
    case verbatim(format: String, text: [UInt8])
}
