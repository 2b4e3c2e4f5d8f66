import Market
import Testing

@testable import ViewModels

/// Two accounts with an organiser each, over one storage.
struct OrganiserFixture {
    let storage: any MarketStorage
    let account: Account.ID
    let stranger: Account.ID
    /// Kept for as long as the fixture; nil over the storage of another one.
    var market: FreshMarket?
    let now = Timestamp(seconds: 1_795_260_000)

    var home: OrganiserHome { OrganiserHome(storage: storage, zone: .seoul) }
    var lists: TodoLists { TodoLists(storage: storage) }
    var list: TodoListDetail { TodoListDetail(storage: storage, zone: .seoul) }
    var todo: TodoDetail { TodoDetail(storage: storage, zone: .seoul) }
    var todoComposer: TodoComposer {
        TodoComposer(storage: storage, zone: .seoul, firstList: "할 일")
    }
    var completed: CompletedTodos { CompletedTodos(storage: storage, zone: .seoul) }
    var memos: MemoList { MemoList(storage: storage, zone: .seoul) }
    var memo: MemoDetail { MemoDetail(storage: storage, zone: .seoul) }
    var editor: MemoEditor { MemoEditor(storage: storage, zone: .seoul) }
    var prompt: DeletionPrompt { DeletionPrompt(storage: storage) }
    var noteDeletion: NoteDeletion { NoteDeletion(storage: storage) }
    var trash: Trash { Trash(storage: storage, zone: .seoul) }
    var reminders: ReminderInbox { ReminderInbox(storage: storage, zone: .seoul) }
    var schedule: Schedule { Schedule(storage: storage, zone: .seoul) }
    var searches: SavedSearchList { SavedSearchList(storage: storage) }
    var search: SavedSearchDetail { SavedSearchDetail(storage: storage) }
    var searchForm: SavedSearchForm { SavedSearchForm(storage: storage) }
    static let steps = ["사진 찍기", "올리기", "약속", "전달"]

    var checklist: Checklist { Checklist(storage: storage, standard: Self.steps) }
    var itemChecklist: ItemChecklist { ItemChecklist(storage: storage) }

    static func with(_ body: (OrganiserFixture) async throws -> Void) async throws {
        try await body(try await OrganiserFixture())
    }

    /// Runs `body` with a list of the account's.
    static func withList(
        _ body: (OrganiserFixture, TodoList.ID) async throws -> Void
    ) async throws {
        try await with { fixture in try await body(fixture, try await fixture.makeList()) }
    }

    func makeList(_ title: String = "장보기", icon: Icon = .cart) async throws -> TodoList.ID {
        try await storage.insert(TodoListContent(title: title, icon: icon), of: account, at: now)
    }

    func makeTodo(
        _ title: String = "우유 사기", in list: TodoList.ID, reminder: Timestamp? = nil,
        repeated frequency: Repetition.Frequency? = nil, item: Item.ID? = nil
    ) async throws -> Todo.ID {
        var content = TodoContent(title: title, reminder: reminder, item: item)
        if let frequency, let reminder {
            content.repetition = Repetition(frequency, from: reminder)
        }
        return try await storage.insert(content, in: list, of: account, at: now)
    }

    func makeMemo(
        _ text: String = "의자 다리 길이 42cm", reminder: Timestamp? = nil, item: Item.ID? = nil
    ) async throws -> Memo.ID {
        let content = MemoContent(text: text, reminder: reminder, item: item)
        return try await storage.insert(content, of: account, at: now)
    }

    /// Posts an item.
    /// - Parameter seller: nil for `account`.
    func makeItem(
        _ title: String = "원목 의자", for purpose: Item.Purpose = .offer,
        of seller: Account.ID? = nil
    ) async throws -> Item.ID {
        try await storage.insert(.sample(title, for: purpose, of: seller ?? account))
    }

    func complete(_ id: Todo.ID) async throws {
        _ = try await completed.submit(id, isCompleted: true, of: account, at: now)
    }

    func dismiss(_ subject: Reminder.Subject) async throws {
        try await reminders.submit(subject, of: account, at: now)
    }

    func delete(_ subject: DeletionPrompt.Subject) async throws -> Deletion {
        try #require(try await prompt.submit(subject, of: account, at: now))
    }

    func delete(_ note: Reminder.Subject) async throws -> Deletion {
        try await noteDeletion.submit(note, of: account, at: now).deletion
    }
}

extension OrganiserFixture {
    init() async throws {
        let market = try FreshMarket()
        self.init(
            storage: market.storage, account: try await market.storage.join("민지"),
            stranger: try await market.storage.join("하늘"), market: market)
    }
}

extension NewItem {
    /// An item for 25,000 won, posted at the fixtures' time; a guest's unless a seller is named.
    static func sample(
        _ title: String = "원목 의자", for purpose: Item.Purpose = .offer,
        category: Market.Category = .furniture, stock: Int64 = 1, of seller: Account.ID? = nil,
        after seconds: Int64 = 0
    ) throws -> NewItem {
        NewItem(
            content: ItemContent(
                purpose: purpose, title: title, category: category, price: try Price(25_000),
                stock: stock, description: "흠집이 조금 있어요."),
            photos: [], owner: seller.map { .account($0) } ?? .guest(passwordHash: "?"),
            datePosted: Timestamp(seconds: 1_795_260_000) + seconds)
    }
}

extension AccountStorage {
    func join(_ nickname: String) async throws -> Account.ID {
        let nickname = try #require(Nickname(nickname))
        return try await insert(
            NewAccount(
                nickname: nickname, passwordHash: "none",
                dateJoined: Timestamp(seconds: 1_795_000_000)))
    }
}

/// Texts that count as blank, however long they are.
let blanks = [
    "", " ", "\n\t\r\n", "\u{200B}\u{3164}", "\u{0}\u{1}", String(repeating: " ", count: 300),
    "\u{2800}\u{FE0F}", "\u{E000}\u{F8FF}", "\u{301}\u{A66F}",
]
