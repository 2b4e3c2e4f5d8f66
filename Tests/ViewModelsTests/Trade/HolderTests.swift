import Market
import Testing

@testable import ViewModels

struct HolderTests {
    private let trade: TradeFixture

    init() async throws { trade = try await TradeFixture() }

    private func told(_ viewer: Account.ID?) async throws -> [String] {
        try await ItemDetail(storage: trade.storage, zone: .seoul)
            .output(for: trade.item, viewer: viewer, at: trade.now).holders.map(\.text.text)
    }

    private func offerAgain(after seconds: Int64 = 0) async throws -> OwnItems.Outcome? {
        try await trade.accounts.ownItems.submit(
            .offerAgain(from: .reserved), on: trade.item, of: trade.ofSeller,
            at: trade.now + seconds
        ).saved
    }

    @Test func onlyTheSellerReadsWhoHoldsTheReservation() async throws {
        let id = try await trade.ask()
        #expect(try await told(trade.seller) == [])
        try await trade.take(.reserve, in: id, by: trade.ofSeller)
        #expect(try await told(trade.seller) == ["지수님과 예약중이에요."])
        try await trade.take(.release, in: id, by: trade.ofSeller)
        try await trade.agree(on: trade.now + 86_400, in: id)
        let words = "지수님과 예약중이고, 11월 22일 (일) 오후 8:20에 만나기로 했어요."
        #expect(try await told(trade.seller) == [words])
        for viewer in [trade.asker, nil] { #expect(try await told(viewer) == []) }
    }

    @Test func anAppointmentIsNotCalledOffFromTheItem() async throws {
        let id = try await trade.ask()
        try await trade.agree(on: trade.now + 3_600, in: id)
        #expect(try await offerAgain() == .isAppointed(in: id))
        #expect(try await trade.storage.item(trade.item).status == .reserved)
        let kept = try await trade.storage.conversation(id, of: trade.ofSeller)
        #expect(kept.stage == .appointed && kept.meeting.appointment != nil)
        // An appointment that is over is not called off.
        #expect(try await offerAgain(after: 3_601) == .done(.offer))
        #expect(try await trade.storage.item(trade.item).status == .selling)
    }

    @Test func aReservationWithoutAnAppointmentIsReleasedAtOnce() async throws {
        let id = try await trade.ask()
        try await trade.take(.reserve, in: id, by: trade.ofSeller)
        #expect(try await offerAgain() == .done(.offer))
    }

    @Test func theSellerReadsWhoComesFirstWhenAnotherAsks() async throws {
        let id = try await trade.ask()
        let other = try await trade.accounts.open("하늘").account
        let second = try await trade.ask(by: other)
        func holder(_ reader: Conversation.Reader) async throws -> Holder? {
            try await trade.page(second, for: reader).holder
        }
        #expect(try await holder(trade.ofSeller) == nil)
        try await trade.take(.reserve, in: id, by: trade.ofSeller)
        #expect(try await holder(trade.ofSeller)?.conversation == id)
        #expect(try await holder(.account(other)) == nil)
        #expect(try await trade.page(id, for: trade.ofSeller).holder == nil)
    }

    @Test func theSellerReadsOfTheAgreementBesideAnotherOffer() async throws {
        let id = try await trade.ask()
        try await trade.take(.offerPrice(25_000), in: id, by: trade.ofAsker)
        let offer = try await trade.storage.conversation(id, of: trade.ofAsker).lastMessage.id
        try await trade.take(.acceptOffer(offer), in: id, by: trade.ofSeller)
        let other = try await trade.accounts.open("하늘").account
        let second = try await trade.ask(by: other)
        func page(
            _ id: Conversation.ID, _ reader: Conversation.Reader
        ) async throws -> ConversationDetail.Output {
            try await trade.page(id, for: reader)
        }
        #expect(try await page(second, trade.ofSeller).holder == nil)
        try await trade.take(.offerPrice(3_500), in: second, by: .account(other))
        let told = try await page(second, trade.ofSeller)
        #expect(told.holder?.text.text == "지수님과 이미 25,000원에 합의했어요.")
        #expect(told.holder?.conversation == id && told.holder?.isKept == false)
        // A tenth of the price may be a typing mistake.
        let doubt = "3,500원이 맞나요? 올린 가격은 35,000원이에요."
        #expect(told.messages.last?.offer?.doubt?.text == doubt)
        let own = try await page(second, .account(other))
        #expect(own.holder == nil && own.messages.last?.offer?.doubt == nil)
        try await trade.take(.offerPrice(3_501), in: second, by: .account(other))
        #expect(try await page(second, trade.ofSeller).messages.last?.offer?.doubt == nil)
        #expect(try await page(id, trade.ofSeller).holder == nil)
    }
}
