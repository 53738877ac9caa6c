package import KeyedArchive

extension GraphEditor {
    /// Makes what holds a value: a slot with the value itself, or with an object that stands for it.
    ///
    /// Text and data are held by UID, numbers inline; in a plain property list all are inline, and what has no kind of
    /// its own there is text or data. The classes of the object are those of the chain, or the usual ones of the kind.
    package mutating func slot(of value: LeafValue, chain: [Text]? = nil) -> Slot {
        let isArchive = graph.form == .keyedArchive
        switch value {
        case .plain(let slot):
            return slot.held(asReference: isArchive && (slot.hasBytes || slot.kind == .nil))
        case .mutableString(let bytes):
            guard isArchive else { return .string(bytes) }
            return object(chain: chain ?? ClassChain.mutableString, [("NS.string", .string(bytes))])
        case .mutableData(let bytes):
            guard isArchive else { return .data(bytes) }
            return object(chain: chain ?? ClassChain.mutableData, [("NS.data", .data(bytes))])
        case .date(let seconds):
            guard isArchive else { return .date(seconds) }
            return object(chain: chain ?? ClassChain.date, [("NS.time", .real64(seconds))])
        case .url(let bytes):
            guard isArchive else { return .string(bytes) }
            return object(
                chain: chain ?? ClassChain.url, [("NS.base", .nil), ("NS.relative", .string(bytes, isReference: true))])
        case .uuid(let bytes):
            guard isArchive else { return .string(UUIDText.text(bytes)) }
            return object(chain: chain ?? ClassChain.uuid, [("NS.uuidbytes", .data(bytes))])
        case .decimal(let number):
            guard isArchive else { return .string(number.text) }
            return object(chain: chain ?? ClassChain.decimal, number.fields)
        }
    }

    /// Makes an empty NSMutableDictionary, or the dictionary of a plain property list.
    package mutating func dictionary() -> Slot {
        guard graph.form == .keyedArchive else { return inlineDictionary([]) }
        let (keys, values) = (inlineArray([]), inlineArray([]))
        return object(chain: ClassChain.mutableDictionary, [("NS.keys", keys), ("NS.objects", values)])
    }

    /// Makes an empty NSMutableArray, or the array of a plain property list.
    package mutating func list() -> Slot {
        guard graph.form == .keyedArchive else { return inlineArray([]) }
        return array([], chain: ClassChain.mutableArray)
    }
}

extension DecimalNumber {
    /// The fields of an NSDecimalNumber, whose mantissa is eight words of 16 bits, the lowest first.
    var fields: [(key: Text, slot: Slot)] {
        let bytes = (0..<16).map { UInt8(truncatingIfNeeded: mantissa >> UInt128(8 * $0)) }
        let words = isNaN ? 0 : (128 - mantissa.leadingZeroBitCount + 15) / 16
        return [
            ("NS.exponent", .integer(Int64(exponent))),
            ("NS.length", .integer(Int64(words))),
            ("NS.negative", .boolean(isNegative)),
            ("NS.compact", .boolean(true)),
            ("NS.mantissa.bo", .integer(1)),
            ("NS.mantissa", .data(bytes)),
        ]
    }
}
