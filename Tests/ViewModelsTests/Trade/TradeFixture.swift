import Market
import Testing

@testable import ViewModels

/// A seller, an asker, and an item of the seller's.
struct TradeFixture {
    let accounts: AccountFixture
    let seller: Account.ID
    let asker: Account.ID
    let item: Item.ID

    var storage: any MarketStorage { accounts.storage }
    var now: Timestamp { accounts.now }
    var ofSeller: Conversation.Reader { .account(seller) }
    var ofAsker: Conversation.Reader { .account(asker) }
    var list: ConversationList { ConversationList(storage: storage, zone: .seoul) }
    var detail: ConversationDetail { ConversationDetail(storage: storage, zone: .seoul) }

    func detail(_ rates: ConversationRates) -> ConversationDetail {
        ConversationDetail(storage: storage, zone: .seoul, rates: rates)
    }

    static func with(_ body: (TradeFixture) async throws -> Void) async throws {
        try await body(try await TradeFixture())
    }

    /// Runs `body` after the asker has written to the seller.
    static func asked(_ body: (TradeFixture, Conversation.ID) async throws -> Void) async throws {
        try await with { trade in try await body(trade, try await trade.ask()) }
    }

    func inquiry(_ rates: ConversationRates = ConversationRates()) -> Inquiry {
        Inquiry(storage: storage, signUp: accounts.signUp, signIn: accounts.signIn, rates: rates)
    }

    /// 지수's question about the item.
    func asking(_ text: String = "아직 있나요?") async throws -> Inquiry.Input {
        var input = Inquiry.Input(item: item, asker: try await storage.account(asker))
        input.text = text
        return input
    }

    /// Asks about the item, and returns the conversation.
    func ask(_ text: String = "아직 있나요?") async throws -> Conversation.ID {
        let result = try await inquiry().submit(try await asking(text), at: now)
        return try #require(result.saved?.conversation)
    }

    /// Has that account write about an item, the fixture's unless specified otherwise.
    @discardableResult
    func ask(
        _ text: String = "저도요", about item: Item.ID? = nil, by account: Account.ID,
        after seconds: Int64 = 0
    ) async throws -> Conversation.ID {
        try await storage.ask(
            NewChatMessage(text: text, date: now + seconds), about: item ?? self.item, by: account)
    }

    /// Takes a step of a dealing.
    func take(
        _ move: Dealing.Move, in id: Conversation.ID, by reader: Conversation.Reader,
        after seconds: Int64 = 0
    ) async throws {
        try await storage.take(move, in: id, by: reader, at: now + seconds)
    }

    /// Has the asker write and the seller close the deal at that price, and returns their
    /// conversation.
    @discardableResult
    func deal(at price: Int64? = nil) async throws -> Conversation.ID {
        let id = try await ask()
        try await storage.take(.close(at: price), in: id, by: ofSeller, at: now)
        return id
    }

    /// Has the seller change the item's price.
    func setPrice(_ price: Price, after seconds: Int64 = 0) async throws {
        var content = try await storage.item(item).content
        content.price = price
        try await storage.update(item, content: content, photos: [], at: now + seconds)
    }

    /// Has the seller change how many pieces there are.
    func setStock(_ stock: Int64) async throws {
        var content = try await storage.item(item).content
        content.stock = stock
        try await storage.update(item, content: content, photos: [], at: now)
    }

    /// Reserves the item for the asker, and agrees on an appointment at that time.
    func agree(on moment: Timestamp, in id: Conversation.ID) async throws {
        let meeting = Appointment(date: moment, spot: "역 3번 출구")
        try await storage.take(.reserve, in: id, by: ofSeller, at: now)
        try await storage.take(.proposeAppointment(meeting), in: id, by: ofAsker, at: now)
        let proposal = try #require(
            try await storage.conversation(id, of: ofSeller).meeting.proposal)
        try await storage.take(.acceptAppointment(proposal), in: id, by: ofSeller, at: now)
    }

    /// Does something with the item, as its seller does on their own items' page.
    @discardableResult
    func submit(_ action: OwnItems.Action) async throws -> OwnItems.Outcome? {
        try await accounts.ownItems.submit(action, on: item, of: ofSeller, at: now).saved
    }

    /// Does something in a conversation.
    @discardableResult
    func submit(
        _ action: ConversationDetail.Action, in id: Conversation.ID,
        by reader: Conversation.Reader, after seconds: Int64 = 0
    ) async throws -> FormResult<Void, ConversationDetail.Output> {
        try await detail.submit(action, in: id, of: reader, at: now + seconds)
    }

    /// A conversation's page.
    func page(
        _ id: Conversation.ID, for reader: Conversation.Reader, after seconds: Int64 = 0
    ) async throws -> ConversationDetail.Output {
        try await detail.output(for: id, of: reader, at: now + seconds)
    }

    @discardableResult
    func write(
        _ text: String, in id: Conversation.ID, by writer: Conversation.Reader, token: String = "",
        after seconds: Int64 = 0
    ) async throws -> FormResult<Void, ConversationDetail.Output> {
        try await submit(.write(text, token: token), in: id, by: writer, after: seconds)
    }
}

extension TradeFixture {
    init() async throws {
        let accounts = try AccountFixture()
        let seller = try await accounts.open("민지").account
        self.init(
            accounts: accounts, seller: seller, asker: try await accounts.open("지수").account,
            item: try await accounts.post(by: seller))
    }
}
