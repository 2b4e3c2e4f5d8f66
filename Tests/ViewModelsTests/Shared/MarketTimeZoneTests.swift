import Market
import Testing

@testable import ViewModels

struct MarketTimeZoneTests {
    /// The changes of the tz database from 2026 to 2028, with winter time before and after.
    static let berlin = MarketTimeZone(
        name: "Europe/Berlin", secondsFromUTC: 3_600,
        changes: [
            (1_774_746_000, 7_200), (1_792_890_000, 3_600), (1_806_195_600, 7_200),
            (1_824_944_400, 3_600), (1_837_645_200, 7_200), (1_856_394_000, 3_600),
        ].map { MarketTimeZone.Change(date: Timestamp(seconds: $0), secondsFromUTC: $1) })

    /// Summer time of half an hour; the zone below is off by a quarter of an hour.
    private static let lordHowe = MarketTimeZone(
        name: "Australia/Lord_Howe", secondsFromUTC: 39_600,
        changes: [(1_775_314_800, 37_800), (1_791_041_400, 39_600)]
            .map { MarketTimeZone.Change(date: Timestamp(seconds: $0), secondsFromUTC: $1) })

    private static let nepal = MarketTimeZone(name: "Asia/Kathmandu", secondsFromUTC: 20_700)
    private static let hawaii = MarketTimeZone(name: "Pacific/Honolulu", secondsFromUTC: -36_000)

    @Test(
        arguments: [
            ("2026-11-21T20:25", 1_795_260_300), ("2026-11-21 20:25", 1_795_260_300),
            ("2026-11-21T20:25:05", 1_795_260_305), ("1970-01-01T09:00", 0),
            ("1970-01-01T00:00", -32_400), ("2000-02-29T09:00", 951_782_400),
            ("9999-12-31T23:59", 253_402_268_340),
        ] as [(String, Int64)])
    func aFieldsValueIsAMoment(text: String, seconds: Int64) {
        #expect(MarketTimeZone.seoul.moment(typed: text)?.seconds == seconds)
    }

    /// In Berlin the 29th of March has 23 hours.
    @Test(
        arguments: [
            (seoul, 1_795_260_000, 1_795_186_800, 24), (seoul, 1_795_186_800, 1_795_186_800, 24),
            (seoul, 1_795_186_799, 1_795_100_400, 24), (hawaii, -1, -50_400, 24),
            (berlin, 1_774_746_000, 1_774_738_800, 23), (berlin, 1_774_821_600, 1_774_821_600, 24),
        ] as [(MarketTimeZone, Int64, Int64, Int64)])
    func aDayLastsFromItsMidnightToTheNext(
        zone: MarketTimeZone, moment: Int64, midnight: Int64, hours: Int64
    ) {
        let day = zone.day(around: Timestamp(seconds: moment))
        #expect(day.lowerBound.seconds == midnight)
        #expect(day.upperBound.seconds == midnight + hours * 3_600)
    }

    /// In Berlin the last day of that week has 23 hours.
    @Test(
        arguments: [
            (seoul, 1_795_260_000, 1_794_754_800, 24), (seoul, 1_794_754_800, 1_794_754_800, 24),
            (seoul, 1_794_754_799, 1_794_150_000, 24), (hawaii, -1, -223_200, 24),
            (berlin, 1_774_746_000, 1_774_220_400, 23), (berlin, 1_774_821_600, 1_774_821_600, 24),
        ] as [(MarketTimeZone, Int64, Int64, Int64)])
    func aWeekBeginsWithMonday(
        zone: MarketTimeZone, moment: Int64, monday: Int64, lastHours: Int64
    ) {
        let midnights = zone.midnights(ofWeekAround: Timestamp(seconds: moment))
        let hours = zip(midnights.dropFirst(), midnights).map { $0.since($1) / 3_600 }
        #expect(midnights.first?.seconds == monday)
        #expect(hours == [24, 24, 24, 24, 24, 24, lastHours])
    }

    private static let seoul = MarketTimeZone.seoul

    @Test(arguments: [
        "", "내일", "2026-11-21", "T20:25", "2026-11-21T", "2026-02-29T10:00", "2026-00-10T10:00",
        "2026-13-01T10:00", "2026-11-00T10:00", "2026-11-31T10:00", "2026-11-21T24:00",
        "2026-11-21T23:60", "2026-11-21T23:59:60", "26-11-21T20:25", "12026-11-21T20:25",
        "2026-11-21T20:25Z", "2026-11-21T20:25:05.5", "+026-11-21T20:25", "2026-+1-21T20:25",
        "2026-11-21T20:25\0", "２０２６-11-21T20:25", "1969-12-31T23:59", "2026--1-21T20:25",
        "2026-11-21T20:25T20:25", "99999999999999999999-11-21T20:25",
    ])
    func anInvalidValueIsNoMoment(text: String) {
        for zone in [.seoul, Self.berlin, Self.hawaii] {
            #expect(zone.moment(typed: text) == nil)
        }
    }

    /// In the hour before summer time ends the clocks show each time twice: a typed time means the
    /// first, so the second does not read back.
    @Test func aFieldsValueReadsBackTheSame() {
        for zone in [.seoul, Self.berlin, Self.lordHowe, Self.nepal, Self.hawaii] {
            for seconds in stride(from: Int64(86_400), to: 4_000_000_000, by: 86_399 * 61) {
                let minute = Timestamp(seconds: seconds / 60 * 60)
                #expect(zone.moment(typed: zone.typed(minute)) == minute, "\(zone.name)")
            }
        }
    }

    @Test(
        arguments: [
            ("2026-07-01T12:00", "2026-07-01T10:00:00Z"),
            ("2026-12-01T12:00", "2026-12-01T11:00:00Z"),
            // The clocks go from 02:00 to 03:00.
            ("2026-03-29T01:59:59", "2026-03-29T00:59:59Z"),
            ("2026-03-29T02:00", "2026-03-29T01:00:00Z"),
            ("2026-03-29T02:30", "2026-03-29T01:30:00Z"),
            ("2026-03-29T02:59:59", "2026-03-29T01:59:59Z"),
            ("2026-03-29T03:00", "2026-03-29T01:00:00Z"),
            ("2026-03-29T03:30", "2026-03-29T01:30:00Z"),
            // And back from 03:00 to 02:00.
            ("2026-10-25T01:59:59", "2026-10-24T23:59:59Z"),
            ("2026-10-25T02:00", "2026-10-25T00:00:00Z"),
            ("2026-10-25T02:59:59", "2026-10-25T00:59:59Z"),
            ("2026-10-25T03:00", "2026-10-25T02:00:00Z"),
        ])
    func summerTimeComesAndGoes(typed: String, moment: String) {
        #expect(Self.berlin.moment(typed: typed)?.iso8601.description == moment)
    }

    @Test(
        arguments: [
            (1_774_745_999, "2026-03-29T01:59"), (1_774_746_000, "2026-03-29T03:00"),
            (1_792_889_999, "2026-10-25T02:59"), (1_792_890_000, "2026-10-25T02:00"),
            (1_792_893_600, "2026-10-25T03:00"),
        ] as [(Int64, String)])
    func theClocksAreSetAtTheSecond(seconds: Int64, shown: String) {
        #expect(Self.berlin.typed(Timestamp(seconds: seconds)) == shown)
    }

    @Test func summerTimeMayBeHalfAnHour() {
        let gap = Self.lordHowe.moment(typed: "2026-10-04T02:15")
        #expect(gap?.iso8601.description == "2026-10-03T15:45:00Z")
        #expect(gap.map(Self.lordHowe.typed) == "2026-10-04T02:45")
        let twice = Self.lordHowe.moment(typed: "2026-04-05T01:45")
        #expect(twice?.iso8601.description == "2026-04-04T14:45:00Z")
    }

    @Test func aDayIsThatOfItsZone() {
        let moment = Timestamp(seconds: 1_795_217_400)
        #expect(moment.iso8601.description == "2026-11-20T23:30:00Z")
        #expect(MarketTimeZone.seoul.day(of: moment) == "2026-11-21")
        #expect(Self.berlin.day(of: moment) == "2026-11-21")
        #expect(Self.hawaii.day(of: moment) == "2026-11-20")
    }

    @Test func aMomentIsShownAsTheClocksShowIt() {
        let moment = Timestamp(seconds: 1_795_217_400)
        #expect(Moment(moment, in: .seoul).text.text == "2026년 11월 21일 오전 8:30")
        #expect(Moment(moment, in: Self.nepal).text.text == "2026년 11월 21일 오전 5:15")
        #expect(Moment(moment, in: Self.hawaii).text.text == "2026년 11월 20일 오후 1:30")
        #expect(Moment(moment, in: Self.hawaii).iso8601.description == "2026-11-20T23:30:00Z")
    }

    /// The weekday is that of the zone: in Hawaii it is a day earlier.
    @Test func plannedMomentsShowTheDayOfTheWeek() {
        let moment = Timestamp(seconds: 1_795_217_400)
        let planned = Moment(planned: moment, in: .seoul)
        #expect(planned.text.text == "2026년 11월 21일 (토) 오전 8:30")
        #expect(planned.iso8601.description == "2026-11-20T23:30:00Z")
        let later = Timestamp(seconds: 1_795_217_400 + 42 * 86_400)
        let zone = MarketTimeZone.seoul
        #expect(zone.appointmentText(moment, at: moment).text == "11월 21일 (토) 오전 8:30")
        #expect(zone.appointmentText(later, at: moment).text == "2027년 1월 2일 (토) 오전 8:30")
        #expect(Self.hawaii.civilTime(moment).dayOfWeek.text == "11월 20일 (금)")
    }

    @Test(
        arguments: [(0, 4), (-1, 3), (-345_600, 0), (-345_601, 6), (1_795_260_000, 6)]
            as [(Int64, Int64)])
    func daysOfTheWeekGoRound(seconds: Int64, weekday: Int64) {
        #expect(CivilTime(Timestamp(seconds: seconds)).weekday == weekday)
    }
}
