import Fixtures
import Market
import Testing

@testable import Web

/// What calendars and feed readers get with nothing but the address.
@Blocking
struct ReminderFeedSceneTests {
    private let site: ServedSite
    private let member: Client
    private let list: TodoList.ID
    private let account: Account.ID = 1

    init() async throws {
        site = try ServedSite()
        member = try site.member()
        list = try await site.storage.insert(
            TodoListContent(title: "장보기"), of: account, at: site.clock.now)
    }

    private func remind(_ title: String, after seconds: Int64) async throws {
        let content = TodoContent(title: title, reminder: site.clock.now + seconds)
        _ = try await site.storage.insert(content, in: list, of: account, at: site.clock.now)
    }

    private func paths() throws -> (calendar: String, atom: String) {
        let page = try member.get("/my/feeds").page
        let addresses = page.tags("button").compactMap { $0["data-text"] }
        try #require(addresses.count == 2)
        let origin = "http://\(site.host)"
        return (
            String(addresses[0].dropFirst(origin.count)),
            String(addresses[1].dropFirst(origin.count))
        )
    }

    @Test func aCalendarHasEveryReminderAsAnEvent() async throws {
        try await remind("우유 사기", after: 3_600)
        _ = try await site.storage.insert(
            MemoContent(text: "전화하기\n010", reminder: site.clock.now), of: account,
            at: site.clock.now)
        let answer = try site.get(try paths().calendar)
        #expect(answer["Content-Type"] == "text/calendar; charset=utf-8")
        let file = try CalendarFile(answer.body)
        #expect(file.calendar["NAME"] == "하늘이네님의 장터 알림")
        let events = file.events.sorted { ($0["DTSTART"] ?? "") < ($1["DTSTART"] ?? "") }
        #expect(Set(events.map { $0["UID"] }).count == 2)
        #expect(events.map { $0["SUMMARY"] } == ["전화하기", "우유 사기"])
        #expect(events.allSatisfy { $0["DURATION"] == nil })
        #expect(events.map { $0["DTSTART"] } == ["20261121T112000Z", "20261121T122000Z"])
        #expect(events.map { $0["DTSTAMP"] } == ["20261121T112000Z", "20261121T112000Z"])
        #expect(events[1]["URL"] == "http://\(site.host)/my/tasks/1")
    }

    @Test func dismissedRemindersHaveNoAlarm() async throws {
        for title in ["우유 사기", "전화하기"] { try await remind(title, after: 0) }
        try await site.storage.dismissReminder(
            .todo(1), of: account, at: site.clock.now, by: { _, _ in nil })
        let answer = try site.get(try paths().calendar)
        let file = try CalendarFile(answer.body)
        #expect(Set(file.events.map { $0["SUMMARY"] }) == ["우유 사기", "전화하기"])
        let alarms = answer.text.stretches(from: "BEGIN:VALARM", to: "END:VALARM")
        #expect(alarms.count == 1 && alarms.allSatisfy { $0.contains("전화하기") })
    }

    @Test func aSiteThatIsToldItsAddressGoesByThat() async throws {
        let site = try ServedSite { $0.publicURL = "https://market.example" }
        let member = try site.member()
        _ = try await site.storage.insert(
            MemoContent(text: "전화하기", reminder: site.clock.now), of: account, at: site.clock.now)
        let address = try #require(
            try member.get("/my/feeds").page.tags("button").compactMap { $0["data-text"] }.first)
        #expect(address.hasPrefix("https://market.example/feeds/"))
        let path = String(address.dropFirst("https://market.example".count))
        let event = try #require(try CalendarFile(try site.get(path).body).events.first)
        #expect(event["URL"] == "https://market.example/my/memos/1")
    }

    @Test(
        arguments: [
            (.daily, "2026-11-27T20:00", "FREQ=DAILY"),
            (.weekly, "2026-11-27T20:00", "FREQ=WEEKLY"),
            (.fortnightly, "2026-11-27T20:00", "FREQ=WEEKLY;INTERVAL=2"),
            (.monthly, "2026-11-28T08:00", "FREQ=MONTHLY"),
            (.monthly, "2027-01-30T08:00", "FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1"),
            (.monthly, "2027-01-31T08:00", "FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1"),
            (.yearly, "2027-01-31T08:00", "FREQ=YEARLY"),
            (.yearly, "2028-02-28T08:00", "FREQ=YEARLY"),
            (.yearly, "2028-02-29T08:00", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=28,29;BYSETPOS=-1"),
        ] as [(Repetition.Frequency, String, String)])
    func recurrencesAreInTheMarketsZone(
        frequency: Repetition.Frequency, typed: String, rule: String
    ) throws {
        let todo = FilledForm([
            "title": "약 먹기", "reminder": typed, "repetition": frequency.rawValue,
        ])
        #expect(try member.post("/my/tasks", todo.urlencoded).status == 303)
        let answer = try site.get(try paths().calendar)
        let file = try CalendarFile(answer.body)
        let event = try #require(file.events.first)
        #expect(event["RRULE"] == rule)
        #expect(event["TZID"] == "Asia/Seoul")
        #expect(event["DTSTART"] == typed.filter { $0 != "-" && $0 != ":" } + "00")
        #expect(
            file.settings == [
                [
                    "": "STANDARD", "DTSTART": "19700101T090000", "TZOFFSETFROM": "+0900",
                    "TZOFFSETTO": "+0900",
                ]
            ])
    }

    /// In February it falls on the 28th, and in March on the 31st again.
    @Test func theRuleGoesByTheDayThatWasChosen() async throws {
        let start = Timestamp(seconds: 1_801_350_000)
        let content = TodoContent(
            title: "월세", reminder: start + 28 * 86_400,
            repetition: Repetition(.monthly, from: start))
        _ = try await site.storage.insert(content, in: list, of: account, at: site.clock.now)
        let file = try CalendarFile(try site.get(try paths().calendar).body)
        #expect(file.events.map { $0["DTSTART"] } == ["20270228T080000"])
        let rule = "FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1"
        #expect(file.events.map { $0["RRULE"] } == [rule])
    }

    @Test func anEventKeepsItsNameWhenTheMarketMoves() async throws {
        try await remind("우유 사기", after: 3_600)
        let path = try paths().calendar
        let old = try event(at: path, of: "old.example")
        let new = try event(at: path, of: "new.example:8443")
        #expect(old["URL"] == "http://old.example/my/tasks/1")
        #expect(new["URL"] == "http://new.example:8443/my/tasks/1")
        #expect(old["UID"] == new["UID"])
        #expect(old["UID"]?.contains("example") == false)
    }

    private func event(at path: String, of host: String) throws -> [String: String] {
        let client = try Client(port: site.port)
        try client.send("GET \(path) HTTP/1.1\r\nHost: \(host)\r\n\r\n")
        return try #require(try CalendarFile(try client.readAnswer().body).events.first)
    }

    @Test func anEventKeepsItsNameWhenItIsEdited() async throws {
        try await remind("우유 사기", after: 3_600)
        let before = try CalendarFile(try site.get(try paths().calendar).body).events
        site.clock.advance(by: 60)
        try await site.storage.update(
            1, of: account, content: TodoContent(title: "두유", reminder: site.clock.now),
            revision: 1, at: site.clock.now)
        let after = try CalendarFile(try site.get(try paths().calendar).body).events
        #expect(after.map { $0["UID"] } == before.map { $0["UID"] })
        #expect(after[0]["DTSTAMP"] == "20261121T112100Z")
        #expect(after[0]["SUMMARY"] == "두유")
    }

    @Test func theAtomFeedHasWhatIsDueAndWhatIsToCome() async throws {
        try await remind("나중", after: 3_600)
        site.clock.advance(by: 1)
        try await remind("지금", after: 0)
        let answer = try site.get(try paths().atom)
        #expect(answer["Content-Type"] == "application/atom+xml; charset=utf-8")
        let feed = try AtomFeed(answer.body)
        #expect(feed.feed["title"] == "하늘이네님의 장터 알림")
        #expect(feed.feed["name"] == "하늘이네")
        #expect(feed.entries.map { $0["title"] } == ["지금", "나중"])
        #expect(feed.entries[0]["id"] == "http://\(site.host)/my/tasks/2")
        #expect(feed.entries[0]["summary"] == "할 일 · 2026년 11월 21일 (토) 오후 8:20")
        #expect(feed.feed["updated"] == feed.entries[0]["updated"])
    }

    @Test func aReminderWhoseTimeComesIsUpdated() async throws {
        try await remind("우유 사기", after: 3_600)
        let path = try paths().atom
        let before = try site.get(path)
        site.clock.advance(by: 3_600)
        let after = try site.get(path, ["If-None-Match": try #require(before["ETag"])])
        #expect(after.status == 200)
        #expect(try AtomFeed(after.body).entries[0]["updated"] == "2026-11-21T12:20:00Z")
    }

    @Test(arguments: [
        "</title>", "]]>", "&<>\"'", "a,b;c\\d", "🪑👨‍👩‍👧", "a\u{0}\u{1B}\u{FFFE}b", "줄\r\n바꿈",
        String(repeating: "가🪑", count: 50),
    ])
    func hostileTitlesBreakNeither(title: String) async throws {
        try await remind(title, after: 60)
        let paths = try paths()
        let calendar = try CalendarFile(try site.get(paths.calendar).body)
        let atom = try AtomFeed(try site.get(paths.atom).body)
        let plain = title.unicodeScalars.filter { !["\0", "\u{1B}", "\u{FFFE}"].contains($0) }
        let expected = String(String.UnicodeScalarView(plain))
        #expect(atom.entries[0]["title"] == expected.replacing("\r\n", with: "\n"))
        let summary = calendar.events[0]["SUMMARY"]?.replacing("\u{FFFE}", with: "")
        #expect(summary == expected.replacing("\r\n", with: "\n"))
    }

    @Test func withoutRemindersBothAreFeeds() throws {
        let paths = try paths()
        #expect(try CalendarFile(try site.get(paths.calendar).body).events.isEmpty)
        #expect(try AtomFeed(try site.get(paths.atom).body).entries.isEmpty)
    }

    @Test func bothArePrivateRevalidatedAndUncompressed() throws {
        let paths = try paths()
        for path in [paths.calendar, paths.atom] {
            let answer = try site.get(path, ["Accept-Encoding": "gzip"])
            #expect(answer["Cache-Control"] == "private, no-cache")
            #expect(answer["Content-Encoding"] == nil)
            #expect(answer["Set-Cookie"] == nil)
            let tag = try #require(answer["ETag"])
            #expect(try site.get(path, ["If-None-Match": tag]).status == 304)
        }
    }

    @Test func anInvalidKeyIs404() throws {
        _ = try paths()
        for path in [
            "/feeds/", "/feeds/.atom", "/feeds//reminders.ics", "/feeds/nobody.atom",
            "/feeds/nobody/reminders.ics", "/feeds/nobody.ics", "/feeds/nobody",
            "/feeds/" + String(repeating: "x", count: 4_000) + ".atom",
        ] {
            #expect(try site.get(path).status == 404, "\(path)")
        }
    }

    @Test func theKeyOfOneShowsNothingOfAnother() async throws {
        try await remind("아무도 모르는 일", after: 0)
        let stranger = try site.member("바다네")
        let page = try stranger.get("/my/feeds").page
        let address = try #require(page.tags("button").compactMap { $0["data-text"] }.first)
        let path = String(address.dropFirst("http://\(site.host)".count))
        #expect(try CalendarFile(try site.get(path).body).events.isEmpty)
    }

    @Test func theLogOfAFailureHasNoKey() throws {
        #expect(Site.pathWithoutSecret("/feeds/k3y/reminders.ics") == "/feeds/*")
        #expect(Site.pathWithoutSecret("/items/7") == nil)
    }

    @Test func aBusyStorageIs503() throws {
        let site = try ServedSite(.busy)
        #expect(try site.get("/feeds/k3y.atom").status == 503)
    }
}
