/// Something that is not kept between a keyed archive and a plain property list: what, how often, and where first.
package struct PlainLoss: Equatable, Sendable {
    /// What is not kept.
    package enum Kind: Hashable, Sendable {
        /// The class of objects, which become values of a property list.
        case className(Text, becomes: Plain)
        /// nil and NSNull: dictionaries lack the key, arrays have the text `$null`.
        case null
        /// Dictionary keys that are no texts become texts.
        case keyKind
        /// Dictionaries whose keys cannot be texts, or not different ones, become the two arrays of their fields.
        case pairs
        /// Of a field that stands twice in an object only the first stays.
        case duplicateKey
        /// Containers that stand in several places become a copy in each.
        case sharing
        /// Objects that nothing refers to are left out.
        case orphan
        /// The top-level keys become the keys of one dictionary, or the only one is dropped.
        case topKeys
        /// The name of an archiver other than NSKeyedArchiver.
        case archiver
        /// UIDs that name no object become integers.
        case uid
        /// Decimal numbers become the nearest real.
        case precision
        /// The text `$null` of a property list, which is nil in a keyed archive.
        case nilText
    }

    /// What an object becomes.
    package enum Plain: Hashable, Sendable {
        case text, data, date, number, array, dictionary, nothing
    }

    /// What is not kept.
    package let kind: Kind
    /// How often.
    package internal(set) var count: Int
    /// The path of the first place; nil if it has none.
    package let path: String?
}

extension PlainLoss: CustomStringConvertible {
    package var description: String { "\(what) (\(count == 1 ? "once" : "\(count) times")\(place))" }

    private var place: String {
        guard let path else { return "" }
        return path.isEmpty ? ", first the root" : ", first at “\(path)”"
    }

    private var what: String {
        switch kind {
        case .className(let name, let plain): "the class \(name), whose objects become \(plain)"
        case .null: "nil and NSNull: keys are left out, elements become the text “$null”"
        case .keyKind: "the kind of dictionary keys, which become texts"
        case .pairs: "dictionaries whose keys make no different texts; they become two arrays, NS.keys and NS.objects"
        case .duplicateKey: "fields that stand twice, but for the first"
        case .sharing: "that objects are shared; each place gets a copy"
        case .orphan: "objects that nothing refers to"
        case .topKeys: "which keys are those of $top"
        case .archiver: "the archiver's name"
        case .uid: "UIDs that name no object, which become integers"
        case .precision: "digits of decimal numbers beyond those of a 64-bit real"
        case .nilText: "the text “$null”, which in a keyed archive is nil"
        }
    }
}

extension PlainLoss.Plain: CustomStringConvertible {
    package var description: String {
        switch self {
        case .text: "texts"
        case .data: "data"
        case .date: "dates"
        case .number: "numbers"
        case .array: "arrays"
        case .dictionary: "dictionaries of their fields"
        case .nothing: "nothing"
        }
    }
}

/// Losses, gathered by their kinds in the order in which these were met first.
struct PlainLosses {
    private(set) var all: [PlainLoss] = []
    private var positions: [PlainLoss.Kind: Int] = [:]

    /// Whether there is one of a kind.
    func has(_ kind: PlainLoss.Kind) -> Bool { positions[kind] != nil }

    /// Adds one; only of the first of its kind the path is kept.
    mutating func add(_ kind: PlainLoss.Kind, count: Int = 1, at path: String? = nil) {
        if let position = positions[kind] {
            all[position].count += count
        } else {
            positions[kind] = all.count
            all.append(PlainLoss(kind: kind, count: count, path: path))
        }
    }
}
