import Market
import Testing

@testable import ViewModels

struct OwnItemsTests {
    @discardableResult
    private func submit(
        _ action: OwnItems.Action, _ id: Item.ID, by account: Account.ID, after seconds: Int64 = 0,
        _ fixture: AccountFixture
    ) async throws -> Refusal? {
        return try await fixture.ownItems.submit(
            action, on: id, of: .account(account), at: fixture.now + seconds
        ).refusal
    }

    @Test func theStagesOfASaleAreSetAndUndone() async throws {
        try await AccountFixture.withAccount { fixture, account in
            let id = try await fixture.post(by: account)
            func status() async throws -> Item.Status { try await fixture.storage.item(id).status }
            try await submit(.reserve, id, by: account, fixture)
            #expect(try await status() == .reserved)
            try await submit(.offerAgain(from: .reserved), id, by: account, fixture)
            #expect(try await status() == .selling)
            try await submit(.sell, id, by: account, fixture)
            #expect(try await status() == .sold)
        }
    }

    @Test func aReservedItemIsSoldInItsConversation() async throws {
        try await TradeFixture.asked { trade, id in
            try await trade.take(.reserve, in: id, by: trade.ofSeller)
            #expect(try await trade.submit(.sell) == .isAsked)
            #expect(try await trade.submit(.sellElsewhere) == .isReserved(in: id))
            #expect(try await trade.storage.item(trade.item).status == .reserved)
            try await trade.take(.release, in: id, by: trade.ofSeller)
            #expect(try await trade.submit(.sell) == .isAsked)
            #expect(try await trade.storage.item(trade.item).status == .selling)
            #expect(try await trade.submit(.sellElsewhere) == .done(.offer))
            #expect(try await trade.storage.item(trade.item).status == .sold)
            #expect(try await trade.submit(.sell) == .done(.offer))
        }
    }

    @Test func offeringAnotherPieceAddsOneToTheStock() async throws {
        try await TradeFixture.with { trade in
            let id = try await trade.deal()
            let sold = try await trade.storage.item(trade.item)
            #expect(sold.status == .sold && sold.content.stock == 0)
            // An item that somebody has bought is not simply offered again.
            #expect(try await trade.submit(.offerAgain(from: .sold)) == .isGone)
            #expect(try await trade.storage.item(trade.item) == sold)
            #expect(try await trade.submit(.offerAnother) == .done(.offer))
            let back = try await trade.storage.item(trade.item)
            #expect(back.status == .selling && back.content.stock == 1)
            // The dealing stands, so sending it again adds no further piece.
            let seen = try await trade.storage.conversation(id, of: trade.ofAsker)
            #expect(seen.stage == .closed && seen.closings.count == 1)
            #expect(try await trade.submit(.offerAnother) == .done(.offer))
            #expect(try await trade.storage.item(trade.item).content.stock == 1)
        }
    }

    @Test func undoingAStageThatIsPastChangesNothing() async throws {
        try await AccountFixture.withAccount { fixture, account in
            let id = try await fixture.post(by: account)
            func submit(_ action: OwnItems.Action) async throws -> OwnItems.Outcome? {
                try await fixture.ownItems.submit(
                    action, on: id, of: .account(account), at: fixture.now
                ).saved
            }
            #expect(try await submit(.offerAgain(from: .reserved)) == .done(.offer))
            _ = try await submit(.sell)
            let late: [OwnItems.Action] = [
                .offerAgain(from: .reserved), .reserve, .reserveElsewhere,
            ]
            for action in late {
                #expect(try await submit(action) == .isPast)
                #expect(try await fixture.storage.item(id).status == .sold)
            }
        }
    }

    @Test func anItemIsPulledUpOnceADay() async throws {
        try await AccountFixture.withAccount { fixture, account in
            let id = try await fixture.post(by: account)
            let newer = try await fixture.post(by: nil)
            let early = try await submit(.pullUp, id, by: account, after: 86_399, fixture)
            #expect(
                early?.alert?.texts == ["끌올은 2026년 11월 22일 오후 8:20부터 할 수 있어요."])
            let day: Int64 = 86_400
            #expect(try await submit(.pullUp, id, by: account, after: day, fixture) == nil)
            let page = try await fixture.storage.items(ItemQuery(limit: 9))
            #expect(page.items.map(\.id) == [id, newer])
            #expect(try await submit(.pullUp, id, by: account, after: day, fixture) != nil)
        }
    }

    @Test func soldItemsAreNotPulledUp() async throws {
        try await AccountFixture.withAccount { fixture, account in
            let id = try await fixture.post(by: account)
            try await submit(.sell, id, by: account, fixture)
            let refused = try await submit(.pullUp, id, by: account, after: 86_400, fixture)
            #expect(refused?.alert?.texts == ["거래완료한 글은 끌올할 수 없어요."])
        }
    }

    @Test func nobodyElseCanDoAnythingToIt() async throws {
        try await AccountFixture.withAccount("하늘이네") { fixture, account in
            let other = try await fixture.open("바다네").account
            for id in [try await fixture.post(by: account), try await fixture.post(by: nil), 404] {
                await #expect(throws: StorageError.itemNotFound) {
                    try await submit(.sell, id, by: other, fixture)
                }
                await #expect(throws: StorageError.itemNotFound) {
                    try await submit(.offerAgain(from: .sold), id, by: other, fixture)
                }
                await #expect(throws: StorageError.itemNotFound) {
                    try await submit(.pullUp, id, by: other, after: 86_400, fixture)
                }
            }
        }
    }

    @Test func ownItemsArePagedByStatus() async throws {
        try await AccountFixture.withAccount { fixture, account in
            var ids: [Item.ID] = []
            for _ in 0..<23 { ids.append(try await fixture.post(by: account)) }
            _ = try await fixture.post(by: nil)
            try await submit(.sell, ids[22], by: account, fixture)
            let first = try await fixture.ownItems.output(for: account, at: fixture.now)
            #expect(first.page.entries.map(\.id) == ids[2..<22].reversed())
            #expect(first.stages.map(\.count) == [22, 0, 1])
            let second = try await fixture.ownItems.output(
                for: account, before: first.page.older, at: fixture.now)
            #expect(second.page.entries.map(\.id) == [ids[1], ids[0]])
            #expect(second.page.older == nil)
            let none = try await fixture.ownItems.output(
                for: account, status: .reserved, at: fixture.now)
            #expect(none.page.emptyText?.text == "‘예약중’인 글이 없어요.")
        }
    }

    @Test func rowsSayHowTheyStandAndWhatMayBeDone() async throws {
        try await TradeFixture.asked { trade, _ in
            func row(
                _ status: Item.Status = .selling, after seconds: Int64 = 0
            ) async throws -> OwnItems.Entry? {
                try await trade.accounts.ownItems.output(
                    for: trade.seller, status: status, at: trade.now + seconds
                ).page.entries.first { $0.id == trade.item }
            }
            let early = try #require(try await row())
            #expect(early.conversations == 1 && early.interests == 0 && !early.mayPullUp)
            #expect(early.whenToPullUp?.text == "끌올은 2026년 11월 22일 오후 8:20부터 할 수 있어요.")
            let late = try #require(try await row(after: Item.pullUpWait))
            #expect(late.mayPullUp && late.whenToPullUp == nil)
            try await trade.storage.setHidden(true, trade.item, at: trade.now)
            #expect(try await row(after: Item.pullUpWait)?.mayPullUp == false)
            try await trade.storage.setHidden(false, trade.item, at: trade.now)
            try await trade.storage.setStatus(.sold, of: trade.item, at: trade.now)
            let sold = try #require(try await row(.sold, after: 0))
            #expect(!sold.mayPullUp && sold.whenToPullUp == nil)
            #expect(try await row(.sold, after: Item.pullUpWait)?.mayPullUp == false)
        }
    }

    @Test func theFirstStatusWithAnyItemsIsShown() async throws {
        try await AccountFixture.with { fixture in
            let account = try await fixture.open().account
            let none = try await fixture.ownItems.output(for: account, at: fixture.now)
            #expect(none.status == .selling && none.page.entries.isEmpty)
            let id = try await fixture.post(by: account)
            let wanted = try await fixture.post(by: account, for: .request)
            for status in Item.Status.allCases {
                try await fixture.storage.setStatus(status, of: id, at: fixture.now)
                let offers = try await fixture.ownItems.output(for: account, at: fixture.now)
                #expect(offers.status == status && offers.page.entries.map(\.id) == [id])
                #expect(offers.stages.filter(\.isSelected).map(\.status) == [status])
                let requests = try await fixture.ownItems.output(
                    for: account, purpose: .request, at: fixture.now)
                #expect(requests.status == .selling)
                #expect(requests.page.entries.map(\.id) == [wanted])
            }
            // A chosen status is shown all the same.
            let chosen = try await fixture.ownItems.output(
                for: account, status: .selling, at: fixture.now)
            #expect(chosen.page.entries.isEmpty)
        }
    }

    private static let payments: [(paid: Int64?, price: String, former: String?)] = [
        (20_000, "20,000원", "35,000원"), (40_000, "40,000원", nil), (0, "나눔", "35,000원"),
        (nil, "35,000원", nil),
    ]

    @Test(arguments: payments)
    func aSoldItemShowsWhatWasPaid(
        _ payment: (paid: Int64?, price: String, former: String?)
    ) async throws {
        try await TradeFixture.with { trade in
            let id = try await trade.ask()
            try await trade.storage.take(
                .close(at: payment.paid), in: id, by: trade.ofSeller, at: trade.now)
            let page = try await trade.accounts.ownItems.output(for: trade.seller, at: trade.now)
            let entry = try #require(page.page.entries.first?.item)
            #expect(page.status == .sold && entry.price.text.text == payment.price)
            #expect(entry.formerPrice?.text == payment.former)
            #expect(entry.isFree == (payment.paid == 0))
            // What others see is kept rendered, and must not be this.
            #expect(entry.isEverybodys == (payment.paid == nil))
        }
    }

    @Test func piecesSoldOneByOneAreAmongTheSales() async throws {
        try await AccountFixture.withAccount { fixture, account in
            _ = try await fixture.post(by: account)
            let none = try await fixture.ownItems.output(
                for: account, status: .sold, at: fixture.now)
            #expect(none.page.emptyText?.text == "다 팔린 글이 없어요. 여러 개 중 일부만 판 글은 판매 내역에서 볼 수 있어요.")
            let end = try await fixture.ownItems.output(
                for: account, status: .sold, before: 1, at: fixture.now)
            #expect(end.page.emptyText != none.page.emptyText)
        }
    }

    @Test func wantedItemsStandApartWithTheirOwnCounts() async throws {
        try await AccountFixture.withAccount { fixture, account in
            let offer = try await fixture.post(by: account)
            func page(
                _ purpose: Item.Purpose, _ status: Item.Status = .selling
            ) async throws -> OwnItems.Output {
                try await fixture.ownItems.output(
                    for: account, purpose: purpose, status: status, at: fixture.now)
            }
            #expect(try await page(.offer).wantedStages.isEmpty)
            let none = try await page(.request, .sold)
            #expect(none.page.emptyText?.text == "‘구했어요’인 글이 없어요.")
            #expect(none.wantedStages.map(\.isSelected) == [false, false, true])
            #expect(none.stages.allSatisfy { !$0.isSelected })
            let wanted = try await fixture.post(by: account, for: .request)
            let offers = try await page(.offer)
            #expect(offers.page.entries.map(\.id) == [offer])
            #expect(offers.stages.map(\.count) == [1, 0, 0])
            #expect(offers.wantedStages.map(\.count) == [1, 0, 0])
            #expect(offers.stages.map(\.isSelected) == [true, false, false])
            #expect(offers.wantedStages.allSatisfy { !$0.isSelected })
            #expect(try await page(.request).page.entries.map(\.id) == [wanted])
        }
    }

    @Test func withoutOffersTheirStatusesAreOnlyShownWhenChosen() async throws {
        try await AccountFixture.withAccount { fixture, account in
            func stages(_ purpose: Item.Purpose) async throws -> [Int] {
                try await fixture.ownItems.output(
                    for: account, purpose: purpose, at: fixture.now
                ).stages.map(\.count)
            }
            #expect(try await stages(.offer) == [0, 0, 0])
            _ = try await fixture.post(by: account, for: .request)
            #expect(try await stages(.request).isEmpty)
            #expect(try await stages(.offer) == [0, 0, 0])
            _ = try await fixture.post(by: account)
            #expect(try await stages(.request) == [1, 0, 0])
        }
    }

    @Test func hiddenItemsSayWhy() async throws {
        try await AccountFixture.withAccount { fixture, account in
            var ids: [Item.ID] = []
            for _ in 0..<3 { ids.append(try await fixture.post(by: account)) }
            let queue = ReportQueue(storage: fixture.storage, zone: .seoul)
            let long = String(repeating: "가", count: Limits.decisionReason + 1)
            let reasons = ["팔 수 없는\n 물건", " \t", long]
            for (id, reason) in zip(ids, reasons) {
                try await queue.submit(
                    .hide(id, because: reason), by: account, at: fixture.now)
            }
            let hidden = "운영자가 가린 글이에요. 다른 사람에게는 보이지 않아요."
            let expected = [
                "\(hidden) 이유: 팔 수 없는 물건", hidden,
                "\(hidden) 이유: \(long.dropLast())…",
            ]
            // Under every status.
            try await submit(.sell, ids[1], by: account, fixture)
            for status in Item.Status.allCases {
                let page = try await fixture.ownItems.output(
                    for: account, status: status, at: fixture.now)
                #expect(page.hidden.map(\.id) == ids.reversed())
                #expect(page.hidden.map(\.text.text) == expected.reversed())
            }
            let later = try await fixture.ownItems.output(
                for: account, before: 1, at: fixture.now)
            #expect(later.hidden.isEmpty)
            for (id, text) in zip(ids, expected) {
                let detail = try await fixture.detail.output(
                    for: id, viewer: account, at: fixture.now)
                #expect(detail.isHidden && detail.hiddenText?.text == text)
                #expect(detail.viewer == .seller(pullUpText: Phrase(.hiddenItem)))
            }
            for id in ids { try await queue.submit(.show(id), by: account, at: fixture.now) }
            let shown = try await fixture.ownItems.output(for: account, at: fixture.now)
            #expect(shown.hidden.isEmpty)
            let detail = try await fixture.detail.output(
                for: ids[0], viewer: account, at: fixture.now)
            #expect(!detail.isHidden)
        }
    }

    @Test func furtherHiddenItemsAreMentioned() async throws {
        try await AccountFixture.withAccount { fixture, account in
            for count in 1...OwnItems.pageSize + 1 {
                let id = try await fixture.post(by: account)
                try await fixture.storage.setHidden(true, id, at: fixture.now)
                guard count >= OwnItems.pageSize else { continue }
                let page = try await fixture.ownItems.output(for: account, at: fixture.now)
                #expect(page.hidden.count == OwnItems.pageSize)
                #expect(page.hasMoreHidden == (count > OwnItems.pageSize))
            }
        }
    }
}
