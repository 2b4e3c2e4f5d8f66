import Market
import Testing

let noon = Timestamp(seconds: 1_700_000_000)

extension ItemContent {
    /// A wooden chair, unless specified otherwise.
    static func sample(
        title: String = "원목 의자", category: Category = .furniture,
        price: Price? = nil, stock: Int64 = 1, description: String = "흠집이 조금 있어요."
    ) throws -> ItemContent {
        ItemContent(
            title: title, category: category, price: try price ?? Price(25_000), stock: stock,
            description: description)
    }
}

extension NewItem {
    static func sample(
        _ title: String = "원목 의자", category: Category = .furniture, photos: [Photo.ID] = [],
        key: String? = nil, of seller: Account.ID? = nil
    ) throws -> NewItem {
        var item = sample(
            content: try .sample(title: title, category: category), photos: photos, of: seller)
        item.submission = key.map { Submission(form: $0, content: "chair") }
        return item
    }

    /// An item of a guest, unless a seller is named.
    static func sample(
        content: ItemContent, photos: [Photo.ID] = [], of seller: Account.ID? = nil
    ) -> NewItem {
        NewItem(
            content: content, photos: photos,
            owner: seller.map { .account($0) } ?? .guest(passwordHash: "$argon2id$hash"),
            datePosted: noon)
    }
}

extension DevelopedPhoto {
    /// A photo whose id is `letter` 32 times.
    static func sample(_ letter: Character, fullSize: Int = 300) -> DevelopedPhoto {
        let byte = letter.asciiValue ?? 0
        return DevelopedPhoto(
            photo: Photo(id: .sample(letter), width: 40, height: 30),
            thumbnail: [byte], medium: [byte, byte],
            full: [UInt8](repeating: byte, count: fullSize))
    }
}

extension Photo.ID {
    static func sample(_ letter: Character) -> Photo.ID {
        Photo.ID(String(repeating: letter, count: Photo.ID.length))!
    }
}

extension ItemStorage {
    /// Inserts so many items, and returns their ids, oldest first.
    func insertMany(_ count: Int, category: Category = .furniture) async throws -> [Item.ID] {
        var ids: [Item.ID] = []
        for number in 0..<count {
            ids.append(try await insert(.sample("의자 \(number)", category: category)))
        }
        return ids
    }

    /// Inserts so many items at once, to be committed together.
    func insertTogether(_ count: Int, titled title: String = "의자") async throws {
        try await atOnce(count) { _ in try await self.insert(.sample(title)) }
    }
}

extension SellingStorage {
    /// Puts a member's item into the trash.
    func trash(
        _ item: Item.ID, of seller: Account.ID, at moment: Timestamp = noon
    ) async throws -> Deletion {
        try #require(try await deleteItem(item, of: seller, at: moment))
    }
}

extension ConversationStorage {
    /// Has an account ask about an item at noon.
    func ask(
        _ text: String = "저요", about item: Item.ID, by asker: Account.ID
    ) async throws -> Conversation.ID {
        try await ask(NewChatMessage(text: text, date: noon), about: item, by: asker)
    }

    @discardableResult
    func write(
        _ text: String, in id: Conversation.ID, by writer: Conversation.Reader,
        at moment: Timestamp = noon
    ) async throws -> ChatMessage.ID {
        try await insert(NewChatMessage(text: text, date: moment), in: id, by: writer)
    }
}

extension PhotoStorage {
    /// Whether that viewer may see the photo whose id repeats the letter.
    func isShown(
        _ letter: Character, to viewer: Photo.Viewer = .anybody
    ) async throws(StorageError) -> Bool {
        do throws(StorageError) {
            _ = try await bytes(of: .sample(letter), .full, for: viewer)
            return true
        } catch {
            guard error == .photoNotFound else { throw error }
            return false
        }
    }
}

// MARK: - Accounts and what they keep

extension Nickname {
    static func sample(_ text: String) -> Nickname { Nickname(text)! }
}

extension NewAccount {
    static func joining(_ nickname: String, codes: [String] = []) -> NewAccount {
        NewAccount(
            nickname: .sample(nickname), passwordHash: "$argon2id$account",
            recoveryCodes: codes.map { SecretDigest($0) }, dateJoined: noon)
    }
}

extension Session {
    /// A session that lasts an hour from noon.
    static func sample(_ token: String, of account: Account.ID) -> Session {
        Session(
            digest: SecretDigest(token), account: account, dateCreated: noon, lastSeen: noon,
            expires: noon + 3_600)
    }
}

extension AccountStorage {
    /// Inserts an account with that nickname.
    func join(_ nickname: String = "민지") async throws -> Account.ID {
        try await insert(.joining(nickname))
    }

    /// Inserts the accounts of two operators.
    func joinOperators() async throws -> (Account.ID, Account.ID) {
        (try await join("장터지기"), try await join("반장"))
    }

    /// Sets a new password by using up a recovery code.
    func recover(_ account: Account.ID, by code: String) async throws -> Bool {
        try await setPasswordHash("recovered", of: account, usingUp: SecretDigest(code))
    }
}

extension TodoListStorage {
    func makeList(_ title: String = "장보기", of account: Account.ID) async throws -> TodoList.ID {
        try await insert(TodoListContent(title: title), of: account, at: noon)
    }
}

extension TodoStorage {
    func makeTodo(
        _ title: String = "우유 사기", in list: TodoList.ID, of account: Account.ID,
        reminder: Timestamp? = nil
    ) async throws -> Todo.ID {
        try await insert(
            TodoContent(title: title, reminder: reminder), in: list, of: account, at: noon)
    }

    /// Inserts so many tasks, and returns their ids, oldest first.
    func makeTodos(
        _ count: Int, in list: TodoList.ID, of account: Account.ID
    ) async throws -> [Todo.ID] {
        var ids: [Todo.ID] = []
        for number in 0..<count {
            ids.append(try await makeTodo("할 일 \(number)", in: list, of: account))
        }
        return ids
    }

    /// The titles of a list's tasks, newest first.
    func titles(in list: TodoList.ID, of account: Account.ID) async throws -> [String] {
        try await todos(in: list, of: account).map(\.content.title)
    }

    func complete(_ id: Todo.ID, of account: Account.ID, at date: Timestamp = noon) async throws {
        try await setCompleted(true, id, of: account, at: date)
    }

    /// Completes a task that does not repeat or has no next time, or opens it again.
    @discardableResult
    func setCompleted(
        _ isCompleted: Bool, _ id: Todo.ID, of account: Account.ID, at now: Timestamp
    ) async throws -> TodoList.ID {
        try await setCompleted(isCompleted, id, of: account, at: now) { _, _ in nil }
    }
}

extension ReminderStorage {
    /// Dismisses a reminder that does not repeat or has no next time.
    func dismissReminder(_ subject: Reminder.Subject, of account: Account.ID) async throws {
        try await dismissReminder(subject, of: account, at: noon) { _, _ in nil }
    }
}

extension MemoStorage {
    func makeMemo(
        _ text: String = "의자 다리 길이 42cm", of account: Account.ID, reminder: Timestamp? = nil
    ) async throws -> Memo.ID {
        try await insert(MemoContent(text: text, reminder: reminder), of: account, at: noon)
    }
}

extension ItemStorage {
    /// The item as its page shows it.
    func detailed(
        _ item: Item.ID, for viewer: Account.ID? = nil, notes: Int = 9, at now: Timestamp = noon
    ) async throws -> DetailedItem {
        try await detailedItem(
            item, for: viewer, DetailedItem.Limits(others: 9, notes: notes), at: now)
    }

    /// What the item's page shows to that account.
    func viewed(
        _ item: Item.ID, by account: Account.ID, notes: Int = 9
    ) async throws -> DetailedItem.Viewer {
        try #require(await detailed(item, for: account, notes: notes).viewer)
    }
}
