import Fixtures
import Market
import Testing

@testable import Web

/// Which of a browser's notifications are to stay.
@Blocking
struct UnseenPushesTests {
    private let site: ServedSite
    private let seller: Client
    private let item: String

    init() throws {
        site = try ServedSite(.memory) { $0.push = PushOptions(key: "BKey", services: .usual) }
        seller = try site.member("민지")
        item = try seller.post(.ownLamp.with("stock", "1"))
    }

    /// The unseen ones among these tags.
    private func unseen(_ tags: [String], by client: Client? = nil) throws -> [String] {
        let path = "/push/unseen?tags=" + tags.joined(separator: ",")
        let answer = try (client ?? seller).get(path)
        #expect(answer.status == 200 && answer["Content-Type"] == "application/json")
        #expect(answer["Cache-Control"] == "no-store" && answer["Set-Cookie"] == nil)
        return try answer.json.elements.compactMap(\.string)
    }

    @Test func newsNoLongerPushedStaysUntilItIsSeen() throws {
        for number in 1...11 { _ = try site.member("이웃 \(number)").ask(about: item) }
        let tags = (1...11).map { "chat-\($0)" }
        #expect(try seller.get("/push/news").json.elements.count == 10)
        #expect(try unseen(tags) == tags)
        site.clock.advance(by: 90_000)
        #expect(try seller.get("/push/news").json[0]["isSeen"] == .bool(true))
        #expect(try unseen(tags) == tags)
        _ = try seller.get("/chats/3")
        #expect(try unseen(tags) == tags.filter { $0 != "chat-3" })
    }

    @Test func eachKindIsKnownByItsTag() async throws {
        let (storage, now) = (site.storage, site.clock.now)
        let (ofSeller, ofAsker) = (Conversation.Reader.account(1), Conversation.Reader.account(2))
        _ = try site.member("지수").ask(about: item)
        _ = try site.member("하늘").ask(about: item)
        try await storage.take(.reserve, in: 1, by: ofSeller, at: now)
        let meeting = Appointment(date: now + 600, spot: "역 3번 출구")
        try await storage.take(.proposeAppointment(meeting), in: 1, by: ofAsker, at: now)
        let proposal = try #require(
            try await storage.conversation(1, of: ofSeller).meeting.proposal)
        try await storage.take(.acceptAppointment(proposal), in: 1, by: ofSeller, at: now)
        try await storage.setRead(upTo: .max, in: 1, by: ofSeller)
        _ = try seller.post()
        try await storage.setHidden(true, 2, at: now)
        let memo = try await storage.insert(
            MemoContent(text: "전화하기", reminder: now), of: 1, at: now)
        let list = try await storage.insert(
            TodoListContent(title: "장보기", icon: .cart), of: 1, at: now)
        let todo = try await storage.insert(
            TodoContent(title: "우유 사기", reminder: now), in: list, of: 1, at: now)
        let search = try await storage.insert(
            ItemFilter(search: SearchQuery("의자")), of: 1, at: now)
        try await site.add(title: "원목 의자")
        let watched = try await cheaperItem()
        try follow()
        let tags = [
            "chat-2", "meeting-1", "hidden-2", "memo-\(memo)", "task-\(todo)", "search-\(search)",
            "price-\(watched)", "follows",
        ]
        #expect(try unseen(["chat-1"] + tags) == tags)
        // Nobody else has them.
        #expect(try unseen(tags, by: site.member("하늘이네")).isEmpty)
        #expect(try unseen(tags, by: site.visitor()).isEmpty)
    }

    /// Another member's item that the seller is interested in, whose price has dropped.
    private func cheaperItem() async throws -> Item.ID {
        let path = try site.member("바다").post()
        let id = Item.ID(rawValue: try #require(Int64(path.dropFirst("/items/".count))))
        _ = try seller.press(path + "/interest")
        var content = try await site.storage.item(id).content
        content.price = try Price(30_000)
        try await site.storage.update(id, content: content, photos: [], at: site.clock.now)
        return id
    }

    /// The seller follows somebody who posts something.
    private func follow() throws {
        let followed = try site.member("노을")
        let links = try site.get(followed.post()).page.links
        let person = try #require(links.first { $0.hasPrefix("/people/") })
        _ = try seller.press(person + "/follow")
        _ = try followed.post()
    }

    @Test(arguments: [
        "", ",,,", "seen", "news", "chat", "chat-", "-1", "chat-0", "chat-2", "chat--1", "chat-+1",
        "chat-1-1", "CHAT-1", "chat-1.0", "chat-99999999999999999999", "memo-1",
        "chat-1%20OR%201=1", "%3Cscript%3E-1", "chat-%EF%BC%91", "follows", "follows-1",
    ])
    func tagsOfNothingAreNotUnseen(_ tag: String) throws {
        _ = try site.member("지수").ask(about: item)
        #expect(try unseen(["chat-1"]) == ["chat-1"])
        #expect(try unseen([tag]).isEmpty)
    }

    /// Leaving some out would mean that they had been seen.
    @Test func tooManyAtOnceAre400() throws {
        _ = try site.member("지수").ask(about: item)
        let most = Array(repeating: "seen", count: 49) + ["chat-1"]
        #expect(try unseen(most) == ["chat-1"])
        let path = "/push/unseen?tags=" + (["seen"] + most).joined(separator: ",")
        #expect(try seller.get(path).status == 400)
    }
}
