import Market
import Testing

@testable import ViewModels

/// When something repeats, in the market's zone.
struct RepetitionTests {
    private static let seoul = MarketTimeZone.seoul
    private static let berlin = MarketTimeZoneTests.berlin

    private func next(
        _ frequency: Repetition.Frequency, from start: String, after moment: String,
        in zone: MarketTimeZone
    ) throws -> String? {
        let start = try #require(zone.moment(typed: start))
        let moment = try #require(zone.moment(typed: moment))
        return zone.calendar(Repetition(frequency, from: start), moment).map(zone.typed)
    }

    @Test(
        arguments: [
            (.daily, "2026-11-20T20:00", "2026-11-20T20:00", "2026-11-21T20:00"),
            (.daily, "2026-11-20T20:00", "2027-03-01T19:59", "2027-03-01T20:00"),
            (.daily, "2026-11-20T20:00", "2027-03-01T20:00", "2027-03-02T20:00"),
            (.weekly, "2026-11-20T20:00", "2027-11-20T20:00", "2027-11-26T20:00"),
            // The start itself is left out.
            (.weekly, "2026-11-20T20:00", "2020-01-01T00:00", "2026-11-27T20:00"),
            (.fortnightly, "2026-11-20T20:00", "2026-11-27T20:00", "2026-12-04T20:00"),
            (.fortnightly, "2026-11-20T20:00", "2026-12-05T00:00", "2026-12-18T20:00"),
            // In UTC it would be on the day before.
            (.monthly, "2026-01-31T08:00", "2026-01-31T08:00", "2026-02-28T08:00"),
            (.monthly, "2026-01-31T08:00", "2026-02-28T08:00", "2026-03-31T08:00"),
            (.monthly, "2026-01-31T08:00", "2028-02-01T00:00", "2028-02-29T08:00"),
            (.monthly, "2026-01-30T00:00", "2026-03-30T00:00", "2026-04-30T00:00"),
            (.monthly, "2026-11-21T23:59", "2026-12-21T23:58", "2026-12-21T23:59"),
            (.monthly, "2026-11-21T00:00", "2020-05-05T00:00", "2026-12-21T00:00"),
            (.yearly, "2024-02-29T08:00", "2024-02-29T08:00", "2025-02-28T08:00"),
            (.yearly, "2024-02-29T08:00", "2027-06-01T00:00", "2028-02-29T08:00"),
            (.yearly, "2026-11-21T20:20", "2099-11-21T20:19", "2099-11-21T20:20"),
        ] as [(Repetition.Frequency, String, String, String)])
    func itComesAtTheFirstTimeAfterAMoment(
        frequency: Repetition.Frequency, start: String, moment: String, expected: String
    ) throws {
        #expect(try next(frequency, from: start, after: moment, in: Self.seoul) == expected)
    }

    @Test(arguments: Repetition.Frequency.allCases)
    func nothingComesPastTheYear9999(frequency: Repetition.Frequency) throws {
        let last = "9999-12-31T23:59"
        #expect(try next(frequency, from: last, after: last, in: Self.seoul) == nil)
        #expect(try next(frequency, from: last, after: last, in: Self.berlin) == nil)
    }

    @Test(
        arguments: [
            (.weekly, "2026-10-20T12:00", "2026-10-20T12:00", "2026-10-27T12:00"),
            (.monthly, "2026-02-28T12:00", "2026-03-29T12:00", "2026-04-28T12:00"),
            // The clocks skip the time that day; it is back the next day.
            (.daily, "2026-03-27T02:30", "2026-03-28T02:30", "2026-03-29T03:30"),
            (.daily, "2026-03-27T02:30", "2026-03-29T03:30", "2026-03-30T02:30"),
            // The clocks show the time twice: it comes at the first.
            (.daily, "2026-10-24T02:30", "2026-10-24T02:30", "2026-10-25T02:30"),
            (.daily, "2026-10-24T02:30", "2026-10-25T02:30", "2026-10-26T02:30"),
        ] as [(Repetition.Frequency, String, String, String)])
    func itKeepsItsHourInSummerAndWinter(
        frequency: Repetition.Frequency, start: String, moment: String, expected: String
    ) throws {
        #expect(try next(frequency, from: start, after: moment, in: Self.berlin) == expected)
    }

    /// The times follow one another, with none left out.
    @Test(arguments: Repetition.Frequency.allCases)
    func eachTimeComesAfterTheOneBefore(frequency: Repetition.Frequency) throws {
        for zone in [Self.seoul, Self.berlin] {
            let start = try #require(zone.moment(typed: "2026-01-31T02:30"))
            let repetition = Repetition(frequency, from: start)
            var moment = start
            for _ in 1...400 {
                let next = try #require(zone.calendar(repetition, moment))
                #expect(next > moment)
                #expect(zone.calendar(repetition, next + -1) == next)
                moment = next
            }
        }
    }

    @Test(
        arguments: [
            (.daily, "2026-11-20T20:00", "매일"), (.weekly, "2026-11-20T20:00", "매주 금요일"),
            (.fortnightly, "2026-11-20T08:00", "2주마다 금요일"),
            (.monthly, "2026-11-20T20:00", "매달 20일"), (.monthly, "2026-01-31T08:00", "매달 말일"),
            (.yearly, "2026-11-20T20:00", "매년 11월 20일"),
        ] as [(Repetition.Frequency, String, String)])
    func repetitionsAreSaidInWords(
        frequency: Repetition.Frequency, start: String, words: String
    ) throws {
        let start = try #require(Self.seoul.moment(typed: start))
        #expect(Self.seoul.text(Repetition(frequency, from: start)).text == words)
    }
}

/// The repetition field of the form, and what pages show of it.
struct RepeatedTodoTests {
    private let fixture: OrganiserFixture

    init() async throws { fixture = try await OrganiserFixture() }

    /// Makes a to-do with a reminder in five minutes, on a list of its own.
    private func makeTodo(
        repeated frequency: Repetition.Frequency? = nil
    ) async throws -> (TodoList.ID, Todo.ID) {
        let list = try await fixture.makeList()
        let id = try await fixture.makeTodo(
            in: list, reminder: fixture.now + 300, repeated: frequency)
        return (list, id)
    }

    private func edit(
        _ id: Todo.ID, _ input: NoteInput, revision: Int64 = 1
    ) async throws -> FormResult<TodoList.ID, TodoDetail.Output> {
        try await fixture.todo.submit(
            input, for: id, revision: revision, of: fixture.account, at: fixture.now)
    }

    private func repetition(_ id: Todo.ID) async throws -> Repetition? {
        try await fixture.storage.todo(id, of: fixture.account).content.repetition
    }

    @Test func aRepetitionIsChosenReadBackAndEnded() async throws {
        let (list, id) = try await makeTodo()
        var page = try await fixture.todo.output(for: id, of: fixture.account, at: fixture.now)
        #expect(
            page.input.repetitions.map(\.name.text) == [
                "반복 안 함", "매일", "매주", "2주마다", "매달", "매년",
            ])
        #expect(page.input.repetitions.filter(\.isSelected).map(\.value) == [""])
        var input = page.input
        input.repetition = "weekly"
        #expect(try await edit(id, input).saved == list)
        page = try await fixture.todo.output(for: id, of: fixture.account, at: fixture.now)
        #expect(page.input == input)
        #expect(page.input.repetitions.filter(\.isSelected).map(\.value) == ["weekly"])
        let row = try await fixture.list.output(
            for: list, of: fixture.account, at: fixture.now
        ).todos[0]
        #expect(row.repetition?.text == "매주 토요일")
        input.repetition = ""
        #expect(try await edit(id, input, revision: 2).saved == list)
        #expect(try await repetition(id) == nil)
    }

    @Test(arguments: ["", " "])
    func aRepetitionWithoutATimeIsRefusedAndNothingIsLost(reminder: String) async throws {
        let (list, id) = try await makeTodo()
        let input = NoteInput(text: "두유", reminder: reminder, repetition: "monthly")
        let page = try #require(try await edit(id, input).refusedForm)
        #expect(page.refusal?.faults.map(\.field) == ["reminder"])
        #expect(page.message("reminder")?.text == "반복하려면 알림 시각을 입력해주세요.")
        #expect(page.input == input)
        let new = try await fixture.todoComposer.submit(input, of: fixture.account, at: fixture.now)
        #expect(new.refusedForm?.input == input)
        #expect(try await fixture.storage.todos(in: list, of: fixture.account).count == 1)
    }

    /// Only one fault is reported.
    @Test func anInvalidTimeIsTheOnlyFault() async throws {
        let (_, id) = try await makeTodo()
        let input = NoteInput(text: "두유", reminder: "내일", repetition: "daily")
        let page = try #require(try await edit(id, input).refusedForm)
        #expect(page.alert?.texts == ["~ 알림 시각을 날짜와 시각으로 입력해주세요."])
    }

    @Test(arguments: ["Weekly", "hourly", "weekly ", "0", "<b>", "\0", "FREQ=DAILY"])
    func unknownRepetitionsAreRefused(typed: String) async throws {
        let (_, id) = try await makeTodo()
        let input = NoteInput(text: "두유", reminder: "2026-11-21T20:25", repetition: typed)
        let page = try #require(try await edit(id, input).refusedForm)
        #expect(page.alert?.texts == ["~ 반복을 골라주세요."])
        #expect(page.input == input)
        #expect(!page.input.repetitions.contains { $0.isSelected })
    }

    /// In February it still belongs to the 31st.
    @Test func anEditThatLeavesTheTimeKeepsTheDay() async throws {
        let list = try await fixture.makeList()
        let start = try #require(MarketTimeZone.seoul.moment(typed: "2026-12-31T08:00"))
        let february = try #require(MarketTimeZone.seoul.moment(typed: "2027-02-28T08:00"))
        let content = TodoContent(
            title: "월세", reminder: february, repetition: Repetition(.monthly, from: start))
        let id = try await fixture.storage.insert(
            content, in: list, of: fixture.account, at: fixture.now)
        var input = NoteInput(content, in: .seoul)
        input.text = "관리비"
        #expect(try await edit(id, input).saved != nil)
        #expect(try await repetition(id) == content.repetition)
        input.repetition = "yearly"
        #expect(try await edit(id, input, revision: 2).saved != nil)
        #expect(try await repetition(id) == Repetition(.yearly, from: february))
    }

    /// The form's fields have minutes only.
    @Test func anEditOfTheTitleKeepsTheSeconds() async throws {
        let list = try await fixture.makeList()
        let start = fixture.now + 330
        let content = TodoContent(
            title: "약", reminder: start + 86_400, repetition: Repetition(.daily, from: start))
        let id = try await fixture.storage.insert(
            content, in: list, of: fixture.account, at: fixture.now)
        var input = NoteInput(content, in: .seoul)
        input.text = "비타민"
        #expect(try await edit(id, input).saved != nil)
        let edited = try await fixture.storage.todo(id, of: fixture.account).content
        #expect(edited.title == "비타민")
        #expect(edited.reminder == content.reminder)
        #expect(edited.repetition == content.repetition)
    }

    /// The form shows a time that was then dismissed in another window.
    @Test(arguments: [(0, 86_400), (-30, 86_370), (-172_800, 86_400)] as [(Int64, Int64)])
    func anEditBegunBeforeADismissalIsSaved(seconds: Int64, expected: Int64) async throws {
        let list = try await fixture.makeList()
        let start = fixture.now + seconds
        let id = try await fixture.makeTodo(in: list, reminder: start, repeated: .daily)
        var input = try await fixture.todo.output(
            for: id, of: fixture.account, at: fixture.now
        ).input
        try await fixture.dismiss(.todo(id))
        input.text = "비타민"
        #expect(try await edit(id, input).saved != nil)
        let edited = try await fixture.storage.todo(id, of: fixture.account).content
        #expect(edited.reminder == fixture.now + expected)
        #expect(edited.title == "비타민")
        #expect(edited.repetition == Repetition(.daily, from: start))
    }

    @Test(arguments: ["2026-11-20T20:19", "2026-11-19T20:21", "2026-11-18T20:20"])
    func anotherTimeThatHasPassedIsRefused(reminder: String) async throws {
        let list = try await fixture.makeList()
        let id = try await fixture.makeTodo(
            in: list, reminder: fixture.now + -172_800, repeated: .daily)
        try await fixture.dismiss(.todo(id))
        let input = NoteInput(text: "약", reminder: reminder, repetition: "daily")
        let page = try #require(try await edit(id, input).refusedForm)
        #expect(page.refusal?.faults.map(\.field) == ["reminder"])
    }

    @Test func aStaleEditShowsHowItRepeatsByNow() async throws {
        let (_, id) = try await makeTodo()
        let reminder = "2026-11-21T20:25"
        let other = NoteInput(text: "우유 사기", reminder: reminder, repetition: "weekly")
        #expect(try await edit(id, other).saved != nil)
        let own = NoteInput(text: "우유 사기", reminder: reminder, repetition: "daily")
        let page = try #require(try await edit(id, own).refusedForm)
        #expect(page.current?.repetition?.text == "매주 토요일")
        #expect(page.input == own)
    }

    @Test func aListShowsOnlyTheOpenRepetition() async throws {
        let (list, id) = try await makeTodo(repeated: .daily)
        try await fixture.complete(id)
        func ticks(isShownAgain: Bool) async throws -> [Bool] {
            try await fixture.list.output(
                for: list, of: fixture.account, at: fixture.now, isShownAgain: isShownAgain
            ).todos.map(\.isCompleted)
        }
        #expect(try await ticks(isShownAgain: true) == [false, true])
        #expect(try await ticks(isShownAgain: false) == [false])
        let completed = try await fixture.completed.output(for: fixture.account)
        #expect(completed.page.entries.map(\.id) == [id])
    }

    /// The completed tasks can be deleted there, and the page does not ask for a first task.
    @Test func aListOfCompletedTodosIsNoNewList() async throws {
        let (list, id) = try await makeTodo(repeated: .daily)
        try await fixture.complete(id)
        let open = try await fixture.storage.openTodos(of: fixture.account, limit: 9)
        _ = try await fixture.delete(.todo(try #require(open.first).id))
        let page = try await fixture.list.output(
            for: list, of: fixture.account, at: fixture.now + 86_400)
        #expect(page.todos.isEmpty && page.hasTodos)
        #expect(page.emptyText?.text == "남은 할 일이 없어요.")
        _ = try await fixture.delete(.todos(in: list))
        let empty = try await fixture.list.output(
            for: list, of: fixture.account, at: fixture.now + 86_400)
        #expect(!empty.hasTodos)
        #expect(empty.emptyText?.text.hasPrefix("아직 할 일이 없어요.") == true)
    }

    /// Beside the ticked task, the next one shows its time.
    @Test func theDeskShowsWhenTheNextOneComes() async throws {
        let (_, id) = try await makeTodo(repeated: .daily)
        try await fixture.complete(id)
        let home = try await fixture.home.output(
            for: fixture.account, at: fixture.now, isShownAgain: true)
        #expect(home.due.map(\.subject) == [.todo(id)] && home.due.map(\.isCompleted) == [true])
        #expect(home.todos.map(\.time?.text) == ["11월 22일 (일) 오후 8:25"])
    }

    @Test func aDismissedReminderComesAgain() async throws {
        let list = try await fixture.makeList()
        _ = try await fixture.makeTodo(in: list, reminder: fixture.now, repeated: .fortnightly)
        let due = try await fixture.reminders.output(for: fixture.account, at: fixture.now).due
        try await fixture.dismiss(try #require(due.first).subject)
        let page = try await fixture.reminders.output(for: fixture.account, at: fixture.now)
        #expect(page.due.isEmpty)
        #expect(page.upcoming.map(\.date.text.text) == ["2026년 12월 5일 (토) 오후 8:20"])
    }
}
