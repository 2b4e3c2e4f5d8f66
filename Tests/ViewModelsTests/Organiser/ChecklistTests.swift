import Market
import Testing

@testable import ViewModels

struct ChecklistTests {
    private let fixture: OrganiserFixture

    init() async throws { fixture = try await OrganiserFixture() }

    private func titles(_ list: TodoList.ID) async throws -> [String] {
        try await fixture.storage.todos(in: list, of: fixture.account).map(\.content.title)
    }

    private func save(_ steps: String) async throws -> FormResult<Void, Checklist.Output> {
        try await fixture.checklist.submit(steps, of: fixture.account)
    }

    /// The steps as the page shows them.
    private func steps() async throws -> String {
        return try await fixture.checklist.output(for: fixture.account).typedSteps
    }

    private func makeList(
        _ item: Item.ID
    ) async throws -> FormResult<TodoList.ID, TodoLists.Output> {
        try await fixture.itemChecklist.submit(
            item, standard: OrganiserFixture.steps, of: fixture.account, at: fixture.now)
    }

    @Test func anItemGetsTheStandardStepsTheFirstOnTop() async throws {
        let item = try await fixture.makeItem(String(repeating: "긴 제목 ", count: 40))
        let outcome = try await makeList(item)
        let list = try #require(outcome.saved)
        #expect(try await titles(list) == ["사진 찍기", "올리기", "약속", "전달"])
        let pinned = try await fixture.storage.todos(pinnedTo: item, of: fixture.account, limit: 99)
        #expect(pinned.count == 4)
        let content = try await fixture.storage.list(list, of: fixture.account).content
        #expect(content.icon == .cart)
        #expect(content.title.count == Limits.title)
    }

    @Test func theStepsDoNotRepeatTheTitleOfTheirList() async throws {
        let item = try await fixture.makeItem(String(repeating: "긴 제목 ", count: 40))
        let list = try #require(try await makeList(item).saved)
        let lamp = try await fixture.makeItem("조명")
        _ = try await fixture.makeTodo("전구 사기", in: list, item: lamp)
        let page = try await TodoListDetail(storage: fixture.storage, zone: .seoul)
            .output(for: list, of: fixture.account, at: fixture.now)
        #expect(page.todos.count == 5 && page.todos.compactMap(\.itemTitle) == ["조명"])
    }

    @Test func anItemGetsOneListHoweverOftenItIsRequested() async throws {
        let item = try await fixture.makeItem()
        var lists: [TodoList.ID?] = []
        for _ in 1...2 {
            lists.append(try await makeList(item).saved)
        }
        #expect(lists[0] == lists[1])
        #expect(try await fixture.storage.lists(of: fixture.account).count == 1)
    }

    @Test func ownStepsComeBackAsTheyWereTyped() async throws {
        let saved = try await save(" 닦기 \r\n\r\n\u{200B}\n재기")
        #expect(saved.refusal == nil)
        #expect(try await steps() == "닦기\n재기")
        let item = try await fixture.makeItem()
        let list = try #require(try await makeList(item).saved)
        #expect(try await titles(list) == ["닦기", "재기"])
    }

    @Test(arguments: blanks)
    func withoutALineTheStandardStepsAreBack(typed: String) async throws {
        _ = try await save("닦기")
        _ = try await save(typed)
        #expect(try await steps() == "사진 찍기\n올리기\n약속\n전달")
    }

    @Test func tooManyOrTooLongLinesAreRefusedAndKept() async throws {
        let many = (0...Limits.checklistSteps).map { "\($0)" }.joined(separator: "\n")
        let long = String(repeating: "가", count: Limits.title + 1)
        for (typed, fault) in [(many, "20줄까지 입력해주세요."), (long, "한 줄을 100자까지 입력해주세요.")] {
            let outcome = try await save(typed)
            #expect(outcome.refusedForm?.typedSteps == typed)
            #expect(outcome.refusedForm?.message("steps")?.text == fault)
        }
    }

    @Test func anItemOfAnotherAccountGetsNone() async throws {
        let item = try await fixture.makeItem()
        for id in [item, 404] {
            await #expect(throws: StorageError.itemNotFound) {
                _ = try await fixture.itemChecklist.submit(
                    id, standard: OrganiserFixture.steps, of: fixture.stranger,
                    at: fixture.now)
            }
        }
        #expect(try await fixture.storage.lists(of: fixture.stranger).isEmpty)
    }

    @Test func withoutRoomForAListThePageOfListsSaysSo() async throws {
        let item = try await fixture.makeItem()
        for _ in 0..<Limits.lists { _ = try await fixture.makeList() }
        #expect(try await makeList(item).refusedForm?.alert?.title.text == "실패")
    }
}
