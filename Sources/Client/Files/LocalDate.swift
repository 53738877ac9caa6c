import FourLinesLinux
import FourLinesPropertyList

/// Dates without a zone, which a person means in local time.
enum LocalDate {
    /// From 1970-01-01 to 2001-01-01, in seconds: between the epochs of Unix and of property lists.
    static let secondsTo2001 = 978_307_200.0

    /// A date that lacks its zone as the same moment in UTC; any other text is answered as it is.
    ///
    /// - Throws: a refusal of a moment that clocks left out.
    static func resolve(_ text: [UInt8], at path: String) throws(ClientError) -> [UInt8] {
        guard case .zoneMissing? = failure(text) else { return text }
        let utc = text + [UInt8(ascii: "Z")]
        guard let date = try? ISO8601.date(utc, 0..<utc.count), let whole = Int64(exactly: date.rounded(.down)),
            let civil = CivilTime(secondsSince2001: whole)
        else { return text }
        let local = LocalTime(
            year: Int(civil.year), month: civil.month, day: civil.day, hour: civil.hour, minute: civil.minute,
            second: civil.second)
        guard let seconds = local.secondsSince1970 else {
            throw ClientError(
                .refused, "\(path): “\(String(decoding: text, as: UTF8.self))” is no local time; give the zone, as Z")
        }
        return Array(ISO8601.text(Double(seconds) - secondsTo2001 + (date - Double(whole))).utf8)
    }

    private static func failure(_ text: [UInt8]) -> ISO8601.Failure? {
        do {
            _ = try ISO8601.date(text, 0..<text.count)
            return nil
        } catch {
            return error
        }
    }
}
