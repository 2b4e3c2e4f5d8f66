import Market
import Testing

@testable import ViewModels

struct TodoListDetailTests {
    private let fixture: OrganiserFixture

    init() async throws { fixture = try await OrganiserFixture() }

    private func page(
        _ id: TodoList.ID, after seconds: Int64 = 0,
        isShownAgain: Bool = false
    ) async throws -> TodoListDetail.Output {
        try await fixture.list.output(
            for: id, of: fixture.account, at: fixture.now + seconds, isShownAgain: isShownAgain)
    }

    private func add(
        _ title: String, _ id: TodoList.ID
    ) async throws -> FormResult<Todo.ID, TodoListDetail.Output> {
        try await fixture.list.submit(title, in: id, of: fixture.account, at: fixture.now)
    }

    @Test func dueTodosComeFirstOnRequest() async throws {
        let id = try await fixture.makeList()
        for (title, seconds) in [
            ("메모만", nil), ("내일", 86_400), ("밀린 일", 60), ("오늘", 7_200), ("언젠가", nil),
            ("밀린 다른 일", 60),
        ] as [(String, Int64?)] {
            _ = try await fixture.makeTodo(
                title, in: id, reminder: seconds.map { fixture.now + $0 })
        }
        let list = TodoListDetail(storage: fixture.storage, zone: .seoul, order: .due)
        let page = try await list.output(for: id, of: fixture.account, at: fixture.now + 3_600)
        #expect(page.order == .due && page.mayBeOrdered)
        #expect(
            page.todos.map(\.title) == ["밀린 다른 일", "밀린 일", "오늘", "내일", "언젠가", "메모만"])
        #expect(page.todos.map(\.isDue) == [true, true, false, false, false, false])
        #expect(page.todos[0].next == page.todos[1].id)
        let newest = try await fixture.list.output(for: id, of: fixture.account, at: fixture.now)
        #expect(newest.todos.first?.title == "밀린 다른 일" && newest.order == .newest)
        #expect(newest.todos.last?.title == "메모만")
    }

    @Test func todosComeNewestFirstAndOpenOnesAreCounted() async throws {
        let id = try await fixture.makeList()
        let empty = try await page(id)
        #expect(empty.emptyText?.text == "아직 할 일이 없어요. 위에 첫 할 일을 적어보세요.")
        for title in ["우유", "달걀", "빵"] {
            #expect(try await add(title, id).saved != nil)
        }
        let egg = try await page(id).todos[1].id
        try await fixture.complete(egg)
        let full = try await page(id, isShownAgain: true)
        #expect(full.todos.map(\.title) == ["빵", "달걀", "우유"])
        #expect(full.todos.map(\.isCompleted) == [false, true, false])
        #expect(full.openTodos == 2 && full.completedTodos == 1)
        #expect(full.emptyText == nil)
        // A fresh visit, and a page that stayed open for long, show the open tasks only.
        for (seconds, isShownAgain) in [(0, false), (601, true)] as [(Int64, Bool)] {
            let left = try await page(id, after: seconds, isShownAgain: isShownAgain)
            #expect(left.todos.map(\.title) == ["빵", "우유"])
            #expect(left.openTodos == 2 && left.completedTodos == 1)
        }
    }

    @Test func aListWhoseTodosAreAllDoneSaysSo() async throws {
        let id = try await fixture.makeList()
        try await fixture.complete(try await fixture.makeTodo(in: id))
        let page = try await page(id)
        #expect(page.todos.isEmpty && page.hasTodos && page.completedTodos == 1)
        #expect(page.emptyText?.text == "남은 할 일이 없어요.")
    }

    @Test func aReminderShowsWhileItsTodoIsOpen() async throws {
        let id = try await fixture.makeList()
        let due = try await fixture.makeTodo(in: id, reminder: fixture.now)
        _ = try await fixture.makeTodo(in: id, reminder: fixture.now + 1)
        let open = try await page(id)
        #expect(open.todos.map(\.isDue) == [false, true])
        #expect(open.todos.allSatisfy { $0.reminder != nil })
        try await fixture.complete(due)
        let ticked = try await page(id, isShownAgain: true)
        #expect(ticked.todos[1].isCompleted && ticked.todos[1].reminder == nil)
    }

    @Test(arguments: blanks)
    func aBlankTodoIsRefusedAndKept(title: String) async throws {
        let id = try await fixture.makeList()
        let outcome = try await add(title, id)
        #expect(outcome.refusedForm?.typedTitle == title)
        #expect(outcome.refusedForm?.message("title")?.text == "할 일을 입력해주세요.")
        #expect(try await page(id).todos.isEmpty)
    }

    @Test func pastTheMostTodosTheLimitIsNamed() async throws {
        let id = try await fixture.makeList()
        for number in 0..<Limits.todos { _ = try await fixture.makeTodo("\(number)", in: id) }
        let outcome = try await add("하나 더", id)
        let fault = outcome.refusedForm?.message("title")?.text
        #expect(fault == "한 목록에는 할 일을 2,000개까지 담을 수 있으니 끝난 일을 지워주세요.")
    }

    private func rename(
        _ id: TodoList.ID, _ title: String, icon: String = "sun"
    ) async throws -> FormResult<Void, TodoListDetail.Output> {
        try await fixture.list.submit(
            TodoLists.Input(title: title, icon: icon), renaming: id, of: fixture.account,
            at: fixture.now)
    }

    @Test func aListIsRenamedAndKeepsItsTodos() async throws {
        let id = try await fixture.makeList()
        _ = try await fixture.makeTodo(in: id)
        let before = try await page(id)
        #expect(before.naming == TodoLists.Input(title: "장보기", icon: "cart"))
        #expect(!before.isNaming)
        #expect(try await rename(id, " 주말\n장보기 ").saved != nil)
        let after = try await page(id)
        #expect(after.list.content == TodoListContent(title: "주말 장보기", icon: .sun))
        #expect(after.todos == before.todos)
        #expect(after.icons.filter(\.isSelected).map(\.icon) == [.sun])
    }

    @Test(
        arguments: blanks.map { ($0, "sun", "name") } + [
            (String(repeating: "가", count: Limits.title + 1), "sun", "name"),
            ("장보기", "", "icon"), ("장보기", "가방", "icon"),
        ])
    func anInvalidNameIsRefusedAndKept(
        _ typed: (title: String, icon: String, field: String)
    ) async throws {
        let id = try await fixture.makeList()
        let outcome = try await rename(id, typed.title, icon: typed.icon)
        let form = try #require(outcome.refusedForm)
        #expect(form.isNaming)
        #expect(form.naming == TodoLists.Input(title: typed.title, icon: typed.icon))
        #expect(form.refusal?.faults.map(\.field) == [typed.field])
        #expect(try await page(id).list.content.title == "장보기")
    }
}
