import Fixtures
import Market
import Testing

/// A month of a hundred people who do at random what they may and what they may not.
struct SimulatedMonthTests {
    @Test(arguments: Backend.all)
    func whateverPeopleDoWhatIsKeptIsRight(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            var month = try await Month(storage, people: 100)
            for day in 0..<30 {
                for _ in 0..<SplitMix64.rounds(usually: 120) { try await month.act(on: day) }
                if day % 3 == 2 { try await month.check() }
            }
            // Nothing of it would be worth looking at if hardly anything had been done.
            #expect(month.done > 1_000 && month.refused > 300)
            #expect(month.begun.count > 100)
        }
    }
}

private struct Month {
    private let storage: any MarketStorage
    private let contents: [ItemContent]
    private var random = SplitMix64()
    private var people: [Account.ID] = []
    private var items: [Item.ID] = []
    private(set) var begun: [Conversation.ID] = []
    private(set) var done = 0
    private(set) var refused = 0

    init(_ storage: any MarketStorage, people count: Int) async throws {
        self.storage = storage
        contents = try (1...3).map { try .sample(stock: $0) }
        for number in 1...count { people.append(try await storage.join("이웃 \(number)")) }
    }

    // MARK: - What people do

    /// Does one thing, or is refused as somebody would be who may not.
    mutating func act(on day: Int) async throws {
        let now = noon + Int64(day) * 86_400 + Int64.random(in: 0..<86_400, using: &random)
        let person = people.randomElement(using: &random)!
        do throws(StorageError) {
            try await act(person, at: now)
            done += 1
        } catch {
            switch error {
            case .dealing, .tooSoon: refused += 1
            default:
                guard error.isNotFound else { throw error }
                refused += 1
            }
        }
    }

    private mutating func act(
        _ person: Account.ID, at now: Timestamp
    ) async throws(StorageError) {
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<12: try await post(person, at: now)
        case 12..<35: try await ask(person, at: now)
        case 35..<50: try await write(person, at: now)
        case 50..<58: try await read(person)
        case 58..<60: try await takeBack(person, at: now)
        case 60..<97: try await takeStep(person, at: now)
        case 97: try await deleteItem()
        case 98: try await setStatus()
        default: try await leave(person)
        }
    }

    private mutating func post(
        _ person: Account.ID, at now: Timestamp
    ) async throws(StorageError) {
        // A few are guests'.
        let owner: NewItem.Owner =
            Int.random(in: 0..<5, using: &random) == 0
            ? .guest(passwordHash: "$argon2id$hash") : .account(person)
        let content = contents.randomElement(using: &random)!
        items.append(
            try await storage.insert(
                NewItem(content: content, photos: [], owner: owner, datePosted: now)))
    }

    private mutating func ask(
        _ person: Account.ID, at now: Timestamp
    ) async throws(StorageError) {
        guard let item = items.suffix(12).randomElement(using: &random) else { return }
        let message = NewChatMessage(text: "저요", token: token(), date: now)
        let id = try await storage.ask(message, about: item, by: person)
        if !begun.contains(id) { begun.append(id) }
    }

    /// Now and then the same sending again.
    private mutating func token() -> String {
        ["", "", "a", "b"].randomElement(using: &random)!
    }

    /// Most look into their own conversations, some into those of others.
    private mutating func conversation(
        for person: Account.ID
    ) async throws(StorageError) -> (Conversation.ID, Conversation.Reader)? {
        if Int.random(in: 0..<10, using: &random) == 0 {
            guard let id = begun.randomElement(using: &random) else { return nil }
            return (id, .account(person))
        }
        if Int.random(in: 0..<6, using: &random) == 0 {
            guard let item = items.randomElement(using: &random) else { return nil }
            let received = try await storage.conversations(
                of: .guest(item), before: nil, limit: 9)
            return received.randomElement(using: &random).map { ($0.id, .guest(item)) }
        }
        return try await storage.conversations(of: .account(person), before: nil, limit: 9)
            .randomElement(using: &random).map { ($0.id, .account(person)) }
    }

    private mutating func write(
        _ person: Account.ID, at now: Timestamp
    ) async throws(StorageError) {
        guard let (id, reader) = try await conversation(for: person) else { return }
        _ = try await storage.insert(
            NewChatMessage(text: "네", token: token(), date: now), in: id, by: reader)
    }

    private mutating func read(_ person: Account.ID) async throws(StorageError) {
        guard let (id, reader) = try await conversation(for: person) else { return }
        let messages = try await storage.messages(in: id, of: reader, before: nil, limit: 9)
        guard let message = messages.randomElement(using: &random) else { return }
        try await storage.setRead(upTo: message.id, in: id, by: reader)
    }

    private mutating func takeBack(
        _ person: Account.ID, at now: Timestamp
    ) async throws(StorageError) {
        guard let (id, reader) = try await conversation(for: person) else { return }
        let messages = try await storage.messages(in: id, of: reader, before: nil, limit: 3)
        guard let message = messages.randomElement(using: &random) else { return }
        try await storage.takeBack(message.id, in: id, by: reader, at: now)
    }

    private mutating func takeStep(
        _ person: Account.ID, at now: Timestamp
    ) async throws(StorageError) {
        guard let (id, reader) = try await conversation(for: person) else { return }
        let messages = try await storage.messages(in: id, of: reader, before: nil, limit: 3)
        let message = messages.randomElement(using: &random)?.id ?? ChatMessage.ID(rawValue: 1)
        let moves: [Dealing.Move] = [
            .offerPrice(.random(in: 1...90_000, using: &random)), .acceptOffer(message),
            .declineOffer(message), .joinLine, .leaveLine, .reserve, .reserve, .reserve, .release,
            .close(at: nil), .close(at: 9_000),
        ]
        try await storage.take(moves.randomElement(using: &random)!, in: id, by: reader, at: now)
    }

    private mutating func deleteItem() async throws(StorageError) {
        guard let item = items.randomElement(using: &random) else { return }
        try await storage.delete(item)
    }

    private mutating func setStatus() async throws(StorageError) {
        guard let item = items.randomElement(using: &random) else { return }
        let status = Item.Status.allCases.randomElement(using: &random)!
        try await storage.setStatus(status, of: item)
    }

    private mutating func leave(_ person: Account.ID) async throws(StorageError) {
        guard people.count > 50 else { return }
        try await storage.deleteAccount(person)
        people.removeAll { $0 == person }
    }

    // MARK: - What must hold

    func check() async throws {
        var seen: Set<Conversation.ID> = []
        for person in people {
            let own = try await conversations(of: .account(person))
            var unread = 0
            for conversation in own {
                try await checkUnread(conversation, .account(person))
                try await checkNobodyElseSees(conversation.id, except: person)
                unread += conversation.unread
                seen.insert(conversation.id)
            }
            #expect(try await storage.countUnreadMessages(of: person) == unread)
        }
        for item in items { seen.formUnion(try await checkItem(item)) }
        #expect(seen.isSubset(of: begun))
    }

    private func conversations(
        of reader: Conversation.Reader
    ) async throws -> [Conversation] {
        try await storage.conversations(of: reader, before: nil, limit: 10_000)
    }

    private func checkUnread(
        _ conversation: Conversation, _ reader: Conversation.Reader
    ) async throws {
        let messages = try await storage.messages(
            in: conversation.id, of: reader, before: nil, limit: 10_000)
        let unread = messages.count { message in
            message.author != conversation.party && !message.isTakenBack
                && message.id > conversation.read ?? .min
        }
        #expect(conversation.unread == unread)
        #expect(messages.first == conversation.lastMessage)
    }

    private func checkNobodyElseSees(
        _ id: Conversation.ID, except person: Account.ID
    ) async throws {
        var random = SplitMix64(seed: UInt64(id.rawValue))
        for stranger in [
            people.randomElement(using: &random)!, people.randomElement(using: &random)!,
        ] {
            let isTheirs = try await conversations(of: .account(stranger)).contains { $0.id == id }
            guard !isTheirs else { continue }
            await #expect(throws: StorageError.notFound) {
                _ = try await storage.messages(
                    in: id, of: .account(stranger), before: nil, limit: 1)
            }
        }
    }

    /// - Returns: the conversations about it that its seller can read.
    private func checkItem(_ id: Item.ID) async throws -> Set<Conversation.ID> {
        guard let item = try await item(id) else { return [] }
        let reader = item.seller.map { Conversation.Reader.account($0) } ?? .guest(id)
        let own = try await conversations(of: reader).filter { $0.item?.id == id }
        let held = own.count { $0.stage.holdsStock }
        #expect(item.content.stock >= 0)
        #expect(held <= item.content.stock)
        // What nothing is left of may be on sale all the same, for more to come.
        #expect(item.status != .selling || item.content.stock == 0 || held < item.content.stock)
        // Each place in line is one person's.
        #expect(
            own.compactMap(\.linePosition).sorted() == Array(1..<own.count(where: isInLine) + 1))
        return Set(own.map(\.id))
    }

    /// Nil once it is deleted.
    private func item(_ id: Item.ID) async throws(StorageError) -> Item? {
        do throws(StorageError) {
            return try await storage.item(id)
        } catch {
            guard error == .itemNotFound else { throw error }
            return nil
        }
    }

    private func isInLine(_ conversation: Conversation) -> Bool { conversation.linePosition != nil }
}
