import Fixtures
import Market
import Testing

/// The search of own items, `/my/items?q=의자`.
@Blocking @Suite(.sharing)
struct OwnItemSearchSceneTests {
    private nonisolated static let chair = "%EC%9D%98%EC%9E%90"

    /// A site with 23 chairs of a member, the newest of them hidden, a table, and a chair of
    /// somebody else, which tests leave unchanged.
    private func site() async throws -> ServedSite {
        try await .shared("with chairs of one's own") {
            let site = try ServedSite()
            _ = try site.member()
            for number in 1...24 {
                let title = number == 1 ? "책상" : "의자 \(number)"
                let ids = try await site.add(title: title, of: 1)
                if number > 20 {
                    try await site.storage.setHidden(true, ids[0], at: site.clock.now)
                }
            }
            try await site.add(title: "남의 의자")
            return site
        }
    }

    private func member(of site: ServedSite) async throws -> Client {
        try await SharedValues.value("seller") {
            let visitor = try site.visitor()
            _ = try visitor.post("/signin", ServedSite.credentials())
            return visitor
        }
    }

    private func fields(_ page: Page) -> [Page.Tag] {
        page.tags("input").filter { $0["name"] == "q" }
    }

    @Test func oneFieldMoreFindsOnesOwnTitles() async throws {
        let site = try await site()
        let member = try await member(of: site)
        let list = try member.get("/my/items").page
        #expect(list.tags("form").contains { $0["action"] == "/my/items" && !$0.has("method") })
        #expect(fields(list).map { $0["aria-label"] } == ["검색어", "내 글 제목에서 찾기"])
        let path = "/my/items?q=\(Self.chair)"
        let page = try member.get(path).page
        #expect(page.texts.contains("내 글 · ‘의자’ 검색 결과"))
        #expect(page.html.contains("<mark>의자</mark>"))
        #expect(fields(page).map { $0["value"] } == [nil, "의자"])
        let chips = page.html.stretches(from: "class=\"chips\"", to: "</nav>")
        #expect(!chips.isEmpty && chips.allSatisfy { !$0.contains("aria-current") })
        #expect(page.links.contains("/my/items?status=sold"))
        #expect(Set(page.itemIDs).count == 20 && !page.itemIDs.contains(1))
        // Hidden items come last, and have negative positions.
        let next = try #require(page.link("next"))
        #expect(next.hasPrefix(path + "&before=-"))
        let rest = try member.get(next).page
        #expect(rest.itemIDs.count == 3 && rest.link("next") == nil)
        #expect(Set(rest.itemIDs).isDisjoint(with: page.itemIDs))
        #expect(!page.html.contains("남의 의자") && !rest.html.contains("남의 의자"))
    }

    @Test func aSearchWithoutHitsLeadsBackToTheList() async throws {
        let page = try await member(of: site()).get("/my/items?q=x").page
        #expect(page.texts.contains { $0.hasPrefix("제목에서 ‘x’") })
        #expect(page.tags("a").contains { $0["href"] == "/my/items" && $0["class"] != nil })
        #expect(page.itemIDs.isEmpty)
    }

    @Test(arguments: [
        "%22", "%3Cscript%3E", "%00", "%FF%FE", "-", "-\(chair)", "';%20DROP%20TABLE%20item;%20--",
        "%E3%84%B1",
        "x&before=x", "x&before=-", "x&before=--1", "x&before=99999999999999999999",
        "x&before=-9223372036854775808", "x&status=gone&purpose=x", "",
    ])
    func anythingIsAnswered(text: String) async throws {
        let site = try await site()
        let answer = try await member(of: site).get("/my/items?q=" + text)
        #expect(answer.status == 200)
        #expect(!answer.text.contains("<script>"))
        #expect(site.log.lines.isEmpty)
    }

    @Test func signedOutVisitorsFindNothing() async throws {
        let answer = try await site().get("/my/items?q=\(Self.chair)")
        #expect(answer["Location"]?.hasPrefix("/signin") == true)
    }
}
