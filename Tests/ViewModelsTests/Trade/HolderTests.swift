import Market
import Testing

@testable import ViewModels

struct HolderTests {
    private func told(
        _ viewer: Account.ID?, _ trade: TradeFixture
    ) async throws -> [String] {
        try await ItemDetail(storage: trade.storage, zone: .seoul)
            .output(for: trade.item, viewer: viewer, at: trade.now).holders.map(\.text.text)
    }

    private func offerAgain(
        _ trade: TradeFixture, after seconds: Int64 = 0
    ) async throws -> OwnItems.Outcome? {
        try await trade.accounts.ownItems.submit(
            .offerAgain(from: .reserved), on: trade.item, of: trade.seller,
            at: trade.now + seconds
        ).saved
    }

    @Test func theSellerAloneReadsForWhomItIsKeptAndWhenTheyMeet() async throws {
        try await TradeFixture.over(.memory) { trade in
            let id = try await trade.ask()
            #expect(try await told(trade.seller, trade) == [])
            try await trade.storage.take(.reserve, in: id, by: trade.ofSeller, at: trade.now)
            #expect(try await told(trade.seller, trade) == ["지수님과 예약중이에요."])
            try await trade.storage.take(.release, in: id, by: trade.ofSeller, at: trade.now)
            try await trade.agree(on: trade.now + 86_400, in: id)
            let words = "지수님과 예약중이고, 11월 22일 (일) 20:20에 만나기로 했어요."
            #expect(try await told(trade.seller, trade) == [words])
            for viewer in [trade.asker, nil] { #expect(try await told(viewer, trade) == []) }
        }
    }

    @Test func anAppointmentIsNotCalledOffFromTheItem() async throws {
        try await TradeFixture.over(.memory) { trade in
            let id = try await trade.ask()
            try await trade.agree(on: trade.now + 3_600, in: id)
            #expect(try await offerAgain(trade) == .isAppointed(in: id))
            #expect(try await trade.storage.item(trade.item).status == .reserved)
            let kept = try await trade.storage.conversation(id, of: trade.ofSeller)
            #expect(kept.stage == .appointed && kept.meeting.appointment != nil)
            // What is over is called off no more.
            #expect(try await offerAgain(trade, after: 3_601) == .done(.offer))
            #expect(try await trade.storage.item(trade.item).status == .selling)
        }
    }

    @Test func whatIsOnlyKeptIsGivenBackAtOnce() async throws {
        try await TradeFixture.over(.memory) { trade in
            let id = try await trade.ask()
            try await trade.storage.take(.reserve, in: id, by: trade.ofSeller, at: trade.now)
            #expect(try await offerAgain(trade) == .done(.offer))
        }
    }

    @Test func beingAskedByAnotherTheSellerReadsWhoseComesFirst() async throws {
        try await TradeFixture.over(.memory) { trade in
            let id = try await trade.ask()
            let other = try await trade.accounts.open("하늘").account
            let second = try await trade.storage.ask(
                NewChatMessage(text: "저도요", date: trade.now), about: trade.item, by: other)
            func holder(_ reader: Conversation.Reader) async throws -> Holder? {
                try await trade.detail.output(for: second, of: reader, at: trade.now).holder
            }
            #expect(try await holder(trade.ofSeller) == nil)
            try await trade.storage.take(.reserve, in: id, by: trade.ofSeller, at: trade.now)
            #expect(try await holder(trade.ofSeller)?.conversation == id)
            #expect(try await holder(.account(other)) == nil)
            let own = try await trade.detail.output(for: id, of: trade.ofSeller, at: trade.now)
            #expect(own.holder == nil)
        }
    }
}
