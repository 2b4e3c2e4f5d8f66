import Market
import Testing

@testable import ViewModels

struct PushNewsTests {
    private let trade: TradeFixture

    init() async throws { trade = try await TradeFixture() }

    /// The news of the last day.
    private func allNews(
        of account: Account.ID, after seconds: Int64 = 0
    ) async throws -> [PushNews.Output] {
        let now = trade.now + seconds
        return try await PushNews(storage: trade.storage, zone: .seoul).outputs(
            for: account, from: now + -PushNews.lifetime, until: now)
    }

    private func news(
        of account: Account.ID, after seconds: Int64 = 0
    ) async throws -> PushNews.Output? {
        try await allNews(of: account, after: seconds).first
    }

    @Test func messagesAreNewsToTheRecipientAndNotToTheWriter() async throws {
        #expect(try await news(of: trade.seller) == nil)
        let id = try await trade.ask("아직\n있나요?")
        let output = try #require(try await news(of: trade.seller))
        #expect(output.subject == .conversation(id) && output.count == 1)
        #expect(output.title.text == "새 메시지 · 지수")
        #expect(output.body.text == "북유럽풍 장스탠드: 아직 있나요?")
        #expect(output.date == trade.now)
        #expect(try await news(of: trade.asker) == nil)
    }

    @Test func readMessagesAreNoNews() async throws {
        let id = try await trade.ask()
        let output = try #require(try await news(of: trade.seller))
        try await trade.storage.setRead(
            upTo: ChatMessage.ID(rawValue: output.number), in: id, by: trade.ofSeller)
        #expect(try await news(of: trade.seller) == nil)
    }

    @Test func stepsAreToldInWords() async throws {
        let id = try await trade.ask()
        try await trade.take(.reserve, in: id, by: trade.ofSeller, after: 5)
        let output = try #require(try await news(of: trade.asker, after: 5))
        #expect(output.subject == .conversation(id))
        #expect(output.body.text.hasPrefix("북유럽풍 장스탠드: "))
        #expect(output.body.text.contains("예약"))
    }

    /// Messages that a person sends after the unread ones are no news to them.
    @Test func ownMessagesAreNoNews() async throws {
        let id = try await trade.ask("아직 있나요?")
        let asked = try #require(try await news(of: trade.seller))
        for (text, seconds) in [("있어요", 60), ("오늘도 돼요", 70)] as [(String, Int64)] {
            let message = NewChatMessage(text: text, date: trade.now + seconds)
            _ = try await trade.storage.insert(message, in: id, by: trade.ofSeller)
        }
        let output = try await news(of: trade.seller, after: 70)
        #expect(output == asked && output?.date == trade.now)
        #expect(output?.body.text == "북유럽풍 장스탠드: 아직 있나요?")
        try await trade.storage.setRead(
            upTo: ChatMessage.ID(rawValue: asked.number), in: id, by: trade.ofSeller)
        #expect(try await news(of: trade.seller, after: 70) == nil)
    }

    @Test func messagesTakenBackAreNoNews() async throws {
        let id = try await trade.ask("아직 있나요?")
        let message = NewChatMessage(text: "잘못 보냈어요", date: trade.now + 5)
        let sent = try await trade.storage.insert(message, in: id, by: trade.ofAsker)
        try await trade.storage.takeBack(sent, in: id, by: trade.ofAsker, at: trade.now + 6)
        let output = try await news(of: trade.seller, after: 6)
        #expect(output?.body.text == "북유럽풍 장스탠드: 아직 있나요?" && output?.count == 1)
    }

    @Test func whatIsWrittenInAMutedConversationIsNotTold() async throws {
        let id = try await trade.ask()
        let news = PushNews(storage: trade.storage, zone: .seoul)
        let subject = PushNews.Subject.conversation(id)
        #expect(try await news.isUnseen(subject, of: trade.seller, at: trade.now))
        try await trade.storage.setMuted(true, id, by: trade.seller)
        #expect(try await self.news(of: trade.seller) == nil)
        #expect(try await !news.isUnseen(subject, of: trade.seller, at: trade.now))
        try await trade.take(.offerPrice(9_000), in: id, by: trade.ofAsker)
        #expect(try await self.news(of: trade.seller) == nil)
        // The other hears as before.
        try await trade.write("네", in: id, by: trade.ofSeller)
        #expect(try await self.news(of: trade.asker)?.subject == subject)
        try await trade.storage.setMuted(false, id, by: trade.seller)
        #expect(try await self.news(of: trade.seller)?.subject == subject)
    }

    @Test func reservationsAndAppointmentsAreToldInAMutedConversation() async throws {
        let id = try await trade.ask()
        let news = PushNews(storage: trade.storage, zone: .seoul)
        for account in [trade.seller, trade.asker] {
            try await trade.storage.setMuted(true, id, by: account)
        }
        try await trade.take(.reserve, in: id, by: trade.ofSeller)
        try await trade.write("언제 볼까요?", in: id, by: trade.ofSeller)
        let reserved = try #require(try await self.news(of: trade.asker))
        #expect(reserved.body.text.contains("예약"))
        #expect(try await news.isUnseen(reserved.subject, of: trade.asker, at: trade.now))
        let meeting = Appointment(date: trade.now + 7_200, spot: "역 3번 출구")
        try await trade.take(.proposeAppointment(meeting), in: id, by: trade.ofAsker)
        let proposed = try #require(try await self.news(of: trade.seller))
        #expect(proposed.body.text.contains("역 3번 출구"))
        let proposal = try #require(
            try await trade.storage.conversation(id, of: trade.ofSeller).meeting.proposal)
        try await trade.take(.acceptAppointment(proposal), in: id, by: trade.ofSeller)
        try await trade.storage.setRead(upTo: .max, in: id, by: trade.ofSeller)
        let reminder = try await self.news(of: trade.seller, after: 5_400)
        #expect(reminder?.subject == .reminder(.appointment(id)))
    }

    @Test func newsExpiresAfterADay() async throws {
        _ = try await trade.ask()
        #expect(try await news(of: trade.seller, after: PushNews.lifetime) != nil)
        #expect(try await news(of: trade.seller, after: PushNews.lifetime + 1) == nil)
    }

    @Test func eachConversationIsNewsOfItsOwn() async throws {
        let first = try await trade.ask("아직 있나요?")
        let other = try await trade.accounts.open("하늘").account
        let second = try await trade.ask(by: other, after: 9)
        let all = try await allNews(of: trade.seller, after: 9)
        #expect(all.map(\.subject) == [.conversation(second), .conversation(first)])
        let fresh = try await PushNews(storage: trade.storage, zone: .seoul).outputs(
            for: trade.seller, from: trade.now + 1, until: trade.now + 9)
        #expect(fresh.map(\.subject) == [.conversation(second)])
    }

    @Test func anAppointmentIsToldInTimeToGetThere() async throws {
        let id = try await trade.ask()
        try await trade.agree(on: trade.now + 7_200, in: id)
        try await trade.storage.setRead(upTo: .max, in: id, by: trade.ofSeller)
        #expect(try await news(of: trade.seller, after: 5_399) == nil)
        let output = try #require(try await news(of: trade.seller, after: 5_400))
        #expect(output.subject == .reminder(.appointment(id)))
        #expect(output.body.text == "오늘 오후 10:20 약속이에요: 역 3번 출구")
        #expect(output.date == trade.now + 5_400)
        let news = PushNews(storage: trade.storage, zone: .seoul)
        let isUnseen = try await news.isUnseen(
            output.subject, of: trade.seller, at: trade.now + 5_400)
        #expect(isUnseen)
    }

    @Test func unseenNewsIsKnownForEachSubject() async throws {
        let id = try await trade.ask()
        let news = PushNews(storage: trade.storage, zone: .seoul)
        func isUnseen(_ account: Account.ID) async throws -> Bool {
            try await news.isUnseen(.conversation(id), of: account, at: trade.now)
        }
        #expect(try await isUnseen(trade.seller))
        #expect(try await !isUnseen(trade.asker))
        // Nobody else has this conversation.
        let stranger = try await trade.accounts.open("하늘").account
        #expect(try await !isUnseen(stranger))
        try await trade.storage.setRead(upTo: .max, in: id, by: trade.ofSeller)
        #expect(try await !isUnseen(trade.seller))
    }

    @Test func ofManyRemindersTheNewestIsTold() async throws {
        try await OrganiserFixture.withList { fixture, list in
            for number in 0..<105 {
                _ = try await fixture.makeTodo(
                    in: list, reminder: fixture.now + (Int64(number) - 200))
            }
            let todo = try await fixture.makeTodo("빵 사기", in: list, reminder: fixture.now)
            let news = PushNews(storage: fixture.storage, zone: .seoul)
            let fresh = try await news.outputs(
                for: fixture.account, from: fixture.now, until: fixture.now)
            #expect(fresh.map(\.subject) == [.reminder(.todo(todo))])
            let subject = PushNews.Subject.reminder(.todo(todo))
            let isUnseen = try await news.isUnseen(subject, of: fixture.account, at: fixture.now)
            #expect(isUnseen)
            try await fixture.dismiss(.todo(todo))
            #expect(try await !news.isUnseen(subject, of: fixture.account, at: fixture.now))
        }
    }

    @Test func unseenNewsStaysUnseenHoweverOldItIs() async throws {
        let id = try await trade.ask()
        let news = PushNews(storage: trade.storage, zone: .seoul)
        let later = trade.now + 3 * PushNews.lifetime
        func unseen() async throws -> [PushNews.Subject] {
            try await news.unseen(
                among: [.conversation(id), .conversation(99), .reminder(.todo(99))],
                of: trade.seller, at: later)
        }
        #expect(try await unseen() == [.conversation(id)])
        try await trade.storage.setRead(upTo: .max, in: id, by: trade.ofSeller)
        #expect(try await unseen().isEmpty)
    }

    /// Beyond a thousand due reminders it is unknown whether the oldest ones are due, so they are
    /// not reported as seen.
    @Test func reminderIsUnseenUntilItIsDismissedHoweverManyAreDue() async throws {
        try await OrganiserFixture.with { fixture in
            let news = PushNews(storage: fixture.storage, zone: .seoul)
            let oldest = try await fixture.makeMemo(reminder: fixture.now + -9)
            let other = try await fixture.makeMemo(reminder: fixture.now + -8)
            func unseen() async throws -> [PushNews.Subject] {
                try await news.unseen(
                    among: [.reminder(.memo(oldest)), .reminder(.memo(other))],
                    of: fixture.account, at: fixture.now + 3 * PushNews.lifetime)
            }
            try await fixture.dismiss(.memo(other))
            #expect(try await unseen() == [.reminder(.memo(oldest))])
            for _ in 0..<1_000 { _ = try await fixture.makeMemo(reminder: fixture.now) }
            #expect(try await unseen().contains(.reminder(.memo(oldest))))
        }
    }

    @Test func newsOfAllKindsComesNewestFirst() async throws {
        try await OrganiserFixture.with { fixture in
            let news = PushNews(storage: fixture.storage, zone: .seoul)
            func all(
                after seconds: Int64, of account: Account.ID? = nil
            ) async throws -> [PushNews.Output] {
                try await news.outputs(
                    for: account ?? fixture.account, from: fixture.now,
                    until: fixture.now + seconds)
            }
            let todo = try await fixture.makeTodo(
                in: try await fixture.makeList(), reminder: fixture.now + 10)
            #expect(try await all(after: 9).isEmpty)
            let due = try #require(try await all(after: 10).first)
            #expect(due.subject == .reminder(.todo(todo)))
            #expect(due.title.text == "알림 · 우유 사기")
            var searches: [SavedSearch.ID] = []
            // The same item matches both searches, and is told once.
            for text in ["의자", "원목"] {
                searches.append(
                    try await fixture.storage.insert(
                        ItemFilter(search: SearchQuery(text)), of: fixture.account,
                        at: fixture.now))
            }
            let posted = try await fixture.storage.insert(.sample(of: fixture.stranger, after: 20))
            let found = try await all(after: 20)
            #expect(found.count == 2 && found.last == due)
            let match = try #require(found.first)
            #expect(searches.map(PushNews.Subject.search).contains(match.subject))
            #expect(match.count == 1 && match.body.text == "원목 의자 (새 글 1개)")
            #expect(match.title.text.hasSuffix("검색 알림"))
            #expect(try await news.isUnseen(match.subject, of: fixture.account, at: fixture.now))
            #expect(try await all(after: 20, of: fixture.stranger).isEmpty)
            try await fixture.storage.delete(posted, at: fixture.now + 21)
            #expect(try await all(after: 21) == [due])
        }
    }

    @Test func followerIsToldOfNewListingsUntilTheyAreSeen() async throws {
        try await trade.storage.setFollowed(true, trade.seller, by: trade.asker, at: trade.now)
        #expect(try await news(of: trade.asker) == nil)
        let lamp = try await trade.accounts.post(by: trade.seller, after: 5)
        let output = try #require(try await news(of: trade.asker, after: 5))
        #expect(output.subject == .follows && output.number == lamp.rawValue)
        #expect(output.title.text == "새 글 · 민지")
        #expect(output.body.text == "북유럽풍 장스탠드 (새 글 1개)")
        #expect(output.date == trade.now + 5)
        #expect(try await news(of: trade.seller, after: 5) == nil)
        _ = try await trade.accounts.post(by: trade.seller, after: 9)
        #expect(try await allNews(of: trade.asker, after: 9).map(\.count) == [2])
        let (pushes, moment) = (PushNews(storage: trade.storage, zone: .seoul), trade.now + 9)
        for isUnseen in [true, false] {
            #expect(try await pushes.isUnseen(.follows, of: trade.asker, at: moment) == isUnseen)
            // Its page shows them.
            _ = try await Follows(storage: trade.storage, zone: .seoul)
                .output(for: trade.asker, at: moment)
        }
        #expect(try await allNews(of: trade.asker, after: 9).isEmpty)
    }

    @Test func listingThatASearchTellsOfIsNotToldAgain() async throws {
        try await trade.storage.setFollowed(true, trade.seller, by: trade.asker, at: trade.now)
        let search = try await trade.storage.insert(
            ItemFilter(search: SearchQuery("장스탠드")), of: trade.asker, at: trade.now)
        // Nor is an earlier one when the search tells of a later one.
        for (count, seconds) in [(1, 5), (2, 9)] as [(Int, Int64)] {
            _ = try await trade.accounts.post(by: trade.seller, after: seconds)
            let all = try await allNews(of: trade.asker, after: seconds)
            #expect(all.map(\.subject) == [.search(search)])
            #expect(all.map(\.count) == [count])
        }
    }

    /// As long as that is so, and until its page was seen.
    @Test func interestedPeopleAreToldTheNewPrice() async throws {
        try await trade.storage.setInterest(true, of: trade.asker, in: trade.item)
        var pacing = PushPacing()
        for (price, text) in [
            (try Price(30_000), "30,000원"), (try Price(25_000), "25,000원"),
            (.open(), "가격 제안"), (try Price(0), "나눔"),
        ] as [(Price, String)] {
            try await trade.setPrice(price)
            let output = try #require(try await news(of: trade.asker))
            #expect(output.subject == .reminder(.priceDrop(trade.item)))
            #expect(output.title.text == "알림 · 북유럽풍 장스탠드")
            #expect(output.body.text == "관심 글의 가격이 내려갔어요: 35,000원 → \(text)")
            // However often the price is edited, it is pushed once.
            let isPushed = pacing.tell(output, to: trade.asker, at: trade.now)
            #expect(isPushed == (text == "30,000원"))
        }
        #expect(try await news(of: trade.seller) == nil)
        try await trade.setPrice(Price(35_000))
        #expect(try await news(of: trade.asker) == nil)
        try await trade.setPrice(Price(30_000))
        let detail = trade.accounts.detail
        let page = try await detail.output(for: trade.item, viewer: trade.asker, at: trade.now)
        #expect(await detail.seePriceDrop(on: page, by: trade.asker))
        #expect(try await news(of: trade.asker) == nil)
        #expect(await !detail.seePriceDrop(on: page, by: trade.asker))
    }

    @Test func aSellerIsToldOfHiddenItems() async throws {
        try await trade.storage.setHidden(true, trade.item, at: trade.now)
        let output = try #require(try await news(of: trade.seller))
        #expect(output.subject == .reminder(.hiding(trade.item)))
        #expect(output.title.text == "알림 · 북유럽풍 장스탠드")
        #expect(output.body.text == "운영자가 가린 글이에요. 다른 사람에게는 보이지 않아요.")
        #expect(try await news(of: trade.asker) == nil)
        try await ReminderInbox(storage: trade.storage, zone: .seoul)
            .submit(.hiding(trade.item), of: trade.seller, at: trade.now)
        #expect(try await news(of: trade.seller) == nil)
    }
}
