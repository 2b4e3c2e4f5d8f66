import Market
import Testing

@testable import ViewModels

struct ConversationListTests {
    private let trade: TradeFixture

    init() async throws { trade = try await TradeFixture() }

    @Test func aConversationShowsItsLastMessage() async throws {
        let id = try await trade.ask("아직\n있나요?")
        let list = try await trade.list.output(for: trade.ofSeller, at: trade.now + 180)
        let entry = try #require(list.entries.first)
        #expect(entry.id == id && entry.other.nickname == "지수")
        #expect(entry.excerpt == "아직 있나요?" && !entry.isOwn)
        #expect(entry.unread == 1 && entry.age.text == "3분 전")
        #expect(entry.subject.title == "북유럽풍 장스탠드" && entry.subject.mark == nil)
        let own = try await trade.list.output(for: trade.ofAsker, at: trade.now)
        #expect(own.entries.map(\.isOwn) == [true] && own.entries.map(\.unread) == [0])
    }

    @Test func aMessageTakenBackShowsNothing() async throws {
        let id = try await trade.ask("비밀")
        let message = try await trade.storage.conversation(id, of: trade.ofAsker).lastMessage.id
        try await trade.submit(.takeBack(message), in: id, by: trade.ofAsker)
        let list = try await trade.list.output(for: trade.ofSeller, at: trade.now)
        #expect(list.entries.map(\.excerpt) == [nil] && list.entries.map(\.unread) == [0])
        #expect(list.entries.map(\.label?.text) == ["지운 메시지예요"])
    }

    @Test func aRemovedMessageIsNotCalledTakenBack() async throws {
        let (storage, id) = (trade.storage, try await trade.ask("욕설"))
        let message = try await storage.conversation(id, of: trade.ofSeller).lastMessage.id
        try await storage.insert(
            NewReport(
                of: .message(message), by: trade.ofSeller, reason: .abuse, text: "",
                date: trade.now))
        let report = try #require(
            try await storage.reports(areSettled: false, before: nil, limit: 1).first)
        try await storage.setRemoved(true, messageOf: report.id, by: nil, at: trade.now)
        for reader in [trade.ofSeller, trade.ofAsker] {
            let entry = try await trade.list.output(for: reader, at: trade.now).entries.first
            #expect(entry?.excerpt == nil && entry?.label?.text == "운영자가 지운 메시지예요")
        }
    }

    /// The same as on the page of conversations to answer: automatic notes hide no question, a
    /// question lapses after a month, and an asker with nothing but a reservation has asked
    /// nothing.
    @Test func unansweredConversationsAboutAnItemAreMarked() async throws {
        let (storage, now) = (trade.storage, trade.now)
        func isUnanswered(after seconds: Int64 = 0) async throws -> Bool? {
            try await trade.list.output(
                for: trade.ofSeller, about: trade.item, at: now + seconds
            ).entries.first?.isUnanswered
        }
        let id = try await trade.ask()
        try await storage.take(.joinLine, in: id, by: trade.ofAsker, at: now)
        #expect(try await isUnanswered() == true)
        #expect(try await isUnanswered(after: Conversation.answerTime) == false)
        try await storage.take(.reserve, in: id, by: trade.ofSeller, at: now)
        #expect(try await isUnanswered() == false)
        #expect(try await isUnanswered(after: Conversation.idleTime) == false)
        // The list of all conversations does not mark it.
        try await trade.write("언제 볼까요?", in: id, by: trade.ofAsker)
        #expect(try await isUnanswered() == true)
        let all = try await trade.list.output(for: trade.ofSeller, at: now)
        #expect(all.entries.map(\.isUnanswered) == [false])
    }

    @Test func anAppointmentIsShownWithItsTime() async throws {
        let (id, storage) = (try await trade.ask(), trade.storage)
        let appointment = Appointment(date: trade.now + 86_400, spot: "역 3번 출구")
        try await storage.take(.reserve, in: id, by: trade.ofSeller, at: trade.now)
        try await storage.take(
            .proposeAppointment(appointment), in: id, by: trade.ofAsker, at: trade.now)
        func entry() async throws -> ConversationList.Entry? {
            try await trade.list.output(for: trade.ofSeller, at: trade.now).entries.first
        }
        let proposed = try await entry()
        #expect(proposed?.label?.text == "약속 제안 11월 22일 (일) 오후 8:20 · 역 3번 출구")
        #expect(proposed?.appointment == nil)
        let message = try await storage.conversation(id, of: trade.ofSeller).lastMessage.id
        try await storage.take(
            .acceptAppointment(message), in: id, by: trade.ofSeller, at: trade.now)
        let agreed = try await entry()
        #expect(agreed?.appointment?.time.text == "11월 22일 (일) 오후 8:20")
        #expect(agreed?.appointment?.spot == "역 3번 출구")
    }

    @Test func theLineComesInOrderAfterTheReservation() async throws {
        let (storage, now) = (trade.storage, trade.now)
        var asked: [(reader: Conversation.Reader, id: Conversation.ID)] = []
        for number in 1...4 {
            let asker = try await trade.accounts.open("이웃 \(number)").account
            let id = try await trade.ask("저요", by: asker)
            asked.append((.account(asker), id))
        }
        try await storage.take(.reserve, in: asked[0].id, by: trade.ofSeller, at: now)
        for number in [2, 1] {
            try await storage.take(
                .joinLine, in: asked[number].id, by: asked[number].reader, at: now)
        }
        try await trade.write("네", in: asked[2].id, by: trade.ofSeller)
        try await trade.write("언제요?", in: asked[1].id, by: asked[1].reader)
        let list = try await trade.list.output(for: trade.ofSeller, about: trade.item, at: now)
        #expect(list.entries.map(\.id) == [0, 2, 1, 3].map { asked[$0].id })
        #expect(list.entries.map(\.line?.text) == [nil, "대기 1번째", "대기 2번째", nil])
        #expect(list.entries.map(\.isUnanswered) == [false, false, true, true])
        // Among all conversations the latest comes first.
        let all = try await trade.list.output(for: trade.ofSeller, at: now)
        #expect(all.entries.first?.id == asked[1].id)
        let own = try await trade.list.output(for: asked[1].reader, at: now)
        #expect(own.entries.map(\.line?.text) == ["대기 2번째"])
        #expect(own.entries.map(\.isUnanswered) == [false])
    }

    @Test func aGuestReadsTheNewestFirstWhoeverOneIsKeptFor() async throws {
        let (storage, now) = (trade.storage, trade.now)
        let item = try await trade.accounts.post(by: nil)
        var asked: [Conversation.ID] = []
        for number in 1...3 {
            let asker = try await trade.accounts.open("이웃 \(number)").account
            let message = NewChatMessage(text: "저요", date: now)
            asked.append(try await storage.ask(message, about: item, by: asker))
        }
        try await storage.take(.reserve, in: asked[0], by: .guest(item), at: now)
        try await trade.ask(about: item, by: trade.asker)
        let list = try await trade.list.output(for: .guest(item), about: item, at: now)
        #expect(list.entries.first?.other.nickname == "지수")
        #expect(list.entries.dropFirst().map(\.id) == [asked[0], asked[2], asked[1]])
    }

    @Test func unusualStatesAreMarked() async throws {
        _ = try await trade.ask()
        for (status, mark) in [(Item.Status.reserved, "예약중"), (.sold, "거래완료")] {
            try await trade.storage.setStatus(status, of: trade.item, at: trade.now)
            let list = try await trade.list.output(for: trade.ofAsker, at: trade.now)
            #expect(list.entries.first?.subject.mark?.text == mark)
        }
        try await trade.storage.delete(trade.item, at: trade.now)
        let list = try await trade.list.output(for: trade.ofAsker, at: trade.now)
        #expect(list.entries.first?.subject.mark?.text == "지워진 글")
    }

    @Test func unsuccessfulAskersAreToldSo() async throws {
        let first = try await trade.ask()
        let other = try await trade.accounts.open("하늘").account
        try await trade.ask(by: other)
        func marks() async throws -> [String?] {
            var marks: [String?] = []
            for reader in [trade.ofAsker, .account(other)] {
                let list = try await trade.list.output(for: reader, at: trade.now)
                marks.append(list.entries.first?.subject.mark?.text)
            }
            return marks
        }
        #expect(try await marks() == [nil, nil])
        try await trade.take(.reserve, in: first, by: trade.ofSeller)
        #expect(try await marks() == ["나와 예약중", "다른 분과 예약중"])
        try await trade.take(.close(at: nil), in: first, by: trade.ofSeller)
        #expect(try await marks() == ["거래완료", "다른 분과 거래완료"])
        let received = try await trade.list.output(
            for: trade.ofSeller, about: trade.item, at: trade.now)
        #expect(received.entries.map(\.subject.mark?.text) == ["거래완료", "다른 분과 거래완료"])
    }

    @Test func anEmptyListSaysWhatToDo() async throws {
        let list = try await trade.list.output(for: trade.ofAsker, at: trade.now)
        #expect(list.emptyText?.text == "아직 나눈 이야기가 없어요. 마음에 드는 글에서 문의해보세요.")
        let received = try await trade.list.output(for: .guest(trade.item), at: trade.now)
        #expect(received.emptyText?.text == "아직 받은 문의가 없어요.")
    }
}
