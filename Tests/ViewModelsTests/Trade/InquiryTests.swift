import Market
import Testing

@testable import ViewModels

struct InquiryTests {
    @Test func whatIsAskedStandsInAConversation() async throws {
        try await TradeFixture.over(.memory) { trade in
            let id = try await trade.ask("  아직 있나요?\r\n내일 갈게요. ")
            let page = try await trade.detail.output(for: id, of: trade.ofSeller, at: trade.now)
            #expect(page.messages.map(\.plainText) == ["아직 있나요?\n내일 갈게요."])
            #expect(page.other.nickname == "지수" && page.subject.title == "북유럽풍 장스탠드")
        }
    }

    @Test(arguments: blanks)
    func aBlankMessageIsRefused(_ text: String) async throws {
        try await TradeFixture.over(.memory) { trade in
            let result = try await trade.inquiry().submit(
                try await trade.asking(text), at: trade.now)
            #expect(result.refusal?.reason == .invalid)
            #expect(result.refusedForm?.message("text")?.text == "메시지를 입력해주세요.")
            #expect(result.refusedForm?.text == text)
        }
    }

    @Test func aMessageOfAThousandLettersIsSentAndALongerOneComesBack() async throws {
        try await TradeFixture.over(.memory) { trade in
            let longest = String(repeating: "가", count: 1_000)
            let long = try await trade.inquiry().submit(
                try await trade.asking(longest + "나"), at: trade.now)
            #expect(
                long.refusedForm?.message("text")?.text == "메시지를 1,000자까지 입력해주세요.")
            #expect(long.refusedForm?.text.count == 1_001)
            _ = try await trade.ask(longest)
        }
    }

    @Test func whoAsksForTheFirstTimeOpensAnAccountInTheSameStep() async throws {
        try await TradeFixture.over(.memory) { trade in
            var input = Inquiry.Input(item: trade.item, asker: nil)
            input.text = "아직 있나요?"
            let refused = try await trade.inquiry().submit(input, at: trade.now)
            #expect(refused.refusedForm?.opensAccount == true)
            #expect(refused.refusedForm?.faults.map(\.field) == ["nickname", "password"])
            input.nickname = "지수"
            input.password = AccountFixture.password
            let taken = try await trade.inquiry().submit(input, at: trade.now)
            #expect(taken.refusedForm?.faults.map(\.field) == ["nickname"])
            #expect(taken.refusedForm?.text == "아직 있나요?")
            input.nickname = "새 이웃"
            let sent = try #require(try await trade.inquiry().submit(input, at: trade.now).saved)
            let opened = try #require(sent.opened)
            #expect(opened.codes.count == 10)
            let page = try await trade.detail.output(
                for: try #require(sent.conversation), of: .account(opened.account), at: trade.now)
            #expect(page.messages.map(\.isOwn) == [true])
        }
    }

    @Test func everythingThatIsWrongIsToldAtOnce() async throws {
        try await TradeFixture.over(.memory) { trade in
            let input = Inquiry.Input(item: trade.item, asker: nil)
            let result = try await trade.inquiry().submit(input, at: trade.now)
            #expect(result.refusedForm?.faults.map(\.field) == ["text", "nickname", "password"])
        }
    }

    @Test func nobodyAsksThemselvesOrAboutWhatIsSold() async throws {
        try await TradeFixture.over(.memory) { trade in
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
            // No account is opened for what cannot be asked.
            var input = Inquiry.Input(item: trade.item, asker: nil)
            (input.text, input.nickname, input.password) = ("x", "새 이웃", AccountFixture.password)
            #expect(
                try await trade.inquiry().submit(input, at: trade.now).refusal?.reason == .conflict)
            let nickname = try #require(Nickname("새 이웃"))
            #expect(try await trade.storage.credentials(of: nickname) == nil)
        }
    }

    @Test func ofADeletedItemWhatWasTypedStays() async throws {
        try await TradeFixture.over(.memory) { trade in
            let input = try await trade.asking()
            try await trade.storage.delete(trade.item, at: trade.now)
            let result = try await trade.inquiry().submit(input, at: trade.now)
            #expect(result.refusal?.reason == .notFound)
            #expect(result.refusal?.alert?.texts == ["글이 지워져서 더는 답을 받을 수 없어요."])
            #expect(result.refusedForm?.text == "아직 있나요?")
            await #expect(throws: StorageError.itemNotFound) {
                try await trade.inquiry().output(for: input)
            }
        }
    }

    @Test func theFormKnowsTheConversationThatThereIs() async throws {
        try await TradeFixture.over(.memory) { trade in
            let input = try await trade.asking()
            #expect(try await trade.inquiry().output(for: input).conversation == nil)
            let id = try await trade.ask()
            #expect(try await trade.inquiry().output(for: input).conversation == id)
        }
    }

    @Test func aNewcomerBeginsSoManyConversationsAnHour() async throws {
        try await TradeFixture.over(.memory) { trade in
            let inquiry = trade.inquiry(ConversationRates(newcomerConversations: 2))
            var items = [trade.item]
            for _ in 1...2 { items.append(try await trade.accounts.post(by: trade.seller)) }
            var input = try await trade.asking()
            for item in items.prefix(2) {
                input.item = item
                // Going on with one that there is counts nothing.
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
}
