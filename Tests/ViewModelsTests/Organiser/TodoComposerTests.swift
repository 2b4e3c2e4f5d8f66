import Market
import Testing

@testable import ViewModels

struct TodoComposerTests {
    @Test func whoHasNoListGetsOneWithTheFirstTodo() async throws {
        try await OrganiserFixture.with { fixture in
            let page = try await fixture.todoComposer.output(
                for: NoteInput(), of: fixture.account, at: fixture.now)
            #expect(page.lists.map(\.title) == ["할 일"])
            #expect(page.lists.map(\.id) == [nil])
            let id = try #require(
                try await fixture.todoComposer.submit(
                    NoteInput(text: "약속"), of: fixture.account, at: fixture.now
                ).saved)
            let list = try await fixture.storage.list(id, of: fixture.account)
            #expect(list.content.title == "할 일")
        }
    }

    @Test func aTodoIsPinnedToItsItemOnTheListChosen() async throws {
        try await OrganiserFixture.with { fixture in
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
    }

    @Test func theTitleOfAHiddenItemIsNotTold() async throws {
        try await OrganiserFixture.with { fixture in
            let item = try await fixture.makeItem()
            try await fixture.storage.setHidden(true, item, at: fixture.now)
            let page = try await fixture.todoComposer.output(
                for: NoteInput(item: "\(item)"), of: fixture.stranger, at: fixture.now)
            #expect(page.item == PinnedItem(id: item, title: "…"))
        }
    }

    @Test(arguments: ["404", "-1", "가", "1 ", "99999999999999999999"])
    func anUnknownListIsRefusedAndTheRestKept(list: String) async throws {
        try await OrganiserFixture.with { fixture in
            let outcome = try await fixture.todoComposer.submit(
                NoteInput(text: "약속"), on: list, of: fixture.account, at: fixture.now)
            #expect(outcome.refusedForm?.refusal?.faults.map(\.field) == ["list"])
            #expect(outcome.refusedForm?.input.text == "약속")
        }
    }

    @Test func aStrangersListIsRefusedAndNotOffered() async throws {
        try await OrganiserFixture.with { fixture in
            let list = try await fixture.makeList()
            let outcome = try await fixture.todoComposer.submit(
                NoteInput(text: "약속"), on: "\(list)", of: fixture.stranger, at: fixture.now)
            #expect(outcome.refusedForm?.refusal?.faults.map(\.field) == ["list"])
            #expect(outcome.refusedForm?.lists.map(\.title) == ["할 일"])
            #expect(try await fixture.storage.todos(in: list, of: fixture.account).isEmpty)
        }
    }

    @Test func aReminderThatHasPassedIsRefused() async throws {
        try await OrganiserFixture.with { fixture in
            let input = NoteInput(text: "약속", reminder: "2026-11-21T20:19")
            let outcome = try await fixture.todoComposer.submit(
                input, of: fixture.account, at: fixture.now)
            #expect(outcome.refusal?.faults.map(\.field) == ["reminder"])
            #expect(outcome.refusedForm?.earliestReminder == "2026-11-21T20:20")
        }
    }

    @Test func aRefusedTodoMakesNoList() async throws {
        try await OrganiserFixture.with { fixture in
            let outcome = try await fixture.todoComposer.submit(
                NoteInput(), of: fixture.account, at: fixture.now)
            #expect(outcome.refusal?.reason == .invalid)
            #expect(try await fixture.storage.lists(of: fixture.account).isEmpty)
        }
    }
}
