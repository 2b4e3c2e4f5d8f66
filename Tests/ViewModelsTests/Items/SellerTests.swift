import Market
import Testing

@testable import ViewModels

/// Items that belong to an account.
struct SellerTests {
    @Test func itNeedsNoPasswordAndShowsItsSeller() async throws {
        try await AccountFixture.withAccount("하늘이네") { fixture, account in
            let others = [
                try await fixture.post(by: account), try await fixture.post(by: account),
            ]
            let id = try await fixture.post(by: account)
            _ = try await fixture.post(by: nil)
            #expect(fixture.work.hashes == 2)
            let detail = try await fixture.detail.output(for: id, at: fixture.now)
            #expect(detail.seller?.nickname == "하늘이네")
            #expect(detail.seller?.facts.map(\.text) == ["2026년 11월 21일부터 함께하고 있어요"])
            #expect(detail.seller?.items.map(\.id) == others.reversed())
            #expect(detail.viewer == .guest(isGuestsItem: false))
        }
    }

    @Test func atMostThreeFactsTellWhoSellsIt() async throws {
        try await TradeFixture.with { trade in
            func page(after seconds: Int64) async throws -> ItemDetail.Output {
                try await trade.accounts.detail.output(for: trade.item, at: trade.now + seconds)
            }
            func facts(after seconds: Int64) async throws -> [String]? {
                try await page(after: seconds).seller?.facts.map(\.text)
            }
            for number in 1...3 {
                let asker = try await trade.accounts.open("이웃 \(number)").account
                let id = try await trade.ask("저요", by: asker)
                try await trade.write("네", in: id, by: trade.ofSeller, after: 7_200)
            }
            #expect(try await facts(after: 0) == ["보통 2시간 안에 답해요", "2026년부터"])
            let hour: Int64 = 3_600
            let id = try await trade.ask()
            try await trade.agree(on: trade.now + 3 * hour, in: id)
            try await trade.take(.sayNotCome, in: id, by: trade.ofAsker, after: 4 * hour)
            // A page made just before the no-show counts is good until then.
            let counts = 4 * hour + NoShow.answerTime
            let before = try await page(after: counts - 60)
            #expect(before.freshUntil == trade.now + counts)
            #expect(before.seller?.facts.count == 2)
            #expect(
                try await facts(after: counts)
                    == ["안 나온 약속 1번", "보통 2시간 안에 답해요", "2026년부터"])
            try await trade.take(.close(at: nil), in: id, by: trade.ofSeller, after: counts)
            #expect(
                try await facts(after: counts)
                    == ["거래 1번", "안 나온 약속 1번", "보통 2시간 안에 답해요"])
        }
    }

    @Test func thePageExpiresWithTheOtherItemsOnIt() async throws {
        try await AccountFixture.withAccount { fixture, account in
            _ = try await fixture.post(by: account)
            let id = try await fixture.post(by: account, after: 50)
            let detail = try await fixture.detail.output(for: id, at: fixture.now + 55)
            #expect(detail.freshUntil == fixture.now + 60)
        }
    }

    @Test func theSellerReadsWhenItMayBePulledUp() async throws {
        try await AccountFixture.withAccount { fixture, account in
            let id = try await fixture.post(by: account)
            let today = try await fixture.detail.output(for: id, viewer: account, at: fixture.now)
            guard case .seller(let text) = today.viewer else {
                Issue.record("\(today.viewer)")
                return
            }
            #expect(text?.text == "끌올은 2026년 11월 22일 오후 8:20부터 할 수 있어요.")
            let tomorrow = try await fixture.detail.output(
                for: id, viewer: account, at: fixture.now + 86_400)
            #expect(tomorrow.viewer == .seller(pullUpText: nil))
        }
    }

    @Test func theGuestsPasswordTransfersTheItem() async throws {
        try await AccountFixture.withAccount("하늘이네") { fixture, account in
            let other = try await fixture.open("바다네").account
            let id = try await fixture.post(by: nil)
            func takeOver(_ account: Account.ID, _ password: String) async throws -> Bool {
                let input = PasswordPrompt.Input(
                    id: id, purpose: .takingOver(by: account), proof: .password(password),
                    address: "192.0.2.1")
                return try await fixture.prompt.submit(input, at: fixture.now).saved != nil
            }
            #expect(try await !takeOver(account, "틀림"))
            #expect(try await takeOver(account, "달빛1234"))
            #expect(try await fixture.storage.item(id).seller == account)
            // The item has no password any more.
            await #expect(throws: StorageError.noPassword) {
                try await takeOver(other, "달빛1234")
            }
            // Changes by somebody who has just entered the password come too late.
            await #expect(throws: StorageError.notFound) {
                try await ItemChange(form: fixture.itemForm).submit(
                    ItemChange.Input(id: id), at: fixture.now)
            }
            await #expect(throws: StorageError.notFound) {
                var input = Fixture.lamp()
                input.mode = .editing(id, .granted(nil))
                return try await fixture.itemForm.submit(input, at: fixture.now)
            }
            for proof in [OwnerProof.granted(nil), .granted(other)] {
                await #expect(throws: StorageError.notFound) {
                    try await fixture.prompt.submit(
                        PasswordPrompt.Input(
                            id: id, purpose: .deleting, proof: proof, address: "192.0.2.1"),
                        at: fixture.now)
                }
            }
            #expect(try await fixture.storage.item(id).seller == account)
        }
    }

    @Test func anAccountsItemGoesIntoItsTrashUnlessItIsHidden() async throws {
        try await AccountFixture.withAccount("하늘이네") { fixture, account in
            for isHidden in [false, true] {
                let id = try await fixture.post(by: account)
                try await fixture.storage.setHidden(isHidden, id, at: fixture.now)
                let input = PasswordPrompt.Input(
                    id: id, purpose: .deleting, proof: .granted(account))
                let page = try await fixture.prompt.output(for: input)
                #expect(page.explanation.text.contains("되돌릴 수 없어요") == isHidden)
                let result = try await fixture.prompt.submit(input, at: fixture.now)
                let deletions = try await fixture.storage.deletions(of: account).map(\.id)
                #expect(result.saved == .some(isHidden ? nil : deletions.first))
            }
        }
    }

    @Test func accessIsTheSellersOrThePasswords() async throws {
        try await AccountFixture.withAccount("하늘이네") { fixture, account in
            let other = try await fixture.open("바다네").account
            let own = try await fixture.post(by: account)
            let guests = try await fixture.post(by: nil)
            func access(_ id: Item.ID, _ viewer: Account.ID?) async throws -> ItemAccess {
                try await fixture.storage.access(to: id, of: viewer)
            }
            #expect(try await access(own, account) == .own)
            #expect(try await access(own, other) == .none)
            #expect(try await access(own, nil) == .none)
            #expect(try await access(guests, account) == .password)
            #expect(try await access(guests, nil) == .password)
        }
    }
}
