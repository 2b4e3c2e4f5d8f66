import Market
import Testing

@testable import ViewModels

struct CompletedTodosTests {
    private let fixture: OrganiserFixture

    init() async throws { fixture = try await OrganiserFixture() }

    private func page(
        before key: CompletedTodo.Key? = nil
    ) async throws -> ListPage<CompletedTodos.Entry, CompletedTodo.Key> {
        try await fixture.completed.output(for: fixture.account, before: key).page
    }

    @Test func completedTodosShowTheirListAndTime() async throws {
        let list = try await fixture.makeList()
        let id = try await fixture.makeTodo(in: list)
        _ = try await fixture.makeTodo("아직", in: list)
        #expect(try await page().emptyText != nil)
        try await fixture.complete(id)
        let page = try await page()
        #expect(
            page.entries == [
                CompletedTodos.Entry(
                    id: id, title: "우유 사기",
                    list: TodoDetail.ListLink(id: list, title: "장보기"),
                    dateCompleted: Moment(fixture.now, in: .seoul), occasion: nil,
                    next: nil)
            ])
        #expect(page.emptyText == nil)
        #expect(try await fixture.completed.output(for: fixture.stranger).page.entries.isEmpty)
    }

    /// A task that comes only once needs no day.
    @Test func eachRepetitionSaysWhichDayItWasFor() async throws {
        let list = try await fixture.makeList()
        let lastYear = try #require(MarketTimeZone.seoul.moment(typed: "2025-12-31T09:00"))
        for (title, reminder, frequency) in [
            ("월세", lastYear, .monthly), ("약", fixture.now + -86_400, .daily),
            ("전화", fixture.now + -86_400, nil),
        ] as [(String, Timestamp, Repetition.Frequency?)] {
            let id = try await fixture.makeTodo(
                title, in: list, reminder: reminder, repeated: frequency)
            try await fixture.complete(id)
        }
        let open = try await fixture.storage.openTodos(of: fixture.account, limit: 9)
        let next = try #require(open.first(where: { $0.todo.content.title == "약" })).id
        // Completed a day early.
        try await fixture.complete(next)
        let days = [nil, "11월 22일 (일) 몫", "11월 20일 (금) 몫", "2025년 12월 31일 (수) 몫"]
        let page = try await page()
        #expect(page.entries.map(\.title) == ["전화", "약", "약", "월세"])
        #expect(page.entries.map(\.occasion?.text) == days)
        let rows = try await fixture.list.output(
            for: list, of: fixture.account, at: fixture.now, isShownAgain: true
        ).todos
        #expect(rows.filter(\.isCompleted).map(\.occasion?.text) == days)
        #expect(rows.filter { !$0.isCompleted }.allSatisfy { $0.occasion == nil })
        let home = try await fixture.home.output(
            for: fixture.account, at: fixture.now, isShownAgain: true)
        let ticked = home.todos.filter(\.isCompleted)
        #expect(ticked.map(\.time?.text) == ["11월 22일 (일) 몫"])
        let detail = try await fixture.todo.output(for: next, of: fixture.account, at: fixture.now)
        #expect(detail.occasion?.text == days[1])
        _ = try await fixture.completed.submit(
            next, isCompleted: false, of: fixture.account, at: fixture.now)
        let reopened = try await fixture.todo.output(
            for: next, of: fixture.account, at: fixture.now)
        #expect(reopened.occasion == nil)
    }

    @Test func completedTodosOfOneListStandApart() async throws {
        let list = try await fixture.makeList()
        let other = try await fixture.makeList("이사", icon: .car)
        for (title, list) in [("우유", list), ("상자", other)] {
            try await fixture.complete(try await fixture.makeTodo(title, in: list))
        }
        let output = try await fixture.completed.output(for: fixture.account, in: list)
        #expect(output.list == TodoDetail.ListLink(id: list, title: "장보기"))
        #expect(output.page.entries.map(\.title) == ["우유"])
        #expect(try await fixture.completed.output(for: fixture.account).list == nil)
        await #expect(throws: StorageError.notFound) {
            try await fixture.completed.output(for: fixture.stranger, in: list)
        }
    }

    /// The reopened task does not repeat any more, and its page says so.
    @Test func aRepetitionReopensByItselfOnceTheNextWasTouched() async throws {
        let list = try await fixture.makeList()
        let id = try await fixture.makeTodo("약", in: list, reminder: fixture.now, repeated: .daily)
        func reopen() async throws -> Bool {
            try await fixture.completed.submit(
                id, isCompleted: false, of: fixture.account, at: fixture.now
            ).isApart
        }
        try await fixture.complete(id)
        #expect(try await !reopen())
        try await fixture.complete(id)
        let open = try await fixture.storage.openTodos(of: fixture.account, limit: 9)
        try await fixture.complete(try #require(open.first).id)
        #expect(try await reopen())
        // From then on it is like any other.
        #expect(try await !reopen())
    }

    @Test func pagesFollowOnEachOther() async throws {
        let list = try await fixture.makeList()
        let count = CompletedTodos.pageSize * 2 + 1
        for number in 0..<count {
            let id = try await fixture.makeTodo("\(number)", in: list)
            // Several share each second.
            _ = try await fixture.completed.submit(
                id, isCompleted: true, of: fixture.account,
                at: fixture.now + Int64(number / 3))
        }
        var seen: [String] = []
        var key: CompletedTodo.Key?
        var pages = 0
        repeat {
            let page = try await page(before: key)
            #expect(page.isFirst == (pages == 0))
            seen += page.entries.map(\.title)
            key = page.older
            pages += 1
        } while key != nil
        #expect(pages == 3)
        #expect(seen == (0..<count).reversed().map { "\($0)" })
    }
}
