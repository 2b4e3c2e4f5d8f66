import Fixtures
import Testing

/// Reported messages: how operators see, remove and restore them.
@Blocking
struct RemovalSceneTests {
    private let site: ServedSite
    private let keeper: Client
    private let seller: Client
    private let asker: Client
    private let chat: String

    init() throws {
        site = try ServedSite { options in options.operators = [1] }
        keeper = try site.member("장터지기")
        (seller, _, asker, chat) = try site.asked("아직 있나요?")
        for text in ["하나", "둘", "<b>욕설</b>", "넷", "다섯", "여섯"] {
            #expect(try asker.write(text, in: chat).status == 303)
        }
        let links = try seller.get(chat).page.actions.filter { $0.hasSuffix("/report") }
        let sent = try seller.post(links[3], ["reason": "3"])
        #expect(links.count == 7 && sent.status == 303)
    }

    private let removed = "운영자가 지운 메시지예요"
    private let removal = "/reports/1/removal"

    @Test func aReportedMessageIsShownWithItsNeighbours() throws {
        let page = try keeper.get("/reports").page
        let known = ["아직 있나요?", "하나", "둘", "<b>욕설</b>", "넷", "다섯", "여섯"]
        #expect(page.texts.filter(known.contains) == ["<b>욕설</b>"] + Array(known.dropLast()))
        #expect(page.texts.contains("북유럽풍 장스탠드") && page.links.contains("/items/1"))
        let people = page.texts.filter { ["보낸 사람", "받은 사람"].contains($0) }
        #expect(people == ["보낸 사람", "받은 사람"])
        #expect(page.links.contains("/people/2") && page.links.contains("/people/3"))
        // The sender is not named once more as the author.
        #expect(!page.texts.contains { $0.hasPrefix("글쓴이") })
        #expect(page.html.contains("<mark><span lang=\"ko\">&lt;b&gt;욕설&lt;/b&gt;</span></mark>"))
    }

    @Test func reportersAreToldThatNeighbouringMessagesAreShown() throws {
        let told = "앞뒤 메시지 몇 개도 운영자에게 보여요."
        let link = try #require(try seller.get(chat).page.action(endingWith: "/report"))
        #expect(try seller.get(link).page.texts.contains { $0.hasSuffix(told) })
        let ofItem = try asker.get("/reports/new?item=1").page
        #expect(!ofItem.texts.contains { $0.hasSuffix(told) })
    }

    @Test func removalsAreToldToBothAndMayBeUndone() throws {
        let answer = try keeper.press(removal, on: "/reports")
        #expect(answer.status == 303 && answer["Location"] == "/reports")
        let page = try keeper.get("/reports").page
        #expect(page.alert?.title == "메시지를 지웠어요")
        #expect(page.action(endingWith: removal + "/deletion?undo=1") != nil)
        for client in [seller, asker] {
            let talk = try client.get(chat).page
            #expect(talk.texts.contains(removed) && !talk.html.contains("욕설"))
        }
        let settled = try keeper.get("/reports?settled=1").page
        #expect(settled.texts.contains("<b>욕설</b>") && settled.texts.contains(removed))
        #expect(settled.texts.contains("메시지를 지웠어요 ·"))
        #expect(settled.action(endingWith: removal) == nil)
        #expect(try keeper.press(removal + "/deletion").status == 303)
        for client in [seller, asker] {
            let talk = try client.get(chat).page
            #expect(talk.texts.contains("<b>욕설</b>") && !talk.texts.contains(removed))
        }
        // Brought back by mistake, it is removed again.
        let again = removal + "?undo=1"
        #expect(try keeper.get("/reports").page.action(endingWith: again) != nil)
        #expect(try keeper.press(again).status == 303)
        #expect(try asker.get(chat).page.texts.contains(removed))
    }

    @Test func itsWriterIsToldWhyItWasRemoved() throws {
        let field = try keeper.get("/reports").page.tags("input").first {
            $0["placeholder"] == "지우는 이유 (옵션)"
        }
        #expect(field?["name"] == "reason")
        #expect(try keeper.post(removal, ["reason": "<i>거친 말</i>"]).status == 303)
        let told = removed + ". 이유: <i>거친 말</i>"
        #expect(try asker.get(chat).page.texts.contains(told))
        let other = try seller.get(chat).page
        #expect(other.texts.contains(removed) && !other.html.contains("거친 말"))
        for path in ["/reports?settled=1", "/reports/decisions"] {
            #expect(try keeper.get(path).page.texts.contains("<i>거친 말</i>"), "\(path)")
        }
    }

    @Test func aReasonIsNotPromisedToAWriterWhoHasLeft() throws {
        let (told, kept) = ("쓴 사람에게 알려져요.", "쓴 사람이 탈퇴해서 기록에만 남아요.")
        let before = try keeper.get("/reports").page.texts
        #expect(before.contains(told) && !before.contains(kept))
        let password: FormBody = ["password": ServedSite.password]
        #expect(try asker.post("/my/account/deletion", password).status == 303)
        let after = try keeper.get("/reports").page.texts
        #expect(after.contains(kept) && !after.contains(told))
    }

    @Test func onlyAnOperatorRemoves() throws {
        for client in [seller, asker] {
            for path in [removal, removal + "/deletion"] {
                #expect(try client.press(path).status == 404)
            }
        }
        #expect(try keeper.press("/reports/77/removal").status == 404)
        #expect(try seller.get(chat).page.texts.contains("<b>욕설</b>"))
    }
}
