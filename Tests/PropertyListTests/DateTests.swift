import FourLinesPropertyList
import Testing

@Suite struct CivilTimeTests {
    @Test(
        "Known days have their seconds",
        arguments: [
            (2001, 1, 1, 0), (2000, 12, 31, -1), (1970, 1, 1, -11_323), (2000, 2, 29, -307), (2000, 3, 1, -306),
            (2004, 2, 29, 1154), (1900, 3, 1, -36_831), (1900, 2, 28, -36_832), (1601, 1, 1, -146_097),
            (2401, 1, 1, 146_097), (1, 1, 1, -730_485), (0, 12, 31, -730_486), (0, 2, 29, -730_792),
            (-1, 12, 31, -730_852), (-400, 1, 1, -876_948), (9999, 12, 31, 2_921_573),
        ] as [(Int64, Int, Int, Int64)])
    func days(_ year: Int64, _ month: Int, _ day: Int, _ days: Int64) throws {
        let civil = try #require(CivilTime(year: year, month: month, day: day, hour: 0, minute: 0, second: 0))
        #expect(civil.secondsSince2001 == days * 86_400)
        #expect(CivilTime(secondsSince2001: days * 86_400) == civil)
        #expect(CivilTime(secondsSince2001: days * 86_400 + 86_399)?.day == day)
    }

    @Test("Every day follows the day before")
    func consecutiveDays() throws {
        var before = try #require(CivilTime(secondsSince2001: -801 * 366 * 86_400))
        for day in (-801 * 366 + 1)...(801 * 366) as ClosedRange<Int64> {
            let civil = try #require(CivilTime(secondsSince2001: day * 86_400))
            let isNextDay = civil.year == before.year && civil.month == before.month && civil.day == before.day + 1
            let isNextMonth =
                civil.day == 1 && before.day == CivilTime.days(inMonth: before.month, of: before.year)
                && (civil.month == before.month + 1 && civil.year == before.year
                    || civil.month == 1 && before.month == 12 && civil.year == before.year + 1)
            guard isNextDay || isNextMonth, civil.secondsSince2001 == day * 86_400 else {
                Issue.record("\(before) is followed by \(civil)")
                return
            }
            before = civil
        }
    }

    @Test("Seconds far away are exact, and those beyond the limit have no date")
    func limits() {
        var random = Random()
        for _ in 0..<5000 {
            let seconds = Int64.random(in: -CivilTime.limit...CivilTime.limit, using: &random)
            #expect(CivilTime(secondsSince2001: seconds)?.secondsSince2001 == seconds)
        }
        for seconds in [Int64.max, Int64.min, CivilTime.limit + 1, -CivilTime.limit - 1] {
            #expect(CivilTime(secondsSince2001: seconds) == nil)
        }
        #expect(CivilTime(secondsSince2001: CivilTime.limit)?.secondsSince2001 == CivilTime.limit)
        #expect(CivilTime(year: .max, month: 1, day: 1, hour: 0, minute: 0, second: 0) == nil)
        #expect(CivilTime(year: .min, month: 1, day: 1, hour: 0, minute: 0, second: 0) == nil)
    }
}

@Suite struct ISO8601Tests {
    @Test(
        "Dates are written in UTC with the shortest fraction that reads back",
        arguments: [
            (0, "2001-01-01T00:00:00Z"), (302_630_463, "2010-08-04T16:01:03Z"), (-0.0, "2001-01-01T00:00:00Z"),
            (0.5, "2001-01-01T00:00:00.5Z"), (0.1, "2001-01-01T00:00:00.1Z"), (-0.1, "2000-12-31T23:59:59.9Z"),
            (-0.3, "2000-12-31T23:59:59.7Z"), (-1.25, "2000-12-31T23:59:58.75Z"),
            (1e-7, "2001-01-01T00:00:00.0000001Z"), (-1e-7, "2000-12-31T23:59:59.9999999Z"),
            (1.5e-5, "2001-01-01T00:00:00.000015Z"), (604_800_000.123456, "2020-03-02T00:00:00.123456Z"),
            (63_113_904_000, "4001-01-01T00:00:00Z"), (252_423_993_600, "+10000-01-01T00:00:00Z"),
            (-63_113_904_000, "0001-01-01T00:00:00Z"), (-63_113_904_001, "0000-12-31T23:59:59Z"),
            (-63_145_526_400, "0000-01-01T00:00:00Z"), (-63_145_526_401, "-0001-12-31T23:59:59Z"),
            (.nan, "nan"), (.infinity, "inf"), (-.infinity, "-inf"), (1e300, "1e+300"), (-1e19, "-1e+19"),
        ] as [(Double, String)])
    func text(_ seconds: Double, _ text: String) throws {
        #expect(ISO8601.text(seconds) == text)
        let read = try ISO8601.date(text)
        #expect(read == seconds || read.isNaN && seconds.isNaN)
    }

    @Test(
        "Other forms are read",
        arguments: [
            ("2010-08-04t16:01:03z", 302_630_463), ("2010-08-04 16:01:03Z", 302_630_463),
            ("2010-08-04T18:01:03+02:00", 302_630_463), ("2010-08-04T18:01:03+0200", 302_630_463),
            ("2010-08-04T11:31:03-04:30", 302_630_463), ("2010-08-04T16:01:03.000Z", 302_630_463),
            ("2010-08-04T16:01:03,5Z", 302_630_463.5), ("2010-08-04T16:01:03.5+00:00", 302_630_463.5),
            ("2000-12-31T23:59:60Z", 0), ("2000-12-31T23:59:60.5Z", 0.5), ("2001-01-01T01:00:00.25+01:00", 0.25),
            ("2001-01-01T00:59:59.75+01:00", -0.25), ("+2001-01-01T00:00:00Z", 0), ("+002001-01-01T00:00:00Z", 0),
            ("2004-02-29T00:00:00Z", 99_705_600), ("NaN", .nan), ("INF", .infinity), ("+inf", .infinity),
            ("-infinity", -.infinity), ("2001-01-01T00:00:00.10000000000000000555111512312578Z", 0.1),
            ("2001-01-01T00:00:00.00000000000000000000000000000000000000000000000000000000001Z", 1e-59),
        ] as [(String, Double)])
    func otherForms(_ text: String, _ seconds: Double) throws {
        let read = try ISO8601.date(text)
        #expect(read == seconds || read.isNaN && seconds.isNaN)
    }

    @Test(
        "What is no date is refused, with the reason",
        arguments: [
            ("", .badSyntax(offset: 0)), ("now", .badSyntax(offset: 0)), ("2010", .badSyntax(offset: 4)),
            ("201-01-01T00:00:00Z", .badSyntax(offset: 3)), ("20100-01-01T00:00:00Z", .badSyntax(offset: 4)),
            ("2010-8-04T16:01:03Z", .badSyntax(offset: 6)), ("2010-08-04", .zoneMissing),
            ("2010-08-04T16:01:03", .zoneMissing), ("2010-08-04T16:01:03.5", .zoneMissing),
            ("2010-08-04T16:01Z", .badSyntax(offset: 16)), ("2010-08-04T16:01:03.Z", .badSyntax(offset: 20)),
            ("2010-08-04X16:01:03Z", .badSyntax(offset: 10)), ("2010-08-04T16:01:03ZZ", .badSyntax(offset: 20)),
            ("2010-08-04T16:01:03 Z", .badSyntax(offset: 19)), ("2010-08-04T16:01:03+2:00", .badSyntax(offset: 21)),
            ("2010-08-04T16:01:03+24:00", .noSuchDate), ("2010-08-04T16:01:03+02:60", .noSuchDate),
            ("2010-02-29T00:00:00Z", .noSuchDate), ("1900-02-29T00:00:00Z", .noSuchDate),
            ("2010-00-01T00:00:00Z", .noSuchDate), ("2010-13-01T00:00:00Z", .noSuchDate),
            ("2010-04-31T00:00:00Z", .noSuchDate), ("2010-04-00T00:00:00Z", .noSuchDate),
            ("2010-04-01T24:00:00Z", .noSuchDate), ("2010-04-01T00:60:00Z", .noSuchDate),
            ("2010-04-01T00:00:61Z", .noSuchDate), ("-0000-01-01T00:00:00Z", .noSuchDate),
            ("+999999999999-01-01T00:00:00Z", .noSuchDate), ("+9999999999999-01-01T00:00:00Z", .badSyntax(offset: 13)),
            ("12345", .badSyntax(offset: 4)), (" 2010-08-04T16:01:03Z", .badSyntax(offset: 0)),
        ] as [(String, ISO8601.Failure)])
    func refused(_ text: String, _ failure: ISO8601.Failure) {
        #expect(throws: failure) { try ISO8601.date(text) }
    }

    @Test("Every double comes back bit for bit")
    func bitIdentical() throws {
        var random = Random()
        for round in 0..<30_000 {
            let seconds: Double
            switch round % 5 {
            case 0: seconds = Double.random(in: -1e9...1e9, using: &random)
            case 1: seconds = Double.random(in: -1e12...1e12, using: &random)
            case 2: seconds = Double.random(in: -1...1, using: &random)
            case 3: seconds = Double(Int.random(in: -1_000_000_000...1_000_000_000, using: &random)) / 1000
            default: seconds = Double(bitPattern: random.next())
            }
            // A negative zero is the same moment as zero and has no text of its own.
            guard !seconds.isNaN, seconds != 0 else { continue }
            let text = ISO8601.text(seconds)
            #expect(try ISO8601.date(text).bitPattern == seconds.bitPattern, "\(text)")
        }
    }

    @Test("The neighbours of whole seconds come back bit for bit")
    func neighbours() throws {
        for whole in [-1_000_000_000, -1, 1, 59, 60, 86_400, 302_630_463, 1_000_000_000_000] as [Double] {
            for seconds in [whole.nextUp, whole.nextDown] {
                #expect(try ISO8601.date(ISO8601.text(seconds)).bitPattern == seconds.bitPattern)
            }
        }
    }
}
