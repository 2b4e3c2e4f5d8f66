import Market
import Testing

/// An item that is gone for good leads both people to their conversation about it.
struct FormerItemStorageTests {
    enum Loss: CaseIterable {
        case deletion, purge, age

        func happen(to item: Item.ID, in trade: TradeFixture) async throws {
            let storage = trade.storage
            guard self != .deletion else { return try await storage.delete(item, at: noon) }
            let deletion = try await storage.trash(item, of: trade.seller)
            switch self {
            case .deletion: break
            case .purge: try await storage.purge(deletion.id, of: trade.seller)
            case .age: #expect(try await storage.purgeDeletions(before: noon + 1) == 1)
            }
        }
    }

    @Test(arguments: Backend.all, Loss.allCases)
    func eachPersonIsLedToTheirOwnConversation(_ backend: Backend, _ loss: Loss) async throws {
        try await TradeFixture.over(backend) { trade in
            let other = try await trade.storage.join("하늘")
            let asked = try await trade.ask()
            let last = try await trade.ask(by: other)
            try await loss.happen(to: trade.item, in: trade)
            func found(_ account: Account.ID) async throws -> Conversation.ID? {
                try await trade.storage.conversation(about: trade.item, by: account)
            }
            #expect(try await found(trade.asker) == asked)
            #expect(try await found(other) == last)
            // The seller is led to the conversation with the newest message.
            try await trade.write("아쉽네요", in: asked, by: trade.ofAsker)
            #expect(try await found(trade.seller) == asked)
            #expect(try await found(trade.storage.join("낯선 이웃")) == nil)
            try await trade.storage.deleteAccount(trade.asker, at: noon)
            #expect(try await found(trade.asker) == nil)
        }
    }

    @Test(arguments: Backend.all)
    func existingOrTrashedItemsLeadTheSellerNowhere(_ backend: Backend) async throws {
        try await TradeFixture.asked(backend) { trade, id in
            func found() async throws -> [Conversation.ID?] {
                return [
                    try await trade.storage.conversation(about: trade.item, by: trade.asker),
                    try await trade.storage.conversation(about: trade.item, by: trade.seller),
                ]
            }
            #expect(try await found() == [id, nil])
            let deletion = try await trade.storage.trash(trade.item, of: trade.seller)
            #expect(try await found() == [id, nil])
            try await trade.storage.restore(deletion.id, of: trade.seller, at: noon)
            #expect(try await found() == [id, nil])
        }
    }

    @Test(arguments: Backend.all)
    func askersOfADepartedSellerAreLedToWhatTheyWrote(_ backend: Backend) async throws {
        try await TradeFixture.asked(backend) { trade, id in
            try await trade.storage.deleteAccount(trade.seller, at: noon)
            #expect(try await trade.storage.conversation(about: trade.item, by: trade.asker) == id)
        }
    }
}
