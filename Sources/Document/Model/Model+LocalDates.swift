import FourLinesPropertyList
import KeyedArchive

extension Model {
    /// Says what the dates of the default are that have no zone, which are meant in local time; unless that is said
    /// they are taken as UTC.
    ///
    /// - Parameter moment: the moment of a local time in seconds since 2001-01-01 00:00 UTC, or nil if clocks left it
    ///   out.
    package mutating func resolveLocalDates(
        _ moment: (_ year: Int64, _ month: Int, _ day: Int, _ hour: Int, _ minute: Int, _ second: Int) -> Double?
    ) {
        for text in defaultTexts {
            guard let utc = Self.dateWithoutZone(text), let whole = Int64(exactly: utc.rounded(.down)),
                let civil = CivilTime(secondsSince2001: whole),
                let local = moment(civil.year, civil.month, civil.day, civil.hour, civil.minute, civil.second)
            else { continue }
            localDates[Text(bytes: text)] = local + (utc - Double(whole))
        }
    }

    /// A date without a zone in seconds since 2001-01-01 00:00, as if it were UTC; nil for any other text.
    static func dateWithoutZone(_ text: [UInt8]) -> Double? {
        guard text.count > 10, (try? ISO8601.date(text, 0..<text.count)) == nil else { return nil }
        let withZone = text + [UInt8(ascii: "Z")]
        return try? ISO8601.date(withZone, 0..<withZone.count)
    }

    /// Every text of the default that could be a date.
    private var defaultTexts: [[UInt8]] {
        var texts = classes.values.flatMap { $0.fields.compactMap(\.defaultText) }
        for step in defaults {
            switch step {
            case .set(_, let value): texts.append(value)
            case .push(_, let values): texts += values
            case .add(_, let fields): texts += fields.map(\.value)
            case .share: break
            }
        }
        return texts
    }

    /// A value of a kind from a text of the model file, in which a date may lack its zone.
    func value(_ text: [UInt8], as kind: LeafKind, now: () -> Double?) throws(LeafText.Failure) -> LeafValue {
        if kind == .date, let utc = Self.dateWithoutZone(text) { return .date(localDates[Text(bytes: text)] ?? utc) }
        return try LeafText.parse(text, as: kind, now: now)
    }
}
