import Fixtures
import Market
import Testing

/// The search of conversations, `/chats?q=의자`.
@Blocking
struct ConversationSearchSceneTests {
    private nonisolated static let lamp = "%EC%9E%A5%EC%8A%A4%ED%83%A0%EB%93%9C"
    private nonisolated static let still = "%EC%95%84%EC%A7%81"

    private let site: ServedSite
    private let seller: Client
    private let asker: Client
    private let path: String

    init() throws {
        site = try ServedSite()
        (seller, _, asker, path) = try site.asked("아직 <b>있나요?")
    }

    private func fields(_ page: Page) -> [Page.Tag] {
        page.tags("input").filter { $0["name"] == "q" }
    }

    /// Makes conversations of the asker with guests.
    private func askAboutOthers(_ count: Int) async throws {
        for id in try await site.add(count) {
            _ = try await site.storage.ask(
                NewChatMessage(text: "zebra?", date: site.clock.now), about: id, by: 2)
        }
    }

    @Test func aMessageThatIsFoundIsMarkedAndLedTo() async throws {
        let page = try asker.get("/chats?q=\(Self.still)").page
        #expect(page.texts.contains("채팅 · ‘아직’ 검색 결과"))
        #expect(page.html.contains("<mark>아직</mark> &lt;b&gt;있나요?"))
        #expect(fields(page).map { $0["value"] } == [nil, "아직"])
        let link = "\(path)?q=\(Self.still)#message-1"
        #expect(page.links.contains(link) && page.texts.contains("1개"))
        #expect(try seller.get("/chats?q=\(Self.still)").page.links.contains(link))
        let id = try #require(Int64(path.split(separator: "/").last ?? ""))
        for number in 1...26 {
            _ = try await site.storage.insert(
                NewChatMessage(text: "\(number)", date: site.clock.now),
                in: Conversation.ID(rawValue: id), by: .account(1))
        }
        let links = try asker.get("/chats?q=\(Self.still)").page.links
        let older = try #require(links.first { $0.hasSuffix("#message-1") })
        #expect(older == "\(path)?q=\(Self.still)&before=26#message-1")
        let shown = try asker.get(path + "?before=26").page
        #expect(shown.messages.first == "아직 <b>있나요?" && shown.messages.count == 25)
        #expect(shown.html.contains("id=\"message-1\""))
    }

    @Test func furtherHitsStandBesideTheFoundMessage() throws {
        let zebra = try asker.ask("zebra?", about: try seller.post())
        let page = try asker.get("\(path)?q=\(Self.still)").page
        #expect(page.texts.contains("채팅 · ‘아직’ 검색 결과"))
        #expect(page.links.contains("/chats?q=\(Self.still)") && page.links.contains(path))
        #expect(page.html.contains("<mark>아직</mark>"))
        #expect(page.links.allSatisfy { !$0.hasPrefix(zebra) })
        // A blank search shows all of them, as without one.
        for query in ["", "?q=", "?q=-"] {
            let links = try asker.get(path + query).page.links
            #expect(links.contains(zebra) && links.contains("/chats"))
        }
        let stranger = try site.member("하늘")
        #expect(try stranger.get("\(path)?q=\(Self.still)").status == 404)
    }

    @Test func theFieldStaysBesideTheHits() async throws {
        #expect(try fields(asker.get(path).page).count == 1)
        let found = try asker.get("\(path)?q=\(Self.still)").page
        #expect(fields(found).map { $0["value"] } == [nil, "아직"])
        try await askAboutOthers(5)
        for page in [path, "/chats"] {
            #expect(fields(try asker.get(page).page).map { $0["value"] } == [nil, ""])
        }
    }

    @Test func conversationsAreFoundByPersonAndItem() throws {
        for text in [Self.lamp, "%EB%AF%BC%EC%A7%80"] {
            let page = try asker.get("/chats?q=" + text).page
            #expect(page.links.contains("\(path)?q=\(text)") && !page.html.contains("<mark>"))
        }
        // Nobody else's are found, and a guest is asked to sign in.
        let other = try site.member("하늘")
        let others = try other.get("/chats?q=\(Self.lamp)").page
        #expect(others.links.allSatisfy { !$0.hasPrefix(path) })
        let answer = try site.get("/chats?q=\(Self.lamp)")
        #expect(answer["Location"]?.hasPrefix("/signin") == true)
    }

    @Test func aSearchWithoutHitsLeadsBackToAllConversations() throws {
        let answer = try asker.get("/chats?q=zebra")
        #expect(answer["Cache-Control"] == "private, no-cache")
        #expect(try answer["Cache-Control"] == asker.get("/chats")["Cache-Control"])
        let page = answer.page
        #expect(page.texts.contains { $0.hasPrefix("‘zebra’가 나오는 채팅이 없어요") })
        #expect(fields(page).map { $0["value"] } == [nil, "zebra"])
        let back = page.tags("a").filter { $0["class"] == "button primary" }
        #expect(back.contains { $0["href"] == "/chats" })
        #expect(page.links.allSatisfy { !$0.hasPrefix(path) })
        #expect(!page.texts.contains("0개"))
        // A short list needs no search field, and the list of one listing's conversations has none.
        #expect(try fields(asker.get("/chats").page).count == 1)
        #expect(try fields(asker.get("/chats/waiting?q=zebra").page).count == 1)
    }

    @Test func resultsComeInPages() async throws {
        try await askAboutOthers(31)
        #expect(try fields(asker.get("/chats").page).count == 2)
        let page = try asker.get("/chats?q=zebra&before=x").page
        let next = try #require(page.link("next"))
        #expect(next.hasPrefix("/chats?q=zebra&before="))
        let rest = try asker.get(next).page
        #expect(rest.html.stretches(from: "<mark>", to: "</mark>").count == 1)
        #expect(page.texts.contains("30개 이상") && !rest.texts.contains("1개"))
        #expect(rest.link("next") == nil && rest.links.contains("/chats?q=zebra"))
    }

    @Test(arguments: [
        "%22", "%27", "%3Cscript%3E", "%00", "%FF%FE", "-", "-\(still)", "%25", "_", "%25_%25",
        "%20%20%20", "%0A%09", "';%20DROP%20TABLE%20message;%20--", "%E3%84%B1",
        String(repeating: "a", count: 5_000), String(repeating: "%EA%B0%80", count: 850),
        "x&before=x", "x&before=-1", "x&before=99999999999999999999", "x&q=y", "",
    ])
    func anythingIsAnswered(text: String) throws {
        let answer = try asker.get("/chats?q=" + text)
        #expect(answer.status == 200)
        #expect(!answer.text.contains("<script>"))
        #expect(site.log.lines.isEmpty)
    }

    @Test func overlongSearchesAreRefused() throws {
        let answer = try site.get("/chats?q=" + String(repeating: "a", count: 10_240))
        #expect(answer.status == 414)
        #expect(try asker.get("/chats?q=\(Self.lamp)").status == 200)
    }
}
