import Fixtures
import Testing

@testable import Web

/// The events for an open conversation.
@Blocking
final class ConversationEventSceneTests: ConversationSuite {
    override init() throws {
        try super.init()
        _ = try seller.get(path)
    }

    /// An event as the page parses it.
    private struct Event {
        let id: String
        let data: JSON

        init(_ text: String) throws {
            let lines = text.split(separator: "\n")
            guard lines.count == 2, lines[0].hasPrefix("id: "), lines[1].hasPrefix("data: "),
                text.hasSuffix("\n\n")
            else { throw Failure("no event: \(text)") }
            id = String(lines[0].dropFirst(4))
            data = try JSON(Array(lines[1].dropFirst(6).utf8))
        }

        var messages: [String] { Page(html: data["messages"].string ?? "").messages }
    }

    /// A connection with the visitor's cookies on which the stream has begun.
    private func listen(
        _ visitor: Client, after revision: String? = nil, seen: String? = nil,
        at path: String? = nil
    ) throws -> Client {
        let client = try Client(port: site.port)
        let path = path ?? self.path
        let list = try #require(visitor.get(path).page.tags("ol").first)
        let after = revision ?? list["data-revision"] ?? ""
        var head = "GET \(path)/live?after=\(after) HTTP/1.1\r\nHost: \(site.host)\r\n"
        head += "Accept: text/event-stream\r\n"
        for name in ["session", "edit"] {
            if let value = visitor.cookie(name) { head += "Cookie: \(name)=\(value)\r\n" }
        }
        if let seen { head += "Last-Event-ID: \(seen)\r\n" }
        try client.send(head + "\r\n")
        let answer = try client.readAnswer()
        try #require(answer.status == 200)
        #expect(answer["Content-Type"] == "text/event-stream")
        #expect(answer["Cache-Control"] == "no-store")
        return client
    }

    /// The texts in events until `last` arrives; each event's number must be above the one before.
    private func messages(_ stream: Client, until last: String) throws -> [String] {
        var texts: [String] = []
        var number = -1
        while texts.last != last {
            let event = try Event(try stream.readEvent())
            let id = try #require(Int(event.id))
            #expect(id >= number)
            number = id
            texts += event.messages
        }
        return texts
    }

    @Test func messagesAreStreamedInOrderAndOnce() throws {
        let window = try listen(seller)
        let sent = (2...20).map { "\($0)" }
        for text in sent { #expect(try asker.write(text, in: path).status == 303) }
        #expect(try messages(window, until: "20") == sent)
    }

    @Test func reconnectingClientsGetWhatTheyMissed() throws {
        let window = try listen(seller)
        _ = try asker.write("둘", in: path)
        var last = ""
        while true {
            let event = try Event(try window.readEvent())
            last = event.id
            if event.messages == ["둘"] { break }
        }
        _ = try asker.write("셋", in: path)
        // The address is that of the old page, before all of these messages.
        let again = try listen(seller, after: "0", seen: last)
        #expect(try messages(again, until: "셋") == ["셋"])
    }

    @Test func readMarksAndCountsAreToldToo() throws {
        let window = try listen(asker)
        let first = try Event(try window.readEvent())
        #expect(first.data["unread"].string == "")
        _ = try seller.write("네", in: path)
        let answered = try Event(try window.readEvent())
        #expect(answered.messages == ["네"])
        #expect(answered.data["unread"].string?.contains("안 읽은 메시지 1개") == true)
        let id = try #require(
            try asker.get(path).page.tags("li").compactMap { $0["id"] }.last?.split(separator: "-")
                .last)
        #expect(try asker.post(path + "/reading", ["message": String(id)]).status == 204)
        let others = try listen(seller)
        #expect(try Event(try others.readEvent()).data["read"].int == Int64(id))
    }

    @Test func thePriceThatIsAgreedOnIsToldInTheHead() throws {
        let window = try listen(asker)
        _ = try asker.post(path + "/offer", ["price": "3만"])
        let form = try #require(try seller.get(path).page.action(endingWith: "/acceptance"))
        _ = try seller.press(form)
        var subject = ""
        while !subject.contains("합의한 가격 30,000원") {
            subject = try Event(try window.readEvent()).data["subject"].string ?? ""
        }
        #expect(subject.contains("<s>35,000원</s>"))
    }

    @Test func messagesTakenBackAreUpdatedInPlace() throws {
        let window = try listen(seller)
        let form = try #require(try asker.get(path).page.action(endingWith: "/deletion"))
        _ = try asker.press(form)
        #expect(try messages(window, until: "지운 메시지예요") == ["지운 메시지예요"])
    }

    /// The subject in the last event, once it has that mark.
    private func head(_ stream: Client, until mark: String?) throws -> Page {
        while true {
            let data = try Event(try stream.readEvent()).data
            let subject = Page(html: data["subject"].string ?? "")
            let said = subject.html.stretches(from: "<b>", to: "</b>").first
            if said == mark { return Page(html: subject.html + (data["steps"].string ?? "")) }
        }
    }

    @Test func aReleaseByTheOtherUpdatesTheHead() throws {
        _ = try seller.press(path + "/reservation")
        let window = try listen(seller)
        #expect(try head(window, until: "예약중").action(endingWith: "/reservation") == nil)
        _ = try asker.press(path + "/reservation/deletion")
        let freed = try head(window, until: nil)
        #expect(freed.action(endingWith: "/reservation") == path + "/reservation")
        #expect(freed.links.contains("/items/1"))
    }

    @Test func reservationsForAnotherAreToldToAllAskers() throws {
        let late = try site.member("늦은 이웃")
        let other = try late.ask("저도요", about: "/items/1")
        let window = try listen(late, at: other)
        #expect(try head(window, until: nil).action(endingWith: "/line") == nil)
        _ = try seller.press(path + "/reservation")
        let kept = try head(window, until: "다른 분과 예약중")
        #expect(kept.action(endingWith: "/line") == other + "/line")
        _ = try seller.press(path + "/closing")
        #expect(try head(window, until: "다른 분과 거래완료").tags("form").isEmpty)
    }

    /// The part in place of the form, once it says why nothing can be written, or once it no longer does.
    private func silence(_ stream: Client, isThere: Bool) throws -> Page {
        while true {
            let html = try Event(try stream.readEvent()).data["silence"].string ?? ""
            if html.isEmpty != isThere { return Page(html: html) }
        }
    }

    @Test func peopleWhoMayNoLongerWriteAreToldSo() async throws {
        let window = try listen(asker)
        _ = try silence(window, isThere: false)
        try await site.storage.setSuspended(true, 2, at: site.clock.now)
        let told = try silence(window, isThere: true).texts
        #expect(told == ["운영자가 이 계정의 글쓰기를 막아 두었어요."])
        try await site.storage.setSuspended(false, 2, at: site.clock.now)
        _ = try silence(window, isThere: false)
    }

    /// It could be due to a block, which nobody is told about.
    @Test func thatTheOtherCannotBeReachedIsNotToldAtOnce() async throws {
        let window = try listen(seller)
        _ = try silence(window, isThere: false)
        try await site.storage.setSuspended(true, 2, at: site.clock.now)
        #expect(try Event(try window.readEvent()).data["silence"].string == nil)
        #expect(try seller.get(path).page.texts.contains { $0.hasPrefix("이 사람은 지금 답할 수 없어요.") })
        try await site.storage.setSuspended(false, 2, at: site.clock.now)
        _ = try silence(window, isThere: false)
    }

    @Test func aBlockCanBeLiftedThere() throws {
        let window = try listen(seller)
        _ = try seller.press("/people/2/block")
        let told = try silence(window, isThere: true)
        #expect(told.action(endingWith: "/block/deletion") == "/people/2/block/deletion")
        #expect(told.value(of: "conversation") == String(path.dropFirst("/chats/".count)))
    }

    @Test(arguments: [true, false])
    func thatTheOtherHasLeftIsTold(_ isItemThere: Bool) async throws {
        if !isItemThere { try await site.storage.delete(1, at: site.clock.now) }
        let window = try listen(seller)
        _ = try silence(window, isThere: false)
        try await site.storage.deleteAccount(2, at: site.clock.now)
        let told = try silence(window, isThere: true)
        #expect(told.texts == ["상대가 탈퇴해서 더는 답을 받을 수 없어요."])
    }

    @Test func whatIsMutedInAnotherWindowIsToldAndTheQuickAnswersFollow() throws {
        let window = try listen(asker)
        let first = try Event(try window.readEvent()).data
        #expect(Page(html: first["tidying"].string ?? "").action(endingWith: "/mute") != nil)
        #expect(first["answers"].string?.contains("거래할게요. 예약해주세요.") == true)
        _ = try asker.press(path + "/mute")
        #expect(first["tidied"].string?.contains("form") == false)
        var (menu, head) = (Page(html: ""), Page(html: ""))
        while menu.action(endingWith: "/mute/deletion") == nil {
            let data = try Event(try window.readEvent()).data
            menu = Page(html: data["tidying"].string ?? "")
            head = Page(html: data["tidied"].string ?? "")
        }
        #expect(head.action(endingWith: "/mute/deletion") == path + "/mute/deletion")
        _ = try seller.press(path + "/reservation")
        var answers = ""
        while !answers.contains("언제 만날 수 있을까요?") {
            answers = try Event(try window.readEvent()).data["answers"].string ?? ""
        }
        #expect(!answers.contains("거래할게요"))
    }

    @Test func nobodyElseIsToldAnything() throws {
        let stranger = try site.member("낯선 이웃")
        for path in [path, "/chats/99"] {
            #expect(try stranger.get(path + "/live").status == 404)
            #expect(try stranger.post(path + "/reading", ["message": "1"]).status == 404)
            #expect(try site.get(path + "/live").status == 204)
        }
        #expect(try site.get("/items/1/chats/1/live").status == 303)
        #expect(try asker.post(path + "/reading", ["message": "x"]).status == 400)
    }

    @Test func signingOutEndsTheStream() throws {
        let window = try listen(seller)
        _ = try Event(try window.readEvent())
        _ = try seller.press("/signout")
        #expect(try window.readEvent() == "")
    }

    @Test func theGuestsPasswordOpensTheStream() throws {
        let item = try site.post()
        let conversation = try asker.ask("하나", about: item)
        let guests = item + conversation
        #expect(try site.get(guests + "/live").status == 204)
        #expect(try site.post(guests + "/reading", ["message": "1"]).status == 403)
        let guest = try site.guest(of: item)
        let window = try listen(guest, at: guests)
        // The count in the page's header is not removed.
        let first = try Event(try window.readEvent()).data.names
        #expect(first.contains("steps") && !first.contains("unread"))
        #expect(try !guest.get(guests).text.contains("data-tidying"))
        _ = try asker.write("둘", in: conversation)
        #expect(try messages(window, until: "둘") == ["둘"])
        #expect(try guest.post(guests + "/reading", ["message": "99"]).status == 204)
        #expect(try asker.get(conversation).page.texts.contains("읽음"))
        // The grant for the password lasts an hour, and is checked again at each event.
        site.clock.advance(by: 61 * 60)
        _ = try asker.write("셋", in: conversation)
        var event = try window.readEvent()
        while !event.isEmpty {
            #expect(try !Event(event).messages.contains("셋"))
            event = try window.readEvent()
        }
    }

    @Test func theStreamEndsWithTheGuestsHourThoughNothingHappens() throws {
        let item = try site.post()
        let guests = try item + asker.ask(about: item)
        let guest = try site.guest(of: item)
        // One second of the hour is left.
        site.clock.advance(by: 3_599)
        let window = try listen(guest, at: guests)
        _ = try Event(try window.readEvent())
        #expect(try window.readEvent() == "")
    }
}
