/// The value of an NSDecimalNumber: sign, a mantissa of 128 bits and a power of ten, as Foundation's `NSDecimal` has
/// them.
package struct DecimalNumber: Sendable, Equatable {
    /// Whether it is below zero.
    package var isNegative: Bool
    /// The digits.
    package var mantissa: UInt128
    /// The power of ten that the mantissa is multiplied by, -128 to 127.
    package var exponent: Int
    /// Whether it is not a number; its mantissa and exponent are 0 then.
    package var isNaN = false

    package init(isNegative: Bool, mantissa: UInt128, exponent: Int) {
        self.isNegative = isNegative
        self.mantissa = mantissa
        self.exponent = exponent
    }

    /// Not a number: a length of 0 with a sign, in `NSDecimal`.
    package static let nan: DecimalNumber = {
        var number = DecimalNumber(isNegative: true, mantissa: 0, exponent: 0)
        number.isNaN = true
        return number
    }()

    /// The number in digits and a point, without an exponent.
    package var text: String {
        if isNaN { return "nan" }
        var digits = String(mantissa)
        if exponent > 0, mantissa != 0 { digits += String(repeating: "0", count: exponent) }
        if exponent < 0, mantissa != 0 {
            let missing = max(0, 1 - exponent - digits.utf8.count)
            digits = String(repeating: "0", count: missing) + digits
            digits.insert(".", at: digits.index(digits.endIndex, offsetBy: exponent))
            while digits.last == "0" { digits.removeLast() }
            if digits.last == "." { digits.removeLast() }
        }
        return isNegative && mantissa != 0 ? "-" + digits : digits
    }

    /// Reads a decimal number: a sign, digits with at most one point, an exponent; nil if the text is none, or is none
    /// of 38 digits and such an exponent.
    package init?(_ text: [UInt8]) {
        if text == Array("nan".utf8) {
            self = .nan
            return
        }
        var rest = text[...]
        isNegative = rest.first == UInt8(ascii: "-")
        if isNegative || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
        (mantissa, exponent) = (0, 0)
        var (digits, isBehindPoint) = (0, false)
        while let byte = rest.first, byte != UInt8(ascii: "e"), byte != UInt8(ascii: "E") {
            rest = rest.dropFirst()
            if byte == UInt8(ascii: "."), !isBehindPoint {
                isBehindPoint = true
                continue
            }
            guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
            digits += 1
            let (product, isTooLong) = mantissa.multipliedReportingOverflow(by: 10)
            let (sum, isTooLarge) = product.addingReportingOverflow(UInt128(byte - UInt8(ascii: "0")))
            guard !isTooLong, !isTooLarge else { return nil }
            mantissa = sum
            if isBehindPoint { exponent -= 1 }
        }
        guard digits > 0 else { return nil }
        if !rest.isEmpty {
            guard rest.count <= 6, let power = Int(String(decoding: rest.dropFirst(), as: UTF8.self)) else {
                return nil
            }
            exponent += power
        }
        while exponent < 0, mantissa != 0, mantissa % 10 == 0 {
            mantissa /= 10
            exponent += 1
        }
        if mantissa == 0 { (isNegative, exponent) = (false, 0) }
        guard (-128...127).contains(exponent) else { return nil }
    }
}

extension Graph {
    /// The number of an NSDecimalNumber; nil if it lacks one of its fields.
    package func decimal(of id: ObjectID) -> DecimalNumber? {
        guard let exponent = field("NS.exponent", of: id)?.integer,
            let length = field("NS.length", of: id)?.integer,
            let isNegative = field("NS.negative", of: id)?.boolean,
            let order = field("NS.mantissa.bo", of: id)?.integer,
            let mantissa = field("NS.mantissa", of: id), mantissa.kind == .data, mantissa.byteCount == 16,
            (-128...127).contains(exponent), (0...8).contains(length)
        else { return nil }
        if length == 0 { return isNegative ? .nan : DecimalNumber(isNegative: false, mantissa: 0, exponent: 0) }
        let bytes = mantissa.bytes
        var value: UInt128 = 0
        for word in (0..<Int(length)).reversed() {
            // The order of bytes is that of the words; the words themselves come lowest first.
            let (low, high) =
                order == 1 ? (bytes[2 * word], bytes[2 * word + 1]) : (bytes[2 * word + 1], bytes[2 * word])
            value = value << 16 | UInt128(high) << 8 | UInt128(low)
        }
        return DecimalNumber(isNegative: isNegative, mantissa: value, exponent: Int(exponent))
    }
}
