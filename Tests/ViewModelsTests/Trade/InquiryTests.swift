import Market
import Testing

@testable import ViewModels

struct InquiryTests {
    @Test func aQuestionStandsInAConversation() async throws {
        try await TradeFixture.with { trade in
            let id = try await trade.ask("  아직 있나요?\r\n내일 갈게요. ")
            let page = try await trade.page(id, for: trade.ofSeller)
            #expect(page.messages.map(\.plainText) == ["아직 있나요?\n내일 갈게요."])
            #expect(page.other.nickname == "지수" && page.subject.title == "북유럽풍 장스탠드")
        }
    }

    @Test(arguments: blanks)
    func aBlankMessageIsRefused(_ text: String) async throws {
        try await TradeFixture.with { trade in
            let result = try await trade.inquiry().submit(
                try await trade.asking(text), at: trade.now)
            #expect(result.refusal?.reason == .invalid)
            #expect(result.refusedForm?.message("text")?.text == "메시지를 입력해주세요.")
            #expect(result.refusedForm?.text == text)
        }
    }

    @Test func aMessageOfAThousandLettersIsSentAndALongerOneComesBack() async throws {
        try await TradeFixture.with { trade in
            let longest = String(repeating: "가", count: 1_000)
            let long = try await trade.inquiry().submit(
                try await trade.asking(longest + "나"), at: trade.now)
            #expect(long.refusedForm?.message("text")?.text == "메시지를 1,000자까지 입력해주세요.")
            #expect(long.refusedForm?.text.count == 1_001)
            _ = try await trade.ask(longest)
        }
    }

    @Test func aFirstQuestionOpensAnAccountInTheSameStep() async throws {
        try await TradeFixture.with { trade in
            var input = Inquiry.Input(item: trade.item, asker: nil)
            input.text = "아직 있나요?"
            let refused = try await trade.inquiry().submit(input, at: trade.now)
            #expect(refused.refusedForm?.opensAccount == true)
            #expect(refused.refusedForm?.faults.map(\.field) == ["nickname", "password"])
            input.nickname = "새 이웃"
            input.password = AccountFixture.password
            let sent = try #require(try await trade.inquiry().submit(input, at: trade.now).saved)
            let opened = try #require(sent.opened)
            #expect(opened.codes.count == 10)
            let page = try await trade.detail.output(
                for: try #require(sent.conversation), of: .account(opened.account), at: trade.now)
            #expect(page.messages.map(\.isOwn) == [true])
        }
    }

    @Test func existingAccountsAreRecognisedByTheirPassword() async throws {
        try await TradeFixture.with { trade in
            var input = Inquiry.Input(item: trade.item, asker: nil)
            (input.text, input.nickname) = ("아직 있나요?", "지수")
            input.password = "다른 비밀번호예요"
            let wrong = try await trade.inquiry().submit(input, at: trade.now)
            let message = "이미 있는 닉네임이에요. 본인이라면 비밀번호를 다시 확인해주세요."
            #expect(wrong.refusedForm?.message("nickname")?.text == message)
            #expect(wrong.refusedForm?.text == "아직 있나요?")
            input.password = AccountFixture.password
            let sent = try #require(try await trade.inquiry().submit(input, at: trade.now).saved)
            #expect(sent.signedIn?.account == trade.asker && sent.opened == nil)
            let page = try await trade.detail.output(
                for: try #require(sent.conversation), of: trade.ofAsker, at: trade.now)
            #expect(page.messages.map(\.plainText) == ["아직 있나요?"])
        }
    }

    @Test func thePasswordHasTheSameTriesAsAtTheSignIn() async throws {
        try await TradeFixture.with { trade in
            var input = Inquiry.Input(item: trade.item, asker: nil)
            (input.text, input.nickname) = ("아직 있나요?", "지수")
            (input.password, input.address) = ("다른 비밀번호예요", "192.0.2.1")
            for _ in 1...2 { _ = try await trade.inquiry().submit(input, at: trade.now) }
            _ = try await trade.accounts.signIn("지수", "또 다른 비밀번호")
            input.password = AccountFixture.password
            let refused = try await trade.inquiry().submit(input, at: trade.now)
            #expect(refused.refusal == .tooManyTries(wait: 60))
            #expect(refused.refusedForm?.text == "아직 있나요?")
            let later = try await trade.inquiry().submit(input, at: trade.now + 60)
            #expect(later.saved?.signedIn?.account == trade.asker)
        }
    }

    @Test func theOwnerAsksNothingAndIsNotSignedIn() async throws {
        try await TradeFixture.with { trade in
            var input = Inquiry.Input(item: trade.item, asker: nil)
            (input.text, input.nickname) = ("나야", "민지")
            input.password = AccountFixture.password
            let refused = try await trade.inquiry().submit(input, at: trade.now)
            #expect(refused.refusal?.alert?.texts == ["내가 올린 글이에요."])
        }
    }

    @Test func allFaultsAreToldAtOnce() async throws {
        try await TradeFixture.with { trade in
            let input = Inquiry.Input(item: trade.item, asker: nil)
            let result = try await trade.inquiry().submit(input, at: trade.now)
            #expect(result.refusedForm?.faults.map(\.field) == ["text", "nickname", "password"])
        }
    }

    @Test func nobodyAsksThemselvesOrAboutASoldItem() async throws {
        try await TradeFixture.with { trade in
            var own = try await trade.asking()
            own.asker = try await trade.storage.account(trade.seller)
            let mine = try await trade.inquiry().submit(own, at: trade.now)
            #expect(mine.refusal?.reason == .conflict)
            #expect(mine.refusal?.alert?.texts == ["내가 올린 글이에요."])
            try await trade.storage.setStatus(.sold, of: trade.item, at: trade.now)
            let sold = try await trade.inquiry().submit(try await trade.asking(), at: trade.now)
            #expect(sold.refusal?.reason == .conflict)
            #expect(sold.refusedForm?.mayAsk == false)
            #expect(sold.refusedForm?.text == "아직 있나요?")
            // No account is created if the question is refused.
            var input = Inquiry.Input(item: trade.item, asker: nil)
            (input.text, input.nickname, input.password) = ("x", "새 이웃", AccountFixture.password)
            #expect(
                try await trade.inquiry().submit(input, at: trade.now).refusal?.reason == .conflict)
            let nickname = try #require(Nickname("새 이웃"))
            #expect(try await trade.storage.credentials(of: nickname) == nil)
        }
    }

    @Test func theTypedTextStaysWhenTheItemIsDeleted() async throws {
        try await TradeFixture.with { trade in
            let input = try await trade.asking()
            try await trade.storage.delete(trade.item, at: trade.now)
            let result = try await trade.inquiry().submit(input, at: trade.now)
            #expect(result.refusal?.reason == .notFound)
            #expect(result.refusal?.alert?.texts == ["글이 지워져서 더는 답을 받을 수 없어요."])
            #expect(result.refusedForm?.text == "아직 있나요?")
            await #expect(throws: StorageError.itemNotFound) {
                try await trade.inquiry().output(for: input, at: trade.now)
            }
        }
    }

    @Test func theFormKnowsTheExistingConversation() async throws {
        try await TradeFixture.with { trade in
            let input = try await trade.asking()
            #expect(try await trade.inquiry().output(for: input, at: trade.now).conversation == nil)
            let id = try await trade.ask()
            #expect(try await trade.inquiry().output(for: input, at: trade.now).conversation == id)
        }
    }

    @Test func aNewcomersConversationsAnHourAreLimited() async throws {
        try await TradeFixture.with { trade in
            let inquiry = trade.inquiry(ConversationRates(newcomerConversations: 2))
            var items = [trade.item]
            for _ in 1...2 { items.append(try await trade.accounts.post(by: trade.seller)) }
            var input = try await trade.asking()
            for item in items.prefix(2) {
                input.item = item
                // Writing on in an existing conversation does not count.
                for _ in 1...3 {
                    #expect(try await inquiry.submit(input, at: trade.now).saved != nil)
                }
            }
            input.item = items[2]
            let refused = try await inquiry.submit(input, at: trade.now)
            #expect(refused.refusal?.reason == .tooManyTries(wait: 3_600))
            #expect(refused.refusedForm?.text == "아직 있나요?")
            #expect(try await inquiry.submit(input, at: trade.now + 3_600).saved != nil)
            let later = trade.now + Account.newcomerTime
            for _ in 1...3 {
                input.item = try await trade.accounts.post(by: trade.seller)
                #expect(try await inquiry.submit(input, at: later).saved != nil)
            }
        }
    }

    @Test func theOpeningConversationCountsAsTheFirst() async throws {
        try await TradeFixture.with { trade in
            let inquiry = trade.inquiry(ConversationRates(newcomerConversations: 1))
            var input = Inquiry.Input(item: trade.item, asker: nil)
            (input.text, input.nickname) = ("아직 있나요?", "새 이웃")
            input.password = AccountFixture.password
            let sent = try #require(try await inquiry.submit(input, at: trade.now).saved)
            #expect(sent.conversation != nil)
            input.asker = try await trade.storage.account(try #require(sent.opened).account)
            input.item = try await trade.accounts.post(by: trade.seller)
            let refused = try await inquiry.submit(input, at: trade.now)
            #expect(refused.refusal?.reason == .tooManyTries(wait: 3_600))
        }
    }
}
