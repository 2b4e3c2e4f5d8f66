import Fixtures
import Market
import Testing

/// The menu of a conversation, and the questions before something is lost.
@Blocking
final class ConversationToolsTests: ConversationSuite {
    /// The paths in the menu, except for those that mute and archive.
    private func tools(of client: Client, in path: String) throws -> [String] {
        let menu =
            try client.get(path).text
            .stretches(from: "<details class=\"menu tools\">", to: "</details>").first ?? ""
        let page = Page(html: menu)
        let forms = page.actions
        return forms.filter { ![path + "/mute", path + "/archive"].contains($0) } + page.links
    }

    private func agree() throws {
        _ = try seller.press(path + "/reservation")
        let meeting: KeyValuePairs = ["date": "2026-11-23", "time": "15:00", "spot": "역 3번 출구"]
        _ = try asker.post(path + "/appointment", .urlencoded(meeting))
        let answer = try #require(
            try seller.get(path).page.actions
                .first { $0.contains("/appointments/") && $0.hasSuffix("/acceptance") })
        _ = try seller.press(answer)
    }

    @Test func eachConversationLeadsToBlockingAndReporting() throws {
        #expect(try tools(of: seller, in: path) == ["/people/2/block", "/reports/new?person=2"])
        #expect(try tools(of: asker, in: path) == ["/people/1/block", "/reports/new?person=1"])
        #expect(try asker.get("/reports/new?person=1").status == 200)
    }

    @Test func blockingIsAskedAndLeadsBackToTheConversation() throws {
        let asked = try seller.get("/people/2/block?conversation=" + path.dropFirst(7)).page
        #expect(asked.texts.contains("지수님을 차단할까요?"))
        #expect(!asked.texts.contains { $0.contains("취소돼요") })
        #expect(asked.links.contains(path))
        #expect(asked.value(of: "conversation") == String(path.dropFirst(7)))
        let form: FormBody = ["conversation": String(path.dropFirst(7))]
        #expect(try seller.post("/people/2/block", form)["Location"] == path)
        let told = try seller.get(path).page
        #expect(told.alert?.title == "차단했어요")
        // The alert's button leads back to the conversation, too.
        let alert = try #require(told.html.stretches(from: "<dialog", to: "</dialog>").first)
        let unblocking = "/people/2/block/deletion?conversation=" + path.dropFirst(7)
        #expect(Page(html: alert).actions == [unblocking])
        #expect(Page(html: alert).texts.contains("차단 풀기"))
        #expect(try tools(of: seller, in: path).first == "/people/2/block/deletion")
        // A blocked person is not told about it.
        #expect(try tools(of: asker, in: path).first == "/people/1/block")
        #expect(try seller.press(unblocking)["Location"] == path)
        #expect(try tools(of: seller, in: path).first == "/people/2/block")
    }

    /// The fields of the form with that action on a page.
    private func form(to action: String, on page: Page) throws -> FormBody {
        let all = page.html.stretches(from: "<form action=\"\(action)\"", to: "</form>")
        let form = Page(html: try #require(all.first))
        #expect(form.html.hasPrefix(" method=\"post\""))
        return ["ask": try #require(form.value(of: "ask"))]
    }

    @Test func theConsequencesOfBlockingAreNamedEverywhere() throws {
        let block = "/people/1/block"
        // The page was made before there was anything to lose.
        let form = try form(to: block, on: asker.get("/people/1").page)
        _ = try seller.press(path + "/reservation")
        #expect(try asker.post(block, form)["Location"] == block)
        #expect(try asker.messages(in: path).last == "민지님이 예약해줬어요")
        #expect(try asker.get(block).page.texts.contains("둘 사이의 예약이 취소돼요."))
        // Sent from a conversation, the question leads back there.
        let number = String(path.dropFirst("/chats/".count))
        let question = block + "?conversation=" + number
        let sent: FormBody = ["ask": "1", "conversation": number]
        #expect(try asker.post(block, sent)["Location"] == question)
        #expect(try asker.get(question).page.value(of: "conversation") == number)
        _ = try seller.press(path + "/reservation/deletion")
        try agree()
        let asked = try seller.get("/people/2/block").page
        #expect(asked.texts.contains("둘 사이의 예약과 약속이 취소돼요."))
        #expect(asked.links.contains("/people/2"))
        #expect(try seller.press("/people/2/block")["Location"] == "/people/2")
        let told = "둘 사이의 예약이나 약속은 취소됐어요. 차단한 것은 상대에게 알리지 않아요."
        #expect(try seller.get("/people/2").page.alert?.lines == [told])
        #expect(try site.get("/people/2/block").status == 303)
        for nobody in ["/people/1/block", "/people/77/block"] {
            #expect(try seller.get(nobody).status == 404)
        }
    }

    @Test func guestsAreReportedByListingOrMessage() throws {
        let item = try site.post()
        let chat = try asker.ask(about: item)
        let number = item.dropFirst("/items/".count)
        #expect(try tools(of: asker, in: chat) == ["/reports/new?item=\(number)"])
        let guest = try site.guest(of: item)
        let guests = item + chat
        let report = try #require(try tools(of: guest, in: guests).first)
        #expect(report.hasPrefix(guests + "/messages/") && report.hasSuffix("/report"))
        #expect(try guest.get(report).status == 200)
    }

    @Test func blockingWithoutConsequencesAsksNothing() throws {
        let form = try form(to: "/people/1/block", on: asker.get("/people/1").page)
        #expect(try asker.post("/people/1/block", form)["Location"] == "/people/1")
        let told = try asker.get("/people/1").page
        #expect(told.alert?.title == "차단했어요")
        #expect(told.alert?.lines == ["상대에게는 알리지 않아요."])
        let page = try asker.get("/people/1").page
        #expect(page.action(endingWith: "/block/deletion") != nil && page.value(of: "ask") == nil)
    }

    @Test func releasesWithConsequencesAskFirst() throws {
        let release = path + "/reservation/deletion"
        _ = try seller.press(path + "/reservation")
        #expect(try seller.get(release)["Location"] == path)
        // The page was made before anything else would be lost with it.
        let form = try form(to: release, on: seller.get(path).page)
        #expect(try seller.post(release, form)["Location"] == path)
        #expect(try asker.messages(in: path).last == "민지님이 예약을 취소했어요")
        try agree()
        #expect(try seller.post(release, form)["Location"] == release)
        let asked = try seller.get(release).page
        #expect(asked.texts.contains("예약을 취소할까요?"))
        #expect(asked.texts.contains("11월 23일 (월) 오후 3:00에 만나기로 한 약속도 함께 취소돼요."))
        #expect(asked.links.contains(path) && asked.action(endingWith: release) == release)
        #expect(try asker.get(path).page.texts.contains("약속했어요"))
        #expect(try seller.press(release)["Location"] == path)
        #expect(try !asker.get(path).page.texts.contains("약속했어요"))
        #expect(try site.member("낯선 이웃").get(release).status == 404)
    }

    @Test func takingAMessageBackIsAsked() throws {
        let deletion = try #require(try asker.get(path).page.action(endingWith: "/deletion"))
        let asked = try asker.get(deletion).page
        #expect(asked.texts.contains("이 메시지를 지울까요?") && asked.texts.contains("‘아직 있나요?’"))
        #expect(asked.action(endingWith: "/deletion") == deletion && asked.links.contains(path))
        #expect(try asker.messages(in: path) == ["아직 있나요?"])
        // A message that is the other's, is gone or never existed leads back.
        #expect(try seller.get(deletion)["Location"] == path)
        for none in ["0", "77", "9223372036854775807"] {
            #expect(try asker.get(path + "/messages/\(none)/deletion")["Location"] == path)
        }
        #expect(try asker.press(deletion)["Location"] == path)
        #expect(try asker.get(deletion)["Location"] == path)
        #expect(try site.member("낯선 이웃").get(deletion).status == 404)
        _ = try asker.write("늦게 지워요", in: path)
        let late = try #require(try asker.get(path).page.action(endingWith: "/deletion"))
        site.clock.advance(by: ChatMessage.takeBackTime + 1)
        #expect(try asker.get(late)["Location"] == path)
    }

    @Test func aGuestIsAskedBehindThePassword() throws {
        let item = try site.post(.lamp.with("stock", "1"))
        let chat = try asker.ask(about: item)
        let guests = item + chat
        let guest = try site.guest(of: item)
        _ = try guest.press(guests + "/reservation")
        let late = try site.member("늦은 이웃")
        _ = try late.press(try late.ask("저도요", about: item) + "/line")
        let release = guests + "/reservation/deletion"
        #expect(try guest.get(guests).page.action(endingWith: release) == release)
        let asked = try guest.get(release).page
        #expect(asked.texts.contains("다음으로 대기하는 분에게 차례가 왔다고 바로 알려요."))
        #expect(try !site.get(release).page.texts.contains("예약을 취소할까요?"))
        #expect(try guest.press(release)["Location"] == guests)
    }
}
