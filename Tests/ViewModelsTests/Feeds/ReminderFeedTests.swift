import Market
import Testing

@testable import ViewModels

struct ReminderFeedTests {
    private let fixture: OrganiserFixture

    init() async throws { fixture = try await OrganiserFixture() }

    private func feed(after seconds: Int64 = 0) async throws -> ReminderFeed.Output {
        try await fixture.storage.setFeedKey("key", of: fixture.account)
        return try await ReminderFeed(storage: fixture.storage, zone: .seoul)
            .output(for: "key", at: fixture.now + seconds)
    }

    @Test func entriesOverdueForAMonthAreLeftOut() async throws {
        let list = try await fixture.makeList()
        let todo = try await fixture.makeTodo(in: list, reminder: fixture.now + 60)
        let month: Int64 = 30 * 86_400
        for (seconds, subjects) in [(59 + month, [.todo(todo)]), (60 + month, [])]
            as [(Int64, [Reminder.Subject])]
        {
            #expect(try await feed(after: seconds).entries.map(\.subject) == subjects)
        }
    }

    @Test func anEntryIsUpdatedWhenItsTimeComes() async throws {
        let list = try await fixture.makeList()
        let late = try await fixture.makeTodo(in: list, reminder: fixture.now + 60)
        let soon = try await fixture.makeMemo("전화하기\n010", reminder: fixture.now + 30)
        let early = try await feed()
        #expect(early.title.text == "민지님의 장터 알림")
        #expect(early.dateUpdated == Moment(fixture.now, in: .seoul))
        #expect(
            early.entries.map(\.dateUpdated) == [
                Moment(fixture.now, in: .seoul), Moment(fixture.now, in: .seoul),
            ])
        let then = try await feed(after: 60)
        #expect(then.entries.map(\.subject) == [.todo(late), .memo(soon)])
        #expect(then.entries.map(\.title) == ["우유 사기", "전화하기"])
        #expect(then.entries.map(\.dateModified) == early.entries.map(\.dateModified))
        #expect(then.dateUpdated == Moment(fixture.now + 60, in: .seoul))
    }

    @Test func completedAndDismissedAndStrangersRemindersAreNotInIt() async throws {
        let list = try await fixture.makeList()
        let todo = try await fixture.makeTodo(in: list, reminder: fixture.now)
        let memo = try await fixture.makeMemo(reminder: fixture.now)
        _ = try await fixture.storage.insert(
            MemoContent(text: "남의 메모", reminder: fixture.now), of: fixture.stranger,
            at: fixture.now)
        try await fixture.complete(todo)
        try await fixture.dismiss(.memo(memo))
        let feed = try await feed()
        #expect(feed.entries.isEmpty)
        #expect(feed.dateUpdated == Moment(Timestamp(seconds: 1_795_000_000), in: .seoul))
    }

    /// A calendar loses nothing that is still to be done.
    @Test func aDismissedTodoStaysInItWhileItIsOpen() async throws {
        let todo = try await fixture.makeTodo(in: fixture.makeList(), reminder: fixture.now)
        let before = try await feed()
        try await fixture.dismiss(.todo(todo))
        let dismissed = try await feed()
        #expect(dismissed.entries.map(\.subject) == before.entries.map(\.subject))
        #expect(dismissed.entries.map(\.dateUpdated) == before.entries.map(\.dateUpdated))
        #expect(before.entries.map(\.hasAlarm) == [true])
        #expect(dismissed.entries.map(\.hasAlarm) == [false])
        try await fixture.complete(todo)
        #expect(try await feed().entries.isEmpty)
    }

    /// The account was told when the price was lowered.
    @Test func aPriceDropHasNoAlarm() async throws {
        let item = try await fixture.makeItem(of: fixture.stranger)
        try await fixture.storage.setInterest(true, of: fixture.account, in: item)
        var content = try await fixture.storage.item(item).content
        content.price = try Price(20_000)
        try await fixture.storage.update(item, content: content, photos: [], at: fixture.now)
        _ = try await fixture.makeMemo(reminder: fixture.now + -60)
        let entries = try await feed().entries
        #expect(Set(entries.map { $0.prices == nil }) == [true, false])
        #expect(entries.allSatisfy { $0.hasAlarm == ($0.prices == nil) })
    }

    /// Recurrences are in local time, with the day that was chosen.
    @Test func recurrencesNameTheirTimeZone() async throws {
        let list = try await fixture.makeList()
        _ = try await fixture.makeTodo("한 번", in: list, reminder: fixture.now)
        #expect(try await feed().clocks == nil)
        _ = try await fixture.makeTodo(
            "매달", in: list, reminder: fixture.now + 60, repeated: .monthly)
        let repeated = try await feed()
        let recurrences = repeated.entries.compactMap(\.recurrence)
        #expect(recurrences.map(\.frequency) == [.monthly])
        #expect(recurrences.map(\.time) == ["2026-11-21T20:21:00"])
        #expect(recurrences.map(\.day) == [21])
        #expect(repeated.clocks == CalendarClocks(.seoul, from: fixture.now))
    }

    /// If the time of the day with the skipped hour were used, it would come an hour late for good.
    @Test func recurrencesKeepATimeThatClocksSkip() async throws {
        let zone = MarketTimeZoneTests.berlin
        let start = try #require(zone.moment(typed: "2026-03-27T02:30"))
        let left = try #require(zone.moment(typed: "2026-03-29T03:30"))
        let content = TodoContent(
            title: "약", reminder: left, repetition: Repetition(.daily, from: start))
        let list = try await fixture.makeList()
        _ = try await fixture.storage.insert(
            content, in: list, of: fixture.account, at: fixture.now)
        try await fixture.storage.setFeedKey("key", of: fixture.account)
        let feed = try await ReminderFeed(storage: fixture.storage, zone: zone)
            .output(for: "key", at: fixture.now)
        #expect(feed.entries.map(\.recurrence?.time) == ["2026-03-29T02:30:00"])
    }

    @Test func timeZonesBeginWithTheLastChangeBefore() throws {
        let seoul = CalendarClocks(.seoul, from: Timestamp(seconds: 1_795_260_000))
        #expect(seoul.zone == "Asia/Seoul")
        #expect(seoul.settings.map(\.times) == [["1970-01-01T09:00:00"]])
        #expect(seoul.settings.map(\.before) == [32_400])
        #expect(seoul.settings.map(\.after) == [32_400])
        let berlin = CalendarClocks(
            MarketTimeZoneTests.berlin, from: Timestamp(seconds: 1_795_260_000))
        #expect(
            berlin.settings.map(\.times) == [
                ["2026-10-25T03:00:00", "2027-10-31T03:00:00", "2028-10-29T03:00:00"],
                ["2027-03-28T02:00:00", "2028-03-26T02:00:00"],
            ])
        #expect(berlin.settings.map(\.before) == [7_200, 3_600])
        #expect(berlin.settings.map(\.after) == [3_600, 7_200])
        let before = CalendarClocks(MarketTimeZoneTests.berlin, from: Timestamp(seconds: 0))
        #expect(before.settings.first?.times == ["1970-01-01T01:00:00"])
    }

    @Test(arguments: ["", "Key", "key ", "\0"])
    func anUnknownKeyIsNotFound(key: String) async throws {
        try await fixture.storage.setFeedKey("key", of: fixture.account)
        await #expect(throws: StorageError.notFound) {
            try await ReminderFeed(storage: fixture.storage, zone: .seoul)
                .output(for: key, at: fixture.now)
        }
    }
}
