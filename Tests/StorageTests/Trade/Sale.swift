import Market

/// An item on sale: its seller, so many pieces of it, and askers with a conversation each.
struct Sale {
    let storage: any MarketStorage
    let seller: Account.ID
    let item: Item.ID
    let askers: [Account.ID]
    let conversations: [Conversation.ID]

    var ofSeller: Conversation.Reader { .account(seller) }

    static func over(
        _ backend: Backend, stock: Int64, askers count: Int,
        _ body: (Sale) async throws -> Void
    ) async throws {
        try await backend.withStorage { storage in
            let seller = try await storage.join("민지")
            let item = try await storage.insert(.sample(content: .sample(stock: stock), of: seller))
            var (askers, conversations): ([Account.ID], [Conversation.ID]) = ([], [])
            for number in 1...count {
                let asker = try await storage.join("이웃 \(number)")
                askers.append(asker)
                conversations.append(try await storage.ask(about: item, by: asker))
            }
            try await body(
                Sale(
                    storage: storage, seller: seller, item: item, askers: askers,
                    conversations: conversations))
        }
    }

    func sell(_ move: Dealing.Move, to number: Int = 0, after seconds: Int64 = 0) async throws {
        try await storage.take(move, in: conversations[number], by: ofSeller, at: noon + seconds)
    }

    func ask(_ move: Dealing.Move, by number: Int = 0, after seconds: Int64 = 0) async throws {
        try await storage.take(
            move, in: conversations[number], by: .account(askers[number]), at: noon + seconds)
    }

    /// Has an asker read everything.
    func read(by number: Int) async throws {
        try await storage.setRead(
            upTo: seen(by: number).lastMessage.id, in: conversations[number],
            by: .account(askers[number]))
    }

    func seen(by number: Int = 0) async throws -> Conversation {
        try await storage.conversation(conversations[number], of: .account(askers[number]))
    }

    /// The kinds of a conversation's messages, oldest first.
    func kinds(in number: Int = 0) async throws -> [ChatMessage.Kind] {
        try await storage.messages(
            in: conversations[number], of: ofSeller, before: nil, limit: 99
        ).reversed().map(\.kind)
    }

    /// The notes in a conversation as its asker reads them, oldest first.
    func notes(of number: Int) async throws -> [ChatMessage.Note] {
        try await storage.messages(
            in: conversations[number], of: .account(askers[number]), before: nil, limit: 99
        ).reversed().compactMap { if case .note(let note) = $0.kind { note } else { nil } }
    }

    /// Has an asker offer a price, and the seller accept it.
    func agreeOnPrice(with number: Int) async throws {
        try await ask(.offerPrice(20_000), by: number)
        try await sell(.acceptOffer(seen(by: number).lastMessage.id), to: number)
    }
}
