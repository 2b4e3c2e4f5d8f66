import Market
import Testing

@testable import ViewModels

struct OrganiserHomeTests {
    private let fixture: OrganiserFixture

    init() async throws { fixture = try await OrganiserFixture() }

    private static let hour: Int64 = 3_600

    private func home(
        at now: Timestamp? = nil, isShownAgain: Bool = false
    ) async throws -> OrganiserHome.Output {
        try await fixture.home.output(
            for: fixture.account, at: now ?? fixture.now, isShownAgain: isShownAgain)
    }

    @Test func somebodyNewHasAnEmptyOrganiser() async throws {
        #expect(try await home().isEmpty)
        _ = try await fixture.makeList()
        #expect(try await home().isEmpty)
        _ = try await fixture.makeMemo()
        #expect(try await !home().isEmpty)
    }

    @Test func guestItemsOfTheBrowserAreOffered() async throws {
        try await AccountFixture.with { accounts in
            let account = try await accounts.open().account
            let home = OrganiserHome(storage: accounts.storage, zone: .seoul)
            let posted = [
                try await accounts.post(by: nil), try await accounts.post(by: nil), 77,
                try await accounts.post(by: account),
            ]
            func offer() async throws -> String? {
                try await home.output(for: account, posted: posted, at: accounts.now).postedText?
                    .text
            }
            #expect(try await offer() == "이 브라우저에서 올린 글 2개를 내 글로 가져올까요?")
            for id in posted.prefix(2) {
                try await accounts.storage.takeOver(id, by: account)
            }
            #expect(try await offer() == nil)
        }
    }

    /// It is 20:20 in Seoul.
    @Test func thingsDueByMidnightComeSoonestFirst() async throws {
        let list = try await fixture.makeList()
        let midnight = fixture.now + 3 * Self.hour + 40 * 60
        _ = try await fixture.makeTodo("늦은 밤", in: list, reminder: midnight + -1)
        _ = try await fixture.makeTodo("내일", in: list, reminder: midnight)
        _ = try await fixture.makeMemo("어제 것", reminder: fixture.now + -24 * Self.hour)
        _ = try await fixture.makeTodo("지금", in: list, reminder: fixture.now)
        let page = try await home()
        #expect(page.due.map(\.title) == ["어제 것", "지금", "늦은 밤"])
        #expect(page.due.map(\.isDue) == [true, true, false])
        #expect(
            page.due.map(\.time.text) == ["11월 20일 (금) 오후 8:20", "오늘 오후 8:20", "오늘 오후 11:59"])
        #expect(page.todos.map(\.title) == ["내일"])
        #expect(try await home(at: midnight).due.count == 4)
    }

    @Test func theHeadingSaysWhenSomethingIsOverdue() async throws {
        let list = try await fixture.makeList()
        _ = try await fixture.makeTodo("지금", in: list, reminder: fixture.now)
        #expect(try await home().dueHeading.text == "오늘")
        _ = try await fixture.makeMemo("어제 것", reminder: fixture.now + -24 * Self.hour)
        #expect(try await home().dueHeading.text == "지난 일과 오늘")
    }

    @Test func theNewestTodosOfAllListsShowTheirLists() async throws {
        let lists = [try await fixture.makeList(), try await fixture.makeList("이사", icon: .car)]
        for number in 1...8 {
            _ = try await fixture.makeTodo("\(number)", in: lists[number % 2])
        }
        let todos = try await home().todos
        #expect(todos.map(\.title) == ["8", "7", "6", "5", "4", "3"])
        #expect(todos.prefix(2).map(\.list.icon) == [.cart, .car])
        #expect(todos.prefix(2).map(\.list.title) == ["장보기", "이사"])
    }

    @Test func aTodoShowsTheItemThatItIsPinnedTo() async throws {
        let list = try await fixture.makeList()
        let item = try await fixture.makeItem("전자 피아노")
        _ = try await fixture.makeTodo("받침대 찾기", in: list, item: item)
        _ = try await fixture.makeTodo(in: list)
        #expect(try await home().todos.map(\.itemTitle) == [nil, "전자 피아노"])
    }

    @Test func tickedTodosStayBelowOpenOnesUntilThePageIsLeft() async throws {
        let list = try await fixture.makeList()
        var ids: [Todo.ID] = []
        for title in ["하나", "둘", "셋"] {
            ids.append(try await fixture.makeTodo(title, in: list))
        }
        let due = try await fixture.makeTodo("넷", in: list, reminder: fixture.now + -60)
        _ = try await fixture.makeTodo("다섯", in: list, reminder: fixture.now)
        try await fixture.complete(ids[1])
        try await fixture.complete(due)
        let page = try await home(isShownAgain: true)
        #expect(page.todos.map(\.title) == ["셋", "하나", "둘"])
        #expect(page.todos.map(\.isCompleted) == [false, false, true])
        #expect(page.due.map(\.title) == ["다섯", "넷"])
        #expect(page.due.map(\.isCompleted) == [false, true])
        #expect(page.due.map(\.isDue) == [true, false])
        let anew = try await home()
        #expect(anew.todos.map(\.title) == ["셋", "하나"])
        #expect(anew.due.map(\.title) == ["다섯"])
        // After ten minutes nobody looks for the ticked tasks any more.
        let later = try await home(at: fixture.now + 601, isShownAgain: true)
        #expect(later.todos.map(\.title) == ["셋", "하나"])
        #expect(later.due.map(\.title) == ["다섯"])
    }

    @Test func manyTickedTodayLeaveRoomForOpenTodos() async throws {
        let list = try await fixture.makeList()
        for number in 1...9 {
            let id = try await fixture.makeTodo("\(number)", in: list)
            if number > 3 { try await fixture.complete(id) }
        }
        let todos = try await home(isShownAgain: true).todos
        #expect(todos.prefix(3).map(\.title) == ["3", "2", "1"])
        #expect(todos.map(\.isCompleted) == [false, false, false, true, true, true, true])
        #expect(try await home().todos.map(\.title) == ["3", "2", "1"])
    }

    /// Neither due nor ticked tasks are among those left out.
    @Test func theNumberOfFurtherOpenTodosIsShown() async throws {
        let list = try await fixture.makeList()
        for number in 1...9 { _ = try await fixture.makeTodo("\(number)", in: list) }
        let due = try await fixture.makeTodo("오늘", in: list, reminder: fixture.now)
        let done = try await fixture.makeTodo("끝난 것", in: list)
        try await fixture.complete(done)
        for isShownAgain in [false, true] {
            #expect(try await home(isShownAgain: isShownAgain).moreTodos == 3)
        }
        try await fixture.complete(due)
        #expect(try await home(isShownAgain: true).moreTodos == 3)
        _ = try await fixture.delete(.list(list))
        #expect(try await home().moreTodos == 0)
    }

    @Test func salesAreCountedByStateTheReservedOnesFirst() async throws {
        var ids: [Item.ID] = []
        for title in ["의자", "책상", "거울", "조명"] {
            ids.append(try await fixture.makeItem(title))
        }
        try await fixture.storage.setStatus(.reserved, of: ids[0], at: fixture.now)
        try await fixture.storage.setStatus(.sold, of: ids[3], at: fixture.now)
        let page = try await home()
        #expect(page.stages.map(\.status) == [.selling, .reserved, .sold])
        #expect(page.stages.map(\.count) == [2, 1, 1])
        #expect(page.sales.map(\.title) == ["의자", "거울", "책상"])
    }

    @Test func theNumberOfShownSalesIsTold() async throws {
        for number in 1...8 {
            _ = try await fixture.makeItem("의자 \(number)")
            _ = try await fixture.makeItem("구하는 의자 \(number)", for: .request)
        }
        let few = try await home()
        #expect(few.shownSales == nil && few.shownWanted == nil)
        let more = try await fixture.makeItem("의자 9")
        _ = try await fixture.makeItem("구하는 의자 9", for: .request)
        _ = try await fixture.makeItem("의자 10")
        let many = try await home()
        #expect(many.sales.count == 8 && many.wanted.count == 8)
        #expect(many.shownSales?.text == "10개 가운데 8개 · 모두 보기")
        #expect(many.shownWanted?.text == "9개 가운데 8개 · 모두 보기")
        // Sold items are on their own page.
        try await fixture.storage.setStatus(.sold, of: more, at: fixture.now)
        #expect(try await home().shownSales?.text == "9개 가운데 8개 · 모두 보기")
    }

    @Test func wantedItemsAreNoSales() async throws {
        let tent = try await fixture.makeItem("텐트", for: .request)
        let chair = try await fixture.makeItem("캠핑 의자", for: .request)
        var page = try await home()
        #expect(page.stages.isEmpty && page.sales.isEmpty && !page.isEmpty)
        #expect(page.wanted.map(\.title) == ["캠핑 의자", "텐트"])
        #expect(page.wantedStages.map(\.count) == [2])
        _ = try await fixture.makeItem("책상")
        try await fixture.storage.setStatus(.sold, of: chair, at: fixture.now)
        page = try await home()
        #expect(page.stages.map(\.count) == [1] && page.sales.map(\.title) == ["책상"])
        #expect(page.wantedStages.map(\.status) == [.selling, .sold])
        #expect(page.wanted.map(\.id) == [tent])
        try await fixture.storage.setStatus(.sold, of: tent, at: fixture.now)
        page = try await home()
        #expect(page.wanted.isEmpty && page.wantedStages.map(\.count) == [2])
    }

    @Test func conversationsToAnswerAreListedUntilAnswered() async throws {
        let storage = fixture.storage
        var ids: [Conversation.ID] = []
        for number in 1...6 {
            let item = try await fixture.makeItem("의자 \(number)")
            ids.append(
                try await storage.ask(
                    NewChatMessage(text: "저요", date: fixture.now), about: item,
                    by: fixture.stranger))
        }
        var page = try await home()
        #expect(page.conversations.map(\.id) == ids.suffix(5).reversed())
        #expect(page.hasMoreConversations)
        let reader = Conversation.Reader.account(fixture.account)
        try await storage.setRead(upTo: .max, in: ids[5], by: reader)
        #expect(try await home().conversations.first?.id == ids[5])
        _ = try await storage.insert(
            NewChatMessage(text: "네", date: fixture.now), in: ids[5], by: reader)
        page = try await home()
        #expect(page.conversations.map(\.id) == ids.prefix(5).reversed())
        #expect(!page.hasMoreConversations)
        let others = try await fixture.home.output(for: fixture.stranger, at: fixture.now)
        #expect(others.conversations.map(\.id) == [ids[5]])
    }

    @Test func theThreeNewestMemosAreShown() async throws {
        for number in 1...4 { _ = try await fixture.makeMemo("메모 \(number)") }
        #expect(try await home().memos.map(\.title) == ["메모 4", "메모 3", "메모 2"])
    }
}
