import Fixtures
import Foundation
import Testing

/// The zone belongs to the process, so each of these markets is a process of its own.
@Blocking
struct TimeZoneTests {
    /// A market in a zone, with a member signed in.
    private final class Market {
        let program: Program
        let member: Client

        init(zone: String?) throws {
            program = try Program(options: zone.map { ["--time-zone", $0] } ?? [])
            member = try Client(port: program.port, keepsCookies: true)
            try member.signUp("하늘이네")
        }

        deinit { program.end() }

        /// The time that the page of a memo with that reminder shows: in UTC, and in words.
        func reminder(_ typed: String) throws -> [String] {
            let answer = try member.post("/my/memos", ["text": "전화하기", "reminder": typed])
            let times = try member.get("/my/memos").text
                .matches(of: /<time datetime="([^"]*)">([^<]*)<\/time>/)
                .map { [String($0.1), String($0.2)] }
            // The other time is the present.
            guard answer.status == 303, let time = times.first(where: { $0[0] > "2028" }) else {
                throw Failure("no reminder: \(answer.status) \(answer.text)")
            }
            return time
        }

        /// The member's calendar followed by their feed.
        func feeds() throws -> String {
            _ = try member.post("/my/feeds/key", [:])
            let addresses = try member.get("/my/feeds").text
                .matches(of: /data-text="http:\/\/[^\/]*(\/feeds\/[^"]*)"/)
                .map { String($0.1) }
            guard addresses.count == 2 else { throw Failure("\(addresses)") }
            return try addresses.map { try member.get($0).text }.joined()
        }
    }

    private static let timesInBerlin = [
        ("2028-07-01T12:00", "2028-07-01T10:00:00Z", "2028년 7월 1일 오후 12:00"),
        ("2028-12-01T12:00", "2028-12-01T11:00:00Z", "2028년 12월 1일 오후 12:00"),
        // One time that the clocks skip, and one that they show twice.
        ("2028-03-26T02:30", "2028-03-26T01:30:00Z", "2028년 3월 26일 오전 3:30"),
        ("2028-10-29T02:30", "2028-10-29T00:30:00Z", "2028년 10월 29일 오전 2:30"),
        // Later than the years that files of the tz database list.
        ("2099-07-01T12:00", "2099-07-01T10:00:00Z", "2099년 7월 1일 오후 12:00"),
    ]

    @Test func formsAndPagesGoByTheZone() throws {
        let market = try Market(zone: "Europe/Berlin")
        for (typed, moment, shown) in Self.timesInBerlin {
            #expect(try market.reminder(typed) == [moment, shown])
        }
    }

    @Test(arguments: [
        ("Asia/Kathmandu", "2028-07-01T12:00", "2028-07-01T06:15:00Z"),
        ("America/Argentina/Buenos_Aires", "2028-07-01T12:00", "2028-07-01T15:00:00Z"),
        ("Australia/Lord_Howe", "2028-10-01T02:15", "2028-09-30T15:45:00Z"),
        ("Etc/GMT+9", "2028-07-01T12:00", "2028-07-01T21:00:00Z"),
        ("UTC", "2028-07-01T12:00", "2028-07-01T12:00:00Z"),
        ("Asia/Seoul", "2028-07-01T12:00", "2028-07-01T03:00:00Z"),
    ])
    func everyZoneIsKnown(zone: String, typed: String, moment: String) throws {
        #expect(try Market(zone: zone).reminder(typed).first == moment)
    }

    @Test func theDefaultZoneIsKorea() throws {
        let market = try Market(zone: nil)
        #expect(
            try market.reminder("2028-07-01T12:00")
                == ["2028-07-01T03:00:00Z", "2028년 7월 1일 오후 12:00"])
        #expect(try market.member.get("/my/memos/new").text.contains("알림 시각 (한국 시각)"))
    }

    @Test func theFieldNamesTheZone() throws {
        let market = try Market(zone: "America/New_York")
        #expect(
            try market.member.get("/my/memos/new").text.contains("알림 시각 (America/New_York 시각)"))
        _ = try market.reminder("2028-07-01T12:00")
        let form = try market.member.get("/my/memos/1/edit").text
        #expect(form.contains("value=\"2028-07-01T12:00\""))
    }

    @Test func calendarsHaveTheMomentAndFeedsTheTime() throws {
        let market = try Market(zone: "Europe/Berlin")
        _ = try market.reminder("2028-07-01T12:00")
        let feeds = try market.feeds()
        #expect(feeds.contains("DTSTART:20280701T100000Z\r\n"))
        #expect(feeds.contains("2028년 7월 1일 (토) 오후 12:00"))
    }

    /// At noon in the zone, in summer as in winter.
    @Test func calendarsHaveWhatRepeatsByTheZone() throws {
        let market = try Market(zone: "Europe/Berlin")
        let todo: FormBody = [
            "title": "약 먹기", "reminder": "2028-07-01T12:00", "repetition": "weekly",
        ]
        #expect(try market.member.post("/my/tasks", todo).status == 303)
        let feeds = try market.feeds()
        for lines in [
            "DTSTART;TZID=Europe/Berlin:20280701T120000\r\nRRULE:FREQ=WEEKLY\r\n",
            "TZID:Europe/Berlin\r\nBEGIN:DAYLIGHT\r\nDTSTART:20280326T020000\r\n",
            "BEGIN:STANDARD\r\nDTSTART:20281029T030000\r\n",
            "TZOFFSETFROM:+0200\r\nTZOFFSETTO:+0100\r\n",
        ] {
            #expect(feeds.contains(lines))
        }
    }

    @Test func theVariableSetsItToo() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let program = try Program(
            exactly: Program.serving(database: folder.file("market.sqlite")),
            environment: ["JANGTEO_TIME_ZONE": "Europe/Berlin"])
        defer { program.end() }
        let member = try Client(port: program.port, keepsCookies: true)
        try member.signUp("하늘이네")
        #expect(try member.get("/my/memos/new").text.contains("Europe/Berlin 시각"))
    }

    @Test(arguments: [
        "Mars/Base", "europe/berlin", "", "Europe", "Europe/", "/Europe/Berlin", "../passwd",
        "../../../etc/passwd", "posix/../Europe/Berlin", ":Europe/Berlin", "Europe/Berlin ",
        "CET-1CEST,M3.5.0,M10.5.0/3", "zone.tab", "tzdata.zi", "+9", "한국", "Europe/Berlin/x",
    ])
    func anUnknownOneIsRefused(zone: String) throws {
        let outcome = try Program.run(
            Program.serving(database: ":memory:", ["--time-zone=\(zone)"]))
        #expect(outcome.exit == .code(64))
        #expect(outcome.errors.contains("--time-zone takes a time zone"))
        #expect(outcome.errors.contains("Europe/Berlin, not ‘\(zone)’"))
    }
}
