import Market
import Testing

@testable import ViewModels

/// Now is Saturday, 21 November 2026, 20:20 in Seoul.
struct ScheduleTests {
    private let fixture: OrganiserFixture

    init() async throws { fixture = try await OrganiserFixture() }

    private static let hour: Int64 = 3_600
    private static let day: Int64 = 86_400
    /// From now to the next midnight.
    private static let untilMidnight = 3 * hour + 40 * 60

    private func page(
        _ week: String? = nil, at now: Timestamp? = nil
    ) async throws -> Schedule.Output {
        try await fixture.schedule.output(for: week, of: fixture.account, at: now ?? fixture.now)
    }

    private func titles(_ page: Schedule.Output) -> [String] {
        page.sections.flatMap(\.entries).map(\.title)
    }

    /// Plans one thing on each of several days, not in their order.
    private func plan() async throws {
        let list = try await fixture.makeList()
        for (title, days) in [("금요일", 6), ("그제", -2), ("새해", 42)] as [(String, Int64)] {
            _ = try await fixture.makeTodo(title, in: list, reminder: fixture.now + days * Self.day)
        }
        _ = try await fixture.makeMemo("내일\n둘째 줄", reminder: fixture.now + Self.day)
        _ = try await fixture.makeTodo("오늘", in: list, reminder: fixture.now + Self.hour)
        _ = try await fixture.makeTodo("언제든", in: list)
    }

    @Test func plansStandUnderTheirDay() async throws {
        try await plan()
        let page = try await page()
        #expect(
            page.sections.map(\.id)
                == ["past", "2026-11-21", "2026-11-22", "2026-11-27", "2027-01-02"])
        #expect(
            page.sections.map(\.heading.text) == [
                "지난 일", "오늘 11월 21일 (토)", "내일 11월 22일 (일)", "11월 27일 (금)",
                "2027년 1월 2일 (토)",
            ])
        #expect(titles(page) == ["그제", "오늘", "내일", "금요일", "새해"])
        let entries = page.sections.flatMap(\.entries)
        #expect(
            entries.map(\.time.text)
                == ["11월 19일 (목) 오후 8:20", "오후 9:20", "오후 8:20", "오후 8:20", "오후 8:20"])
        #expect(entries.map(\.isDue) == [true, false, false, false, false])
        #expect(page.notes.isEmpty && page.emptyText == nil && !page.isOfWeek)
    }

    @Test func theWeekAboveLeadsToItsDays() async throws {
        try await plan()
        let week = try await page().week
        #expect(week.title.text == "2026년 11월 16일부터 한 주")
        #expect(week.days.map(\.weekday.text) == ["월", "화", "수", "목", "금", "토", "일"])
        #expect(week.days.map(\.number) == [16, 17, 18, 19, 20, 21, 22])
        #expect(week.days.map(\.count) == [0, 0, 0, 1, 0, 1, 1])
        #expect(week.days.map(\.isToday) == [false, false, false, false, false, true, false])
        #expect(
            week.days.map(\.section) == [nil, nil, nil, "past", nil, "2026-11-21", "2026-11-22"])
        #expect(week.own == "2026-11-16")
        #expect(week.earlier == "2026-11-09" && week.later == "2026-11-23")
    }

    @Test func aWeekIsShownByItself() async throws {
        try await plan()
        let next = try await page("2026-11-25")
        #expect(next.isOfWeek && next.sections.map(\.id) == ["2026-11-27"])
        #expect(next.week.days.map(\.number) == [23, 24, 25, 26, 27, 28, 29])
        #expect(next.week.days.allSatisfy { !$0.isToday } && next.week.own == nil)
        #expect(next.week.earlier == "2026-11-16" && next.week.later == "2026-11-30")
        // Past entries are listed under their day.
        let present = try await page("2026-11-16")
        #expect(present.sections.map(\.id) == ["2026-11-19", "2026-11-21", "2026-11-22"])
        #expect(present.sections.first?.heading.text == "11월 19일 (목)")
        #expect(present.week.days[3].section == "2026-11-19")
        let empty = try await page("2026-11-09")
        #expect(empty.sections.isEmpty && empty.emptyText?.text == "이 주에는 일정이 없어요.")
    }

    @Test func aWeekLastsFromMondaysMidnightToTheNext() async throws {
        let list = try await fixture.makeList()
        let monday = fixture.now + Self.untilMidnight + Self.day
        for (title, date) in [
            ("앞", monday + -1), ("처음", monday), ("끝", monday + 7 * Self.day + -1),
            ("뒤", monday + 7 * Self.day),
        ] { _ = try await fixture.makeTodo(title, in: list, reminder: date) }
        #expect(try await titles(page("2026-11-23")) == ["처음", "끝"])
        #expect(try await titles(page("2026-11-29")) == ["처음", "끝"])
        #expect(try await titles(page("2026-11-22")) == ["앞"])
        #expect(try await titles(page("2026-11-30")) == ["뒤"])
    }

    @Test func todayLastsUntilMidnight() async throws {
        let list = try await fixture.makeList()
        let midnight = fixture.now + Self.untilMidnight
        _ = try await fixture.makeTodo("밤", in: list, reminder: midnight + -1)
        _ = try await fixture.makeTodo("새벽", in: list, reminder: midnight)
        #expect(try await page().sections.map(\.id) == ["2026-11-21", "2026-11-22"])
        let later = try await page(at: midnight)
        #expect(later.sections.map(\.heading.text) == ["지난 일", "오늘 11월 22일 (일)"])
    }

    @Test(
        arguments: [
            "", "내일", "2026-02-30", "2026-13-01", "2026-11-23T10:00", "2026-11-23 ", "1969-12-31",
            "12026-01-01", "2026-11-23\0", "-2026-11-23", "２０２６-11-23", "'; DROP TABLE todo; --",
        ])
    func anInvalidDayIsNamedAndIgnored(_ day: String) async throws {
        try await plan()
        let page = try await page(day)
        #expect(
            page.notes.map(\.text) == ["주소에 있는 날짜를 읽을 수 없어요. 대신 오늘부터 보여드려요."])
        #expect(!page.isOfWeek && titles(page).count == 5)
    }

    @Test func theCalendarEndsWithTheYear9999() async throws {
        let last = try #require(MarketTimeZone.seoul.moment(typed: "9999-12-31T23:59"))
        _ = try await fixture.makeTodo("끝", in: fixture.makeList(), reminder: last)
        let end = try await page("9999-12-31")
        #expect(titles(end) == ["끝"] && end.week.later == nil)
        #expect(end.week.earlier == "9999-12-20")
        #expect(try await page().sections.map(\.heading.text) == ["9999년 12월 31일 (금)"])
        let beginning = try await page("1970-01-01")
        #expect(beginning.week.earlier == nil && beginning.week.later == "1970-01-05")
    }

    @Test func tickedTodosStayInPlaceUntilMidnight() async throws {
        let list = try await fixture.makeList()
        let first = try await fixture.makeTodo("하나", in: list, reminder: fixture.now + -60)
        _ = try await fixture.makeTodo("둘", in: list, reminder: fixture.now + 60)
        try await fixture.complete(first)
        try await fixture.complete(fixture.makeTodo("언제든", in: list))
        for week in [nil, "2026-11-21"] {
            let page = try await page(week)
            let entries = page.sections.flatMap(\.entries)
            #expect(entries.map(\.title) == ["하나", "둘"])
            #expect(entries.map(\.isCompleted) == [true, false])
            #expect(entries.map(\.isDue) == [false, false])
            #expect(page.week.days[5].count == 1)
        }
        #expect(try await titles(page("2026-11-23")).isEmpty)
        let tomorrow = try await page(at: fixture.now + Self.untilMidnight)
        #expect(titles(tomorrow) == ["둘"])
    }

    @Test func tickingOneMovesNoneOfTheSameTime() async throws {
        let list = try await fixture.makeList()
        let first = try await fixture.makeTodo("하나", in: list, reminder: fixture.now + 60)
        _ = try await fixture.makeTodo("둘", in: list, reminder: fixture.now + 60)
        let before = titles(try await page())
        try await fixture.complete(first)
        #expect(before == ["하나", "둘"])
        #expect(try await titles(page()) == before)
    }

    @Test func bothSeeWhenAndWhereTheyMeet() async throws {
        try await TradeFixture.asked { trade, id in
            try await trade.agree(on: trade.now + 2 * Self.hour, in: id)
            let schedule = Schedule(storage: trade.storage, zone: .seoul)
            let title = try await trade.storage.item(trade.item).content.title
            for (account, other) in [(trade.seller, "지수"), (trade.asker, "민지")] {
                let page = try await schedule.output(for: nil, of: account, at: trade.now)
                let entry = try #require(page.sections.first?.entries.first)
                #expect(page.sections.map(\.id) == ["2026-11-21"])
                #expect(entry.subject == .appointment(id) && entry.time.text == "오후 10:20")
                #expect(entry.spot == "역 3번 출구" && entry.other == other)
                #expect(entry.title == title)
            }
            let later = try await schedule.output(
                for: nil, of: trade.asker, at: trade.now + Self.day)
            #expect(later.sections.map(\.id) == ["past"])
        }
    }

    @Test func repeatingTodosSayHowTheyRepeat() async throws {
        let list = try await fixture.makeList()
        _ = try await fixture.makeTodo("약", in: list, reminder: fixture.now + 60, repeated: .daily)
        _ = try await fixture.makeTodo("한 번", in: list, reminder: fixture.now + 120)
        let entries = try await page().sections.flatMap(\.entries)
        #expect(entries.map(\.repetition?.text) == ["매일", nil])
        let home = try await fixture.home.output(for: fixture.account, at: fixture.now)
        #expect(home.due.map(\.repetition?.text) == ["매일", nil])
        let inbox = try await fixture.reminders.output(for: fixture.account, at: fixture.now)
        #expect(inbox.upcoming.map(\.repetition?.text) == ["매일", nil])
    }

    /// Later times are shown beside the present one, which alone can be ticked.
    @Test func aWeekShowsEachRepetition() async throws {
        let list = try await fixture.makeList()
        let past = fixture.now + -3 * Self.day
        _ = try await fixture.makeTodo("약", in: list, reminder: past, repeated: .daily)
        _ = try await fixture.makeTodo(
            "월요일", in: list, reminder: fixture.now + 2 * Self.day, repeated: .weekly)
        func rows(_ week: String) async throws -> [String] {
            let page = try await page(week)
            return page.sections.flatMap { section in
                section.entries.map { "\(section.id) \($0.title) \($0.isLater)" }
            }
        }
        // Neither the times that were missed nor the one that has just come are repeated.
        #expect(try await rows("2026-11-16") == ["2026-11-18 약 false", "2026-11-22 약 true"])
        let next = try await page("2026-11-23")
        #expect(next.week.days.map(\.count) == [2, 1, 1, 1, 1, 1, 1])
        #expect(next.sections.flatMap(\.entries).allSatisfy { !$0.isDue })
        let mondays = try await rows("2026-11-30").filter { $0.contains("월요일") }
        #expect(mondays == ["2026-11-30 월요일 true"])
        #expect(try await rows("2026-11-09").isEmpty)
        #expect(try await titles(page()) == ["약", "월요일"])
    }

    /// The list of all plans shows only the next time; the week above it counts every time, as on
    /// its own page.
    @Test func theWeekAboveCountsEachRepetition() async throws {
        let list = try await fixture.makeList()
        _ = try await fixture.makeTodo(
            "약", in: list, reminder: fixture.now + -3 * Self.day, repeated: .daily)
        _ = try await fixture.makeTodo("한 번", in: list, reminder: fixture.now + Self.day)
        for (days, counts, elsewhere) in [
            (0, [0, 0, 1, 0, 0, 0, 2], ["2026-11-22"]),
            (2, [0, 1, 1, 1, 1, 1, 1], (24...29).map { "2026-11-\($0)" }),
        ] as [(Int64, [Int], [String])] {
            let now = fixture.now + days * Self.day
            let week = try await page(at: now).week
            #expect(week.days.map(\.count) == counts)
            // A day whose entries are not all on the page links to them.
            #expect(week.days.compactMap(\.elsewhere) == elsewhere)
            #expect(week.days.allSatisfy { $0.section == nil || $0.elsewhere == nil })
            let own = try await page(week.own, at: now).week
            #expect(own.days.map(\.count) == counts)
            #expect(own.days.allSatisfy { $0.elsewhere == nil })
        }
    }

    @Test func aTodoIsWrittenForADayThatHasNotPassed() async throws {
        func days(_ week: String?) async throws -> ([String?], String) {
            let page = try await page(week)
            return (page.week.days.map(\.newTodo), page.dayToWriteFor)
        }
        let present = [nil, nil, nil, nil, nil, "2026-11-21", "2026-11-22"] as [String?]
        for (week, day) in [
            (nil, "2026-11-21"), ("2026-11-16", "2026-11-21"), ("2026-11-22", "2026-11-22"),
        ] as [(String?, String)] {
            let (own, chosen) = try await days(week)
            #expect(own == present && chosen == day)
        }
        let (next, chosen) = try await days("2026-11-25")
        #expect(next.compactMap { $0 } == (23...29).map { "2026-11-\($0)" })
        #expect(chosen == "2026-11-25")
        // In a week that has passed the new task is still begun from that week.
        let (last, passed) = try await days("2026-11-11")
        #expect(last.allSatisfy { $0 == nil } && passed == "2026-11-11")
        #expect(try await days("9999-12-31").0.compactMap { $0 }.last == "9999-12-31")
    }

    @Test func hiddenItemsAreNoPlan() async throws {
        let item = try await fixture.makeItem()
        try await fixture.storage.setHidden(true, item, at: fixture.now)
        let inbox = try await fixture.reminders.output(for: fixture.account, at: fixture.now)
        #expect(inbox.due.count == 1)
        let page = try await page()
        #expect(page.sections.isEmpty && page.week.days.allSatisfy { $0.count == 0 })
        #expect(page.emptyText?.text.hasPrefix("다가오는 일정이 없어요.") == true)
    }

    /// It no longer reminds, but is still to be done.
    @Test func aDismissedTodoStaysAmongPastOnesUntilItIsDone() async throws {
        let list = try await fixture.makeList()
        let yesterday = fixture.now + -Self.day
        let todo = try await fixture.makeTodo("전화하기", in: list, reminder: yesterday)
        let memo = try await fixture.makeMemo("메모", reminder: yesterday)
        try await fixture.dismiss(.todo(todo))
        try await fixture.dismiss(.memo(memo))
        let inbox = try await fixture.reminders.output(for: fixture.account, at: fixture.now)
        #expect(inbox.due.isEmpty && inbox.upcoming.isEmpty)
        let page = try await page()
        #expect(page.sections.map(\.heading.text) == ["지난 일"] && titles(page) == ["전화하기"])
        #expect(page.week.days.map(\.count) == [0, 0, 0, 0, 1, 0, 0])
        #expect(try await titles(self.page("2026-11-20")) == ["전화하기"])
        try await fixture.complete(todo)
        let done = try await self.page(at: fixture.now + Self.untilMidnight)
        #expect(done.sections.isEmpty)
    }

    @Test func anotherAccountSeesNothingOfIt() async throws {
        try await plan()
        let done = try await fixture.makeTodo(in: fixture.makeList(), reminder: fixture.now)
        try await fixture.complete(done)
        for week in [nil, "2026-11-21"] {
            let page = try await fixture.schedule.output(
                for: week, of: fixture.stranger, at: fixture.now)
            #expect(page.sections.isEmpty && page.emptyText != nil)
            #expect(page.week.days.allSatisfy { $0.section == nil })
        }
    }

    @Test func aCutListSaysSoAndTheWeeksHaveTheRest() async throws {
        let list = try await fixture.makeList()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<300 {
                group.addTask {
                    _ = try await fixture.makeTodo(in: list, reminder: fixture.now + Int64(number))
                }
            }
            try await group.waitForAll()
        }
        #expect(try await page().notes.isEmpty)
        _ = try await fixture.makeTodo("금요일", in: list, reminder: fixture.now + 6 * Self.day)
        let cut = try await page()
        #expect(cut.notes.map(\.text) == ["가까운 일정 300개까지만 보여요. 나머지는 주를 넘기며 보세요."])
        #expect(titles(cut).count == 300 && !titles(cut).contains("금요일"))
        #expect(try await titles(page("2026-11-23")) == ["금요일"])
        // The week above counts what the list leaves out.
        _ = try await fixture.makeTodo("일요일", in: list, reminder: fixture.now + Self.day)
        let week = try await page().week
        #expect(week.days.map(\.count) == [0, 0, 0, 0, 0, 300, 1])
        #expect(week.days[6].section == nil)
    }

    @Test func pastPlansLeaveRoomForUpcomingOnes() async throws {
        let list = try await fixture.makeList()
        let past = fixture.now + -30 * Self.day
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...301 {
                group.addTask {
                    let reminder = past + Int64(number)
                    let todo = try await fixture.makeTodo("\(number)", in: list, reminder: reminder)
                    if number > 1 { try await fixture.dismiss(.todo(todo)) }
                }
            }
            try await group.waitForAll()
        }
        _ = try await fixture.makeTodo("내일", in: list, reminder: fixture.now + Self.day)
        let page = try await page()
        #expect(page.sections.map(\.id) == ["past", "2026-11-22"])
        #expect(titles(page) == (202...301).map { "\($0)" } + ["내일"])
        let note = "지난 일은 최근 100개까지만 보여요. 나머지는 주를 넘기며 보세요."
        #expect(page.notes.map(\.text) == [note])
        #expect(page.week.days.map(\.count) == [0, 0, 0, 0, 0, 0, 1])
        let week = try await self.page("2026-10-22")
        #expect(titles(week).count == 300 && titles(week).first == "1")
    }
}
