import Market
import Testing

@testable import ViewModels

struct PersonDetailTests {
    private func detail(_ trade: TradeFixture) -> PersonDetail {
        PersonDetail(storage: trade.storage, zone: .seoul)
    }

    @Test func somebodyNewHasNothingToCount() async throws {
        try await TradeFixture.with { trade in
            let output = try await detail(trade).output(for: trade.seller, at: trade.now)
            #expect(output.nickname == "민지" && !output.isOwn)
            #expect(output.facts.isEmpty && output.ratings.isEmpty && output.remarks.isEmpty)
            #expect(output.reviews.emptyText?.text == "아직 받은 후기가 없어요.")
            #expect(output.items.map(\.id) == [trade.item] && !output.hasMoreItems)
            #expect(output.since.text == "2026년 11월 21일부터 함께하고 있어요")
            let own = try await detail(trade).output(
                for: trade.seller, viewer: trade.seller, at: trade.now)
            #expect(own.isOwn)
        }
    }

    @Test func factsAreShownInPlaceOfAScore() async throws {
        try await TradeFixture.with { trade in
            let id = try await trade.deal()
            try await trade.storage.insert(
                ReviewContent(rating: .good, remarks: [.kind, .quick], text: "좋아요"), in: id,
                by: trade.ofAsker, at: trade.now)
            let sealed = try await detail(trade).output(for: trade.seller, at: trade.now)
            #expect(sealed.facts.map(\.text) == ["거래 1번", "안 나온 약속 0번"])
            #expect(sealed.reviews.entries.isEmpty && sealed.ratings.isEmpty)
            // Cached pages are rendered again then.
            let opens = trade.now + Review.writingTime
            #expect(sealed.freshUntil <= opens)
            let output = try await detail(trade).output(for: trade.seller, at: opens)
            #expect(output.ratings.map(\.name.text) == ["좋았어요"])
            #expect(output.remarks.map(\.name.text) == ["친절하고 매너가 좋아요", "답이 빨라요"])
            #expect(output.reviews.entries.map(\.text) == ["좋아요"])
            #expect(output.reviews.entries.first?.writer.nickname == "지수")
            // Sold items are not on sale.
            #expect(output.items.isEmpty)
        }
    }

    @Test func aDealingThatIsTakenBackIsNotCounted() async throws {
        try await TradeFixture.asked { trade, id in
            for move in [Dealing.Move.close(at: nil), .reopen] {
                try await trade.take(move, in: id, by: trade.ofSeller)
            }
            let output = try await detail(trade).output(for: trade.seller, at: trade.now)
            #expect(output.facts.isEmpty && output.items.map(\.id) == [trade.item])
        }
    }

    @Test(
        arguments: [
            (0, "보통 10분 안에 답해요"), (601, "보통 20분 안에 답해요"), (3_600, "보통 60분 안에 답해요"),
            (3_601, "보통 2시간 안에 답해요"), (86_400, "보통 24시간 안에 답해요"),
            (86_401, "보통 2일 안에 답해요"),
        ] as [(Int64, String)])
    func howLongAnAnswerTakesIsRoundedUp(_ seconds: Int64, _ text: String) async throws {
        try await TradeFixture.with { trade in
            for number in 1...3 {
                let asker = try await trade.accounts.open("이웃 \(number)").account
                let id = try await trade.ask("저요", by: asker)
                try await trade.write("네", in: id, by: trade.ofSeller, after: seconds)
            }
            let output = try await detail(trade).output(for: trade.seller, at: trade.now)
            #expect(output.facts.map(\.text) == [text])
        }
    }

    @Test func aDeletedAccountHasNoPage() async throws {
        try await TradeFixture.with { trade in
            try await trade.storage.deleteAccount(trade.seller, at: trade.now)
            await #expect(throws: StorageError.notFound) {
                try await detail(trade).output(for: trade.seller, at: trade.now)
            }
            await #expect(throws: StorageError.notFound) {
                try await PersonItems(storage: trade.storage)
                    .output(for: trade.seller, at: trade.now)
            }
        }
    }

    @Test func aPersonsItemsArePagedByKey() async throws {
        try await TradeFixture.with { trade in
            for _ in 1...24 { _ = try await trade.accounts.post(by: trade.seller) }
            let first = try await detail(trade).output(for: trade.seller, at: trade.now)
            #expect(first.items.count == 8 && first.hasMoreItems)
            let list = PersonItems(storage: trade.storage)
            let page = try await list.output(for: trade.seller, at: trade.now).page
            let rest = try await list.output(
                for: trade.seller, before: page.older, at: trade.now
            ).page
            #expect(page.entries.count == 20 && rest.entries.count == 5 && rest.older == nil)
            #expect(Set((page.entries + rest.entries).map(\.id)).count == 25)
        }
    }

    @Test func aPersonsWantedItemsStandApart() async throws {
        try await TradeFixture.with { trade in
            let before = try await detail(trade).output(for: trade.seller, at: trade.now)
            #expect(before.wanted.isEmpty && !before.hasMoreWanted)
            var wanted: [Item.ID] = []
            for _ in 1...9 {
                wanted.append(try await trade.accounts.post(by: trade.seller, for: .request))
            }
            let after = try await detail(trade).output(for: trade.seller, at: trade.now)
            #expect(after.items.map(\.id) == [trade.item] && !after.hasMoreItems)
            #expect(after.wanted.map(\.id) == wanted.suffix(8).reversed())
            #expect(after.hasMoreWanted)
            let list = PersonItems(storage: trade.storage)
            let requests = try await list.output(
                for: trade.seller, purpose: .request, at: trade.now)
            #expect(requests.page.entries.map(\.id) == wanted.reversed())
            let offers = try await list.output(for: trade.seller, at: trade.now)
            #expect(offers.page.entries.map(\.id) == [trade.item])
            let none = try await list.output(for: trade.asker, purpose: .request, at: trade.now)
            #expect(none.page.emptyText?.text == "지금 구하는 것이 없어요.")
        }
    }

    @Test func anEarlierDealingIsToldInTheNextConversation() async throws {
        try await TradeFixture.with { trade in
            let first = try await trade.deal()
            let item = try await trade.accounts.post(by: trade.asker)
            let second = try await trade.ask("이번엔 제가요", about: item, by: trade.seller)
            let output = try await trade.page(second, for: trade.ofAsker)
            #expect(output.earlier?.conversation == first)
            #expect(output.other.id == trade.seller)
        }
    }
}
