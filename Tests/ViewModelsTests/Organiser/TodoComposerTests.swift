import Market
import Testing

@testable import ViewModels

struct TodoComposerTests {
    private let fixture: OrganiserFixture

    init() async throws { fixture = try await OrganiserFixture() }

    @Test func theFirstTodoMakesAList() async throws {
        let page = try await fixture.todoComposer.output(
            for: NoteInput(), of: fixture.account, at: fixture.now)
        #expect(page.lists.map(\.title) == ["할 일"])
        #expect(page.lists.map(\.id) == [nil])
        let added = try #require(
            try await fixture.todoComposer.submit(
                NoteInput(text: "약속"), of: fixture.account, at: fixture.now
            ).saved)
        #expect(added.day == nil)
        let list = try await fixture.storage.list(added.list, of: fixture.account)
        #expect(list.content.title == "할 일")
    }

    /// Now is Saturday, 21 November 2026, 20:20 in Seoul.
    @Test(
        arguments: [
            ("2026-11-22", 0, "2026-11-22T09:00"), ("2027-02-28", 0, "2027-02-28T09:00"),
            ("9999-12-31", 0, "9999-12-31T09:00"), ("2026-11-21", 0, "2026-11-21T21:00"),
            // On the hour, in the last hour of the day, in its last minute, and early the next day.
            ("2026-11-21", 2_400, "2026-11-21T22:00"), ("2026-11-21", 9_660, "2026-11-21T23:59"),
            ("2026-11-21", 13_199, "2026-11-21T23:59"), ("2026-11-22", 13_200, "2026-11-22T09:00"),
            ("2026-11-22", 13_200 + 32_399, "2026-11-22T09:00"),
            ("2026-11-22", 13_200 + 32_400, "2026-11-22T10:00"),
        ] as [(String, Int64, String)])
    func aDayOfTheScheduleIsPresetWithATimeToCome(
        day: String, seconds: Int64, expected: String
    ) async throws {
        let now = fixture.now + seconds
        let page = try await fixture.todoComposer.output(
            for: NoteInput(), day: day, of: fixture.account, at: now)
        #expect(page.input.reminder == expected && page.day == day)
        var input = page.input
        input.text = "약속"
        let added = try await fixture.todoComposer.submit(
            input, day: day, of: fixture.account, at: now
        ).saved
        #expect(added?.day == day)
        let week = try await fixture.schedule.output(for: day, of: fixture.account, at: now)
        #expect(week.sections.map(\.id) == [day])
    }

    /// The way back still leads to that day.
    @Test(arguments: ["2026-11-20", "1970-01-01"])
    func aDayThatHasPassedIsNotPreset(day: String) async throws {
        let page = try await fixture.todoComposer.output(
            for: NoteInput(), day: day, of: fixture.account, at: fixture.now)
        #expect(page.input.reminder.isEmpty && page.day == day)
    }

    @Test(arguments: ["", "내일", "2026-02-30", "2026-11-23T09:00", " 2026-11-23", "<b>", "\0"])
    func anInvalidDayIsIgnored(day: String) async throws {
        let page = try await fixture.todoComposer.output(
            for: NoteInput(), day: day, of: fixture.account, at: fixture.now)
        #expect(page.input.reminder.isEmpty && page.day == nil)
        let added = try await fixture.todoComposer.submit(
            NoteInput(text: "약속"), day: day, of: fixture.account, at: fixture.now
        ).saved
        #expect(added != nil && added?.day == nil)
    }

    /// A time that was removed stays removed, too.
    @Test(arguments: ["2026-11-23T09:00", "2026-11-23T18:30", "", "내일"])
    func aRefusedTodoKeepsItsDayAndItsTime(reminder: String) async throws {
        for list in ["", "404"] {
            let input = NoteInput(text: list.isEmpty ? "" : "약속", reminder: reminder)
            let page = try await fixture.todoComposer.submit(
                input, on: list, day: "2026-11-23", of: fixture.account, at: fixture.now
            ).refusedForm
            #expect(page?.input == input && page?.day == "2026-11-23")
        }
    }

    @Test func aTodoIsPinnedToItsItemOnTheListChosen() async throws {
        let item = try await fixture.makeItem()
        let chosen = try await fixture.makeList("먼저")
        _ = try await fixture.makeList("나중")
        let page = try await fixture.todoComposer.output(
            for: NoteInput(item: "\(item)"), of: fixture.account, at: fixture.now)
        #expect(page.item == PinnedItem(id: item, title: "원목 의자"))
        #expect(page.lists.map(\.title) == ["나중", "먼저"])
        #expect(page.lists.map(\.isSelected) == [true, false])
        _ = try await fixture.todoComposer.submit(
            NoteInput(text: "약속", item: "\(item)"), on: "\(chosen)", of: fixture.account,
            at: fixture.now)
        let todos = try await fixture.storage.todos(in: chosen, of: fixture.account)
        #expect(todos.map(\.content) == [TodoContent(title: "약속", item: item)])
    }

    @Test func aTodoAboutNoItemGoesOnNoChecklist() async throws {
        let plain = try await fixture.makeList("할 일")
        let other = try await fixture.makeList("장보기")
        let item = try await fixture.makeItem()
        let checklist = try await fixture.makeList("원목 의자")
        _ = try await fixture.storage.insert(
            TodoContent(title: "사진 찍기", item: item), in: checklist, of: fixture.account,
            at: fixture.now)
        func selected(item: String = "") async throws -> TodoList.ID? {
            try await fixture.todoComposer.output(
                for: NoteInput(item: item), of: fixture.account, at: fixture.now
            ).lists.first(where: \.isSelected)?.id
        }
        #expect(try await selected() == other)
        #expect(try await selected(item: "\(item)") == checklist)
        _ = try await fixture.makeTodo("버블랩 사기", in: plain)
        #expect(try await selected() == plain)
        // The same if no list is sent along.
        let added = try await fixture.todoComposer.submit(
            NoteInput(text: "테이프 사기"), of: fixture.account, at: fixture.now
        ).saved
        #expect(added?.list == plain)
    }

    @Test func aTodoAboutAnItemGoesOnNoOtherItemsChecklist() async throws {
        let other = try await fixture.makeItem("게이밍 모니터")
        let checklist = try await fixture.makeList("게이밍 모니터")
        _ = try await fixture.makeTodo("전달", in: checklist, item: other)
        let item = try await fixture.makeItem("전자 피아노")
        let input = NoteInput(text: "받침대 찾기", item: "\(item)")
        let page = try await fixture.todoComposer.output(
            for: input, of: fixture.account, at: fixture.now)
        #expect(page.lists.map(\.title) == ["할 일", "게이밍 모니터"])
        #expect(page.lists.map(\.isSelected) == [true, false])
        let chosen = try await fixture.todoComposer.output(
            for: input, on: "\(checklist)", of: fixture.account, at: fixture.now)
        #expect(chosen.lists.map(\.isSelected) == [false, true])
        let added = try await fixture.todoComposer.submit(
            input, of: fixture.account, at: fixture.now
        ).saved
        #expect(added != nil && added?.list != checklist)
        // The list that was made is the usual one from now on, even for another item.
        let third = try await fixture.makeItem("자전거")
        let next = try await fixture.todoComposer.submit(
            NoteInput(text: "바퀴 닦기", item: "\(third)"), of: fixture.account, at: fixture.now
        ).saved
        #expect(next?.list == added?.list)
    }

    @Test func theTitleOfAHiddenItemIsNotShown() async throws {
        let item = try await fixture.makeItem()
        try await fixture.storage.setHidden(true, item, at: fixture.now)
        let page = try await fixture.todoComposer.output(
            for: NoteInput(item: "\(item)"), of: fixture.stranger, at: fixture.now)
        #expect(page.item == PinnedItem(id: item, title: "…"))
    }

    @Test(arguments: ["404", "-1", "가", "1 ", "99999999999999999999"])
    func anUnknownListIsRefusedAndTheRestKept(list: String) async throws {
        let outcome = try await fixture.todoComposer.submit(
            NoteInput(text: "약속"), on: list, of: fixture.account, at: fixture.now)
        #expect(outcome.refusedForm?.refusal?.faults.map(\.field) == ["list"])
        #expect(outcome.refusedForm?.input.text == "약속")
    }

    @Test func aStrangersListIsRefusedAndNotOffered() async throws {
        let list = try await fixture.makeList()
        let outcome = try await fixture.todoComposer.submit(
            NoteInput(text: "약속"), on: "\(list)", of: fixture.stranger, at: fixture.now)
        #expect(outcome.refusedForm?.refusal?.faults.map(\.field) == ["list"])
        #expect(outcome.refusedForm?.lists.map(\.title) == ["할 일"])
        #expect(try await fixture.storage.todos(in: list, of: fixture.account).isEmpty)
    }

    @Test func aReminderThatHasPassedIsRefused() async throws {
        let input = NoteInput(text: "약속", reminder: "2026-11-21T20:19")
        let outcome = try await fixture.todoComposer.submit(
            input, of: fixture.account, at: fixture.now)
        #expect(outcome.refusal?.faults.map(\.field) == ["reminder"])
        #expect(outcome.refusedForm?.earliestReminder == "2026-11-21T20:20")
    }

    @Test func aRefusedTodoMakesNoList() async throws {
        let outcome = try await fixture.todoComposer.submit(
            NoteInput(), of: fixture.account, at: fixture.now)
        #expect(outcome.refusal?.reason == .invalid)
        #expect(try await fixture.storage.lists(of: fixture.account).isEmpty)
    }
}
