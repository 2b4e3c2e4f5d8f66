import Market
import Testing

@testable import ViewModels

struct TodoDetailTests {
    private let fixture: OrganiserFixture

    init() async throws { fixture = try await OrganiserFixture() }

    private func edit(
        _ id: Todo.ID, _ input: NoteInput, on list: String = "",
        revision: Int64 = 1, after seconds: Int64 = 60
    ) async throws -> FormResult<TodoList.ID, TodoDetail.Output> {
        try await fixture.todo.submit(
            input, for: id, on: list, revision: revision, of: fixture.account,
            at: fixture.now + seconds)
    }

    private func page(_ id: Todo.ID) async throws -> TodoDetail.Output {
        try await fixture.todo.output(for: id, of: fixture.account, at: fixture.now)
    }

    @Test func everythingOfATodoShows() async throws {
        let list = try await fixture.makeList()
        let item = try await fixture.makeItem()
        let id = try await fixture.makeTodo(
            "약속", in: list, reminder: fixture.now + 300, item: item)
        let page = try await page(id)
        #expect(page.input.text == "약속")
        #expect(page.input.reminder == "2026-11-21T20:25")
        #expect(page.item == PinnedItem(id: item, title: "원목 의자"))
        #expect(page.list == TodoDetail.ListLink(id: list, title: "장보기"))
        #expect(page.dateCreated == Moment(fixture.now, in: .seoul))
        #expect(page.dateModified == nil)
        #expect(!page.isCompleted)
    }

    @Test func everyEditMovesTheModificationTime() async throws {
        let id = try await fixture.makeTodo(in: fixture.makeList())
        for number: Int64 in 1...2 {
            let outcome = try await edit(
                id, NoteInput(text: "고침 \(number)"), revision: number,
                after: number * 60)
            #expect(outcome.saved != nil)
            let page = try await page(id)
            #expect(page.dateModified == Moment(fixture.now + number * 60, in: .seoul))
            #expect(page.dateCreated == Moment(fixture.now, in: .seoul))
        }
    }

    @Test func aReminderIsSetAndRemoved() async throws {
        let id = try await fixture.makeTodo(in: fixture.makeList())
        for (number, typed) in ["2026-11-21T20:25", " "].enumerated() {
            _ = try await edit(
                id, NoteInput(text: "우유", reminder: typed),
                revision: Int64(number) + 1)
            let todo = try await fixture.storage.todo(id, of: fixture.account)
            let expected = number == 0 ? fixture.now + 300 : nil
            #expect(todo.content.reminder == expected)
        }
    }

    @Test func aReminderThatHasPassedIsRefusedAndKeptAsTyped() async throws {
        let id = try await fixture.makeTodo(in: fixture.makeList())
        let input = NoteInput(text: "우유", reminder: "2026-11-21T20:19")
        let page = try #require(try await edit(id, input, after: 0).refusedForm)
        #expect(page.message("reminder")?.text == "알림 시각이 이미 지났어요. 앞으로 올 시각을 골라주세요.")
        #expect(page.input == input)
        #expect(page.earliestReminder == "2026-11-21T20:20")
        let kept = try await fixture.storage.todo(id, of: fixture.account)
        #expect(kept.content == TodoContent(title: "우유 사기"))
    }

    @Test func aReminderMayBeOfThisMinute() async throws {
        let id = try await fixture.makeTodo(in: fixture.makeList())
        let input = NoteInput(text: "우유", reminder: "2026-11-21T20:20")
        #expect(try await edit(id, input, after: 59).saved != nil)
        let other = NoteInput(text: "두유", reminder: "2026-11-21T20:21")
        let late = try await edit(id, other, revision: 2, after: 120)
        #expect(late.refusedForm?.message("reminder") != nil)
    }

    @Test func aTodoIsEditedAfterItsReminder() async throws {
        let list = try await fixture.makeList()
        let id = try await fixture.makeTodo(in: list, reminder: fixture.now + -3_599)
        let page = try await page(id)
        #expect(page.input.reminder == "2026-11-21T19:20")
        #expect(page.earliestReminder == "2026-11-21T19:20")
        var input = page.input
        input.text = "두유 사기"
        #expect(try await edit(id, input).saved == list)
        input.reminder = "2026-11-21T19:19"
        #expect(try await edit(id, input, revision: 2).refusedForm?.message("reminder") != nil)
    }

    @Test func everyFaultIsToldAndWhatWasTypedKept() async throws {
        let id = try await fixture.makeTodo(in: fixture.makeList())
        let input = NoteInput(text: " ", reminder: "내일 아침")
        let outcome = try await edit(id, input)
        #expect(outcome.refusal?.reason == .invalid)
        let page = try #require(outcome.refusedForm)
        #expect(page.input == input)
        #expect(page.revision == 1)
        #expect(
            page.alert?.texts == [
                "~ 할 일을 입력해주세요.", "~ 알림 시각을 날짜와 시각으로 입력해주세요.",
            ])
        let kept = try await fixture.storage.todo(id, of: fixture.account)
        #expect(kept.content.title == "우유 사기")
    }

    @Test func aStaleEditShowsBothVersionsAndLosesNeither() async throws {
        let id = try await fixture.makeTodo(in: fixture.makeList())
        _ = try await edit(id, NoteInput(text: "다른 창에서"))
        let input = NoteInput(text: "이 창에서")
        let page = try #require(try await edit(id, input, after: 90).refusedForm)
        #expect(page.alert?.title.text == "그사이 바뀌었어요")
        #expect(page.current?.text == "다른 창에서")
        #expect(page.current?.dateModified == Moment(fixture.now + 60, in: .seoul))
        #expect(page.input == input)
        // Having seen both versions, the writer may send it again.
        #expect(try await edit(id, input, revision: page.revision).saved != nil)
        let kept = try await fixture.storage.todo(id, of: fixture.account)
        #expect(kept.content.title == "이 창에서")
    }

    @Test func theSameEditSentTwiceIsNoConflict() async throws {
        let id = try await fixture.makeTodo(in: fixture.makeList())
        for _ in 1...2 {
            #expect(try await edit(id, NoteInput(text: "우유 둘")).saved != nil)
        }
        #expect(try await fixture.storage.todo(id, of: fixture.account).revision == 2)
    }

    @Test func aTodoMovesToTheChosenList() async throws {
        let id = try await fixture.makeTodo(in: fixture.makeList())
        let other = try await fixture.makeList("이사", icon: .car)
        let before = try await page(id)
        #expect(before.lists.map(\.title) == ["이사", "장보기"])
        #expect(before.lists.map(\.isSelected) == [false, true])
        // The same form sent twice is no conflict.
        for _ in 1...2 {
            #expect(try await edit(id, NoteInput(text: "상자 사기"), on: "\(other)").saved == other)
        }
        let after = try await page(id)
        #expect(after.list == TodoDetail.ListLink(id: other, title: "이사"))
        #expect(after.lists.map(\.isSelected) == [true, false])
        // Without a choice it stays on its list.
        #expect(try await edit(id, NoteInput(text: "끈 사기"), revision: 2).saved == other)
    }

    /// Another window has saved the same text, but has not moved the task.
    @Test func aMoveThatWasNotMadeIsNoDuplicate() async throws {
        let id = try await fixture.makeTodo(in: fixture.makeList())
        let other = try await fixture.makeList("이사", icon: .car)
        let input = NoteInput(text: "우유 둘")
        #expect(try await edit(id, input).saved != nil)
        let page = try #require(try await edit(id, input, on: "\(other)").refusedForm)
        #expect(page.alert?.title.text == "그사이 바뀌었어요")
        #expect(page.lists.filter(\.isSelected).map(\.id) == [other])
        #expect(try await edit(id, input, on: "\(other)", revision: page.revision).saved == other)
    }

    @Test(arguments: ["77", "zwei", "-1", "99999999999999999999"])
    func aListThatIsGoneIsToldAndNothingTypedIsLost(list: String) async throws {
        let id = try await fixture.makeTodo(in: fixture.makeList())
        let input = NoteInput(text: "상자 사기", reminder: "2026-11-21T20:25")
        let page = try #require(try await edit(id, input, on: list).refusedForm)
        #expect(page.refusal?.faults.map(\.field) == ["list"])
        #expect(page.message("list")?.text == "목록이 지워졌으니 다른 목록을 골라주세요.")
        #expect(page.input == input && page.revision == 1)
        #expect(page.lists.filter(\.isSelected).map(\.title) == ["장보기"])
        let kept = try await fixture.storage.todo(id, of: fixture.account)
        #expect(kept.content.title == "우유 사기")
    }

    /// Other faults are reported first, and the chosen list is kept.
    @Test func theListIsKeptInAFormThatComesBack() async throws {
        let id = try await fixture.makeTodo(in: fixture.makeList())
        let other = try await fixture.makeList("이사", icon: .car)
        let page = try #require(
            try await edit(id, NoteInput(text: " "), on: "\(other)").refusedForm)
        #expect(page.refusal?.faults.map(\.field) == ["title"])
        #expect(page.lists.filter(\.isSelected).map(\.id) == [other])
        #expect(page.list.title == "장보기")
    }

    @Test func anItemThatIsGoneIsToldAndLeftOutOfTheForm() async throws {
        let id = try await fixture.makeTodo(in: fixture.makeList())
        let input = NoteInput(text: "약속", item: "404")
        let page = try #require(try await edit(id, input).refusedForm)
        #expect(page.refusal?.faults.map(\.field) == ["item"])
        #expect(page.item == nil)
        #expect(page.input.text == "약속")
    }

    @Test func aCompletedTodoKeepsEverythingAndCanBeReopened() async throws {
        let id = try await fixture.makeTodo(in: fixture.makeList())
        let before = try await fixture.storage.todo(id, of: fixture.account)
        for isCompleted in [true, true, false, false] {
            let outcome = try await fixture.completed.submit(
                id, isCompleted: isCompleted, of: fixture.account, at: fixture.now + 5)
            #expect(outcome == CompletedTodos.Outcome(list: before.list, isApart: false))
            let page = try await page(id)
            #expect(page.isCompleted == isCompleted)
            #expect(page.dateCompleted == (isCompleted ? Moment(fixture.now + 5, in: .seoul) : nil))
        }
        #expect(try await fixture.storage.todo(id, of: fixture.account) == before)
    }
}
