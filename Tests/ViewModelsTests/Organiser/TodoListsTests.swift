import Market
import Testing

@testable import ViewModels

struct TodoListsTests {
    private let fixture: OrganiserFixture

    init() async throws { fixture = try await OrganiserFixture() }

    private func page() async throws -> TodoLists.Output {
        try await fixture.lists.output(of: fixture.account)
    }

    private func create(
        _ title: String, icon: String = "check"
    ) async throws -> FormResult<TodoList.ID, TodoLists.Output> {
        try await fixture.lists.submit(
            TodoLists.Input(title: title, icon: icon), of: fixture.account,
            at: fixture.now)
    }

    @Test func withoutAListThePageSaysWhatToDo() async throws {
        let page = try await page()
        #expect(page.lists.isEmpty)
        #expect(page.emptyText?.text == "아직 목록이 없어요. 아래에서 첫 목록을 만들어보세요.")
    }

    @Test func everyListShowsItsIconTitleAndOpenTodos() async throws {
        let id = try await fixture.makeList()
        for title in ["우유", "달걀", "빵"] {
            _ = try await fixture.makeTodo(title, in: id)
        }
        let first = try await fixture.makeTodo(in: id)
        try await fixture.complete(first)
        let page = try await page()
        let content = TodoListContent(title: "장보기", icon: .cart)
        #expect(page.lists.map(\.id) == [id])
        #expect(page.lists.map(\.list.content) == [content])
        #expect(page.lists.map(\.openTodos) == [3])
        #expect(page.emptyText == nil)
        #expect(try await fixture.lists.output(of: fixture.stranger).lists.isEmpty)
    }

    @Test func aNewListHasItsTitleAndIcon() async throws {
        let outcome = try await create(" 이사\n준비 ", icon: "tortoise")
        let id = try #require(outcome.saved)
        let list = try await fixture.storage.list(id, of: fixture.account)
        #expect(list.content == TodoListContent(title: "이사 준비", icon: .tortoise))
    }

    @Test(arguments: blanks)
    func aBlankTitleIsRefusedAndKept(title: String) async throws {
        let outcome = try await create(title, icon: "sun")
        #expect(outcome.refusal?.reason == .invalid)
        let page = try #require(outcome.refusedForm)
        #expect(page.input == TodoLists.Input(title: title, icon: "sun"))
        #expect(page.alert?.title.text == "실패")
        #expect(page.alert?.texts == ["~ 목록 이름을 입력해주세요."])
        #expect(page.alert?.lines.map(\.field) == ["title"])
        #expect(page.icons.filter(\.isSelected).map(\.icon) == [.sun])
    }

    @Test func aTitleMayHaveItsMostLettersAndNoMore() async throws {
        let longest = String(repeating: "가", count: Limits.title)
        for (title, isSaved) in [(longest, true), (longest + "나", false)] {
            let outcome = try await create(title)
            #expect((outcome.saved != nil) == isSaved)
            let text = outcome.refusedForm?.alert?.texts.first
            #expect(text == (isSaved ? nil : "~ 목록 이름을 100자까지 입력해주세요."))
        }
    }

    @Test(arguments: ["", "CHECK", "../check", "check ", "가방"])
    func anUnknownIconIsRefused(icon: String) async throws {
        let outcome = try await create("장보기", icon: icon)
        #expect(outcome.refusedForm?.refusal?.faults.map(\.field) == ["icon"])
    }

    @Test func pastTheMostListsTheLimitIsNamed() async throws {
        for _ in 0..<Limits.lists { _ = try await fixture.makeList() }
        let outcome = try await create("하나 더")
        let page = try #require(outcome.refusedForm)
        #expect(page.input.title == "하나 더")
        #expect(page.message("title")?.text == "목록은 200개까지 만들 수 있으니 쓰지 않는 목록을 지워주세요.")
    }

    @Test func everyIconHasANameOfItsOwn() {
        let choices = IconChoice.all(selected: "check")
        #expect(choices.count == 23)
        #expect(Set(choices.map(\.name.text)).count == 23)
    }
}
