import Market
import Testing

@testable import ViewModels

struct TodoComposerTests {
    @Test(arguments: Backend.all)
    func whoHasNoListGetsOneWithTheFirstTask(_ backend: Backend) async throws {
        try await OrganiserFixture.over(backend) { fixture in
            let page = try await fixture.todoComposer.blank(item: "", of: fixture.account)
            #expect(page.lists.map(\.title) == ["할 일"])
            #expect(page.lists.map(\.id) == [nil])
            let input = TodoComposer.Input(todo: TodoInput(title: "약속"))
            let id = try #require(
                try await fixture.todoComposer.create(
                    input, of: fixture.account, at: fixture.now
                ).saved)
            let list = try await fixture.storage.list(id, of: fixture.account)
            #expect(list.content.title == "할 일")
        }
    }

    @Test(arguments: Backend.all)
    func aTaskIsPinnedToItsListingOnTheListChosen(_ backend: Backend) async throws {
        try await OrganiserFixture.over(backend) { fixture in
            let item = try await fixture.makeItem()
            let chosen = try await fixture.makeList("먼저")
            _ = try await fixture.makeList("나중")
            let page = try await fixture.todoComposer.blank(item: "\(item)", of: fixture.account)
            #expect(page.item == PinnedItem(id: item, title: "원목 의자"))
            #expect(page.lists.map(\.title) == ["나중", "먼저"])
            #expect(page.lists.map(\.isSelected) == [true, false])
            let input = TodoComposer.Input(
                list: "\(chosen)", todo: TodoInput(title: "약속", item: "\(item)"))
            _ = try await fixture.todoComposer.create(
                input, of: fixture.account, at: fixture.now)
            let todos = try await fixture.storage.todos(in: chosen, of: fixture.account)
            #expect(todos.map(\.content) == [TodoContent(title: "약속", item: item)])
        }
    }

    @Test(arguments: Backend.all, ["404", "-1", "가", "1 ", "99999999999999999999"])
    func whatIsNoListIsToldAndTheRestKept(_ backend: Backend, list: String) async throws {
        try await OrganiserFixture.over(backend) { fixture in
            let input = TodoComposer.Input(list: list, todo: TodoInput(title: "약속"))
            let outcome = try await fixture.todoComposer.create(
                input, of: fixture.account, at: fixture.now)
            #expect(outcome.refusedForm?.faults.map(\.field) == ["list"])
            #expect(outcome.refusedForm?.input.title == "약속")
        }
    }

    @Test(arguments: Backend.all)
    func aStrangersListIsNoneToChoose(_ backend: Backend) async throws {
        try await OrganiserFixture.over(backend) { fixture in
            let list = try await fixture.makeList()
            let input = TodoComposer.Input(list: "\(list)", todo: TodoInput(title: "약속"))
            let outcome = try await fixture.todoComposer.create(
                input, of: fixture.stranger, at: fixture.now)
            #expect(outcome.refusedForm?.faults.map(\.field) == ["list"])
            #expect(outcome.refusedForm?.lists.map(\.title) == ["할 일"])
            #expect(try await fixture.storage.todos(in: list, of: fixture.account).isEmpty)
        }
    }

    @Test(arguments: Backend.all)
    func whatIsWrongMakesNoList(_ backend: Backend) async throws {
        try await OrganiserFixture.over(backend) { fixture in
            let outcome = try await fixture.todoComposer.create(
                TodoComposer.Input(), of: fixture.account, at: fixture.now)
            #expect(outcome.refusal == .invalid)
            #expect(try await fixture.storage.lists(of: fixture.account).isEmpty)
        }
    }
}
