import Fixtures
import Market
import Testing

/// A seller, an asker and an item, and what the two write about it.
struct TradeFixture {
    let storage: any MarketStorage
    let seller: Account.ID
    let asker: Account.ID
    let item: Item.ID

    /// The readers of a conversation in which 민지 sells and 지수 asks.
    var ofSeller: Conversation.Reader { .account(seller) }
    var ofAsker: Conversation.Reader { .account(asker) }

    static func over(_ backend: Backend, _ body: (TradeFixture) async throws -> Void) async throws {
        try await backend.withStorage { storage in
            let seller = try await storage.join("민지")
            try await body(
                TradeFixture(
                    storage: storage, seller: seller, asker: try await storage.join("지수"),
                    item: try await storage.insert(.sample(of: seller))))
        }
    }

    /// Runs `body` after the asker has written to the seller.
    static func asked(
        _ backend: Backend, _ body: (TradeFixture, Conversation.ID) async throws -> Void
    ) async throws {
        try await over(backend) { trade in try await body(trade, try await trade.ask()) }
    }

    /// Has the asker write to the seller.
    @discardableResult
    func ask(
        _ text: String = "아직 있나요?", about item: Item.ID? = nil, by asker: Account.ID? = nil,
        token: String = "", at moment: Timestamp = noon
    ) async throws -> Conversation.ID {
        try await storage.ask(
            NewChatMessage(text: text, token: token, date: moment), about: item ?? self.item,
            by: asker ?? self.asker)
    }

    /// Takes a step of a dealing at noon.
    func take(
        _ move: Dealing.Move, in id: Conversation.ID, by reader: Conversation.Reader
    ) async throws {
        try await storage.take(move, in: id, by: reader, at: noon)
    }

    /// Has the asker write and the seller close the deal at that price, and returns their
    /// conversation.
    @discardableResult
    func deal(at price: Int64? = nil) async throws -> Conversation.ID {
        let id = try await ask()
        try await storage.take(.close(at: price), in: id, by: ofSeller, at: noon)
        return id
    }

    @discardableResult
    func write(
        _ text: String, in id: Conversation.ID, by writer: Conversation.Reader,
        token: String = "", at moment: Timestamp = noon
    ) async throws -> ChatMessage.ID {
        try await storage.insert(
            NewChatMessage(text: text, token: token, date: moment), in: id, by: writer)
    }

    /// Reports something, as the asker unless specified otherwise, and returns the report.
    @discardableResult
    func report(
        _ subject: Report.Subject, by reporter: Account.ID? = nil, at moment: Timestamp = noon
    ) async throws -> Report.ID {
        try await storage.insert(
            NewReport(
                of: subject, by: .account(reporter ?? asker), reason: .fraud, text: "",
                date: moment))
        let open = try await storage.reports(areSettled: false, before: nil, limit: 1)
        return try #require(open.first?.id)
    }

    /// The texts in a conversation, oldest first.
    func texts(in id: Conversation.ID, of reader: Conversation.Reader) async throws -> [String] {
        try await storage.messages(in: id, of: reader, before: nil, limit: 100).reversed()
            .map(\.text)
    }
}
