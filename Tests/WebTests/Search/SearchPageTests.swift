import Fixtures
import Foundation
import Market
import Testing

/// Pages of search results, as a visitor sees them.
@Blocking @Suite(.sharing)
struct SearchPageTests {
    /// A site with chairs and other things, which tests leave unchanged.
    private func site() async throws -> ServedSite {
        try await .shared("with chairs") {
            let site = try ServedSite()
            for number in 1...45 {
                try await site.add(title: "원목의자 \(number)", price: Int64(number % 9) * 1_000)
            }
            let game = try await site.add(title: "게임 의자", category: .games, price: 90_000)
            try await site.add(title: "iPhone 15", category: .digital, price: 700_000)
            let sold = try await site.add(title: "팔린 의자", price: 5_000)
            try await site.storage.setStatus(
                .sold, of: try #require(sold.first), at: site.clock.now)
            try await site.storage.setStatus(
                .reserved, of: try #require(game.first), at: site.clock.now)
            return site
        }
    }

    private nonisolated static let chair = "%EC%9D%98%EC%9E%90"

    private func field(_ page: Page) -> String? {
        page.tags("input").first { $0["name"] == "q" && $0["type"] == "search" }?["value"]
    }

    private func path(_ page: Page, saying text: String) -> String? {
        let links = page.html.stretches(from: "<a ", to: "</a>")
        let link = links.first { Page(html: "<a \($0)").texts.contains(text) }
        return link.flatMap { Page.Tag(text: $0)["href"] }
    }

    private func link(_ page: Page, _ relation: String) -> String? {
        page.tags("link").first { $0["rel"] == relation }?["href"]
    }

    @Test func whatIsFoundIsShownMarkedAndCounted() async throws {
        let page = try await site().get("/?q=\(Self.chair)").page
        #expect(page.itemIDs.count == 20)
        #expect(page.texts.contains("‘의자’ 검색 결과 - 장터"))
        #expect(page.texts.contains("46개"))
        #expect(page.html.contains("<mark>의자</mark>"))
        #expect(field(page) == "의자")
        #expect(page.texts.contains("45"))
        #expect(!page.html.contains("팔린"))
    }

    @Test(
        arguments: [
            "q=\(chair)", "q=\(chair)&sort=new", "q=\(chair)&sort=low", "sort=high", "sort=low",
            "status=all&sort=low", "min=1000&max=5000&sort=high", "free=1", "category=9&q=\(chair)",
            "q=%E3%85%87%E3%85%88", "q=dmlwk",
        ])
    func everyListIsWalkedForthAndBack(query: String) async throws {
        let site = try await site()
        var paths = ["/?" + query]
        var seen: [Item.ID] = []
        while let path = paths.last, paths.count < 8 {
            let page = try site.get(path).page
            seen += page.itemIDs
            guard let next = page.link("next") else { break }
            #expect(link(page, "next") == next)
            paths.append(next)
        }
        #expect(Set(seen).count == seen.count)
        #expect(seen.count >= 5)
        #expect(paths.count == (seen.count + 19) / 20)
        var back: [Item.ID] = []
        var path = paths.last
        while let here = path, here != paths.first {
            let page = try site.get(here).page
            path = page.link("prev")
            if here != paths.last { back = page.itemIDs + back }
        }
        #expect(seen.starts(with: back))
    }

    @Test func filtersAreTakenOffByTheirLinks() async throws {
        let site = try await site()
        var page = try site.get("/?q=\(Self.chair)&category=9&status=all&max=3000&sort=low").page
        #expect(page.texts.contains("가구에서 찾은 ‘의자’"))
        for name in ["3,000원까지", "거래완료도 함께", "가구", "‘의자’"] {
            page = try site.get(try #require(path(page, saying: name))).page
            #expect(path(page, saying: name) == nil || name == "가구")
        }
        #expect(path(page, saying: "가구") == "/?sort=low&category=9")
    }

    @Test func soldOnesAreOutOfSightUntilTheyAreAskedFor() async throws {
        let site = try await site()
        #expect(try !site.get("/").text.contains("팔린 의자"))
        #expect(try site.get("/?status=sold").page.itemIDs.count == 1)
        #expect(try site.get("/?status=reserved").page.itemIDs.count == 1)
        #expect(try site.get("/?status=selling&sort=high").page.itemIDs.first == 47)
        #expect(try site.get("/?q=%ED%8C%94%EB%A6%B0").page.texts.contains("거래완료도 보기"))
    }

    @Test func theFormOfFiltersKeepsWhatWasTyped() async throws {
        let query = "category=9&sort=low&min=1,000&max=5%EC%B2%9C%EC%9B%90&free=&status=all"
        let page = try await site().get("/?q=\(Self.chair)&\(query)").page
        #expect(page.value(of: "min") == "1,000")
        #expect(page.value(of: "max") == "5천원")
        #expect(page.values(of: "q") == ["의자", "의자"])
        #expect(page.value(of: "category") == "9")
        #expect(page.value(of: "sort") == "low")
        #expect(page.value(of: "status") == "all")
        #expect(page.texts.contains("1,000원 ~ 5,000원"))
    }

    @Test func pricesTheWrongWayRoundStandInTheirFieldsTheRightOne() async throws {
        let page = try await site().get("/?min=5%EC%B2%9C&max=1,000").page
        #expect(page.value(of: "min") == "1,000" && page.value(of: "max") == "5천")
        #expect(page.texts.contains("1,000원 ~ 5,000원"))
        #expect(!page.html.contains("class=\"note\""))
    }

    @Test func emptyFieldsOfTheFormAskForNothing() async throws {
        let page = try await site().get("/?q=&status=&min=&max=&sort=&before=&category=").page
        #expect(page.texts.contains("새로 올라온 물건"))
        #expect(!page.html.contains("class=\"note\""))
        #expect(!page.html.contains("noindex"))
    }

    @Test(arguments: [
        ("/", false, "/"), ("/?category=9", false, "/?category=9"), ("/?view=grid", false, "/"),
        ("/?q=\(chair)&view=list", true, "/?q=\(chair)"), ("/?sort=low", true, "/?sort=low"),
        ("/?sort=price", true, "/?sort=low"), ("/?sort=newest", false, "/"),
        ("/?status=all", true, "/?status=all"), ("/?sort=new&category=9", false, "/?category=9"),
        ("/?max=3%EB%A7%8C", true, "/?max=30000"), ("/?q=dmlwk", true, "/?q=\(chair)"),
        ("/?min=5000&max=1000", true, "/?min=1000&max=5000"),
        ("/?before=20", false, "/?before=20"), ("/?utm_source=x&category=77", false, "/"),
        ("/?q=iphone+15", true, "/?q=iphone%2015"),
    ])
    func anAddressHasOneForm(path: String, isCombined: Bool, canonical: String) async throws {
        let site = try await site()
        let page = try site.get(path).page
        #expect(link(page, "canonical") == canonical)
        #expect(page.tags("meta").contains { $0["content"] == "noindex" } == isCombined)
    }

    @Test func aSearchIsFollowedByAFeedOfItsNewest() async throws {
        let site = try await site()
        let page = try site.get("/?q=\(Self.chair)&max=8000").page
        let path = try #require(link(page, "alternate"))
        #expect(path == "/feed.atom?lang=ko&q=\(Self.chair)&max=8000")
        let feed = try AtomFeed(try site.get(path).body)
        #expect(feed.feed["title"] == "‘의자’ 검색 결과 - 장터")
        #expect(feed.entries.first?["title"] == "원목의자 45")
        #expect(feed.feed.links["self"] == "http://\(site.host)\(path)")
        let byPrice = try site.get("/?q=\(Self.chair)&sort=high").page
        let other = try #require(link(byPrice, "alternate"))
        #expect(other == "/feed.atom?lang=ko&q=\(Self.chair)&sort=high")
        #expect(try AtomFeed(try site.get(other).body).entries.first?["title"] == "게임 의자")
    }

    @Test func categoriesKeepTheSearch() async throws {
        let page = try await site().get("/categories?q=\(Self.chair)&sort=low&category=2").page
        let paths = page.links
        #expect(paths.contains("/?q=\(Self.chair)&sort=low&category=9"))
        #expect(paths.contains("/?q=\(Self.chair)&sort=low"))
    }

    @Test func theFieldStandsOnEveryPageAndOnOneOfItsOwn() async throws {
        let site = try await site()
        for path in ["/", "/search", "/items/1", "/signin", "/items/new", "/nothing"] {
            let page = try site.get(path).page
            #expect(page.tags("form").contains { $0["role"] == "search" && $0["action"] == "/" })
            #expect(page.links.contains("/search"))
            let input = page.tags("input").first { $0["name"] == "q" }
            #expect(input?["type"] == "search" && input?["enterkeyhint"] == "search")
            #expect(input?.has("autofocus") == (path == "/search"))
        }
    }

    @Test func excludedItemsAreInNoListNorFeed() async throws {
        let site = try await site()
        // `의자 -원목`
        let query = "q=\(Self.chair)%20-%EC%9B%90%EB%AA%A9"
        let page = try site.get("/?" + query).page
        #expect(page.itemIDs == [46] && field(page) == "의자 -원목")
        #expect(path(page, saying: "‘-원목’") == "/?q=\(Self.chair)")
        #expect(path(page, saying: "‘의자’") == "/")
        // `의자 -원목 -흰`
        let both = try site.get("/?\(query)%20-%ED%9D%B0").page
        #expect(path(both, saying: "‘-흰’") == "/?" + query)
        let wanted = "/items/new?q=\(Self.chair)&purpose=request"
        #expect(page.links.contains(wanted))
        let feed = try AtomFeed(try site.get("/feed.atom?" + query).body)
        #expect(feed.entries.map { $0["title"] } == ["게임 의자"])
        let alone = try site.get("/?q=-\(Self.chair)", ["Accept-Language": "en"]).page
        #expect(alone.itemIDs.count == 20)
        #expect(alone.texts.contains { $0.contains("like “chair -ikea”") })
        let hint = try site.get("/search").page.texts
        #expect(hint.contains { $0.contains("의자 -이케아") })
    }

    @Test func anotherReadingIsSaid() async throws {
        let page = try await site().get("/?q=dmlwk").page
        #expect(page.texts.contains("‘dmlwk’ 대신 ‘의자’로 찾았어요"))
        #expect(field(page) == "dmlwk")
        #expect(page.link("next")?.hasPrefix("/?q=\(Self.chair)&before=") == true)
        let english = try await site().get("/?q=dmlwk", ["Accept-Language": "en"]).page
        #expect(english.texts.contains("Showing results for “의자” instead of “dmlwk”"))
    }

    @Test func aCorrectionIsAnOfferThatLeadsBack() async throws {
        let site = try await site()
        let typed = "q=%EC%9D%98%EC%9F%88"
        let page = try site.get("/?" + typed).page
        #expect(page.texts.contains("‘의쟈’ 대신 ‘의자’로 찾았어요"))
        #expect(field(page) == "의쟈")
        let way = try #require(path(page, saying: "‘의쟈’ 그대로 찾기"))
        #expect(way == "/?\(typed)&exact=1")
        let exact = try site.get(way).page
        #expect(exact.texts.contains("검색 결과가 없습니다"))
        #expect(exact.itemIDs.isEmpty)
        #expect(field(exact) == "의쟈")
        let wanted = "/items/new?\(typed)&purpose=request"
        #expect(exact.links.contains(wanted))
        #expect(exact.values(of: "query") == ["/?" + typed])
        let english = try site.get("/?" + typed, ["Accept-Language": "en"]).page
        #expect(english.texts.contains("Search for “의쟈” instead"))
        let keys = try site.get("/?q=dmlwk").page
        #expect(!keys.texts.contains("‘dmlwk’ 그대로 찾기"))
    }

    @Test func keptPagesAreThoseOfTheirWholeQuery() async throws {
        let site = try await site()
        for _ in 0..<3 {
            #expect(try site.get("/?q=\(Self.chair)&sort=high").page.itemIDs.first == 46)
            #expect(try site.get("/?q=\(Self.chair)&sort=low").page.itemIDs.first == 45)
            #expect(try site.get("/?q=iphone").page.itemIDs == [47])
        }
    }
}

/// Queries that no link of the site has.
@Blocking @Suite(.sharing)
struct HostileSearchTests {
    private func site() async throws -> ServedSite {
        try await .shared("with a lamp") {
            let site = try ServedSite()
            try await site.add(title: "북유럽풍 장스탠드")
            return site
        }
    }

    @Test(arguments: [
        "%22", "*", "%25", "%00", "%00%00", "%", "%zz", "%FF%FE", "%F0%9F%AA%91", "+++", "%20",
        "%22%22%22", "AND", "OR+NOT", "NEAR(", "title:x", "-x", "%5E", "x*", "(", ")", "'", "%5C",
        ";--",
        "%EF%BF%BE", "%E2%80%AE%EC%9D%98", "%7Btitle%7D", "%3Cscript%3E", "%7B%7Bheading%7D%7D",
        "%E3%84%B1",
        "%E3%85%8F", "%CC%81", "%F0%9D%94%B8", "x%0D%0ASet-Cookie:a", "%ED%A0%80", "e%CC%81",
    ])
    func anythingIsAnswered(text: String) async throws {
        let site = try await site()
        for query in [
            "q=\(text)", "min=\(text)&max=\(text)", "before=\(text)", "after=\(text)&q=x",
            "sort=\(text)&status=\(text)&free=\(text)&view=\(text)&category=\(text)",
            "q=\(text)&sort=low&min=1&category=9",
        ] {
            for path in ["/?", "/feed.atom?", "/categories?"] {
                let answer = try site.get(path + query)
                #expect(answer.status == 200, "\(path + query)")
                #expect(!answer.text.contains("<script>"), "\(path + query)")
                if path.hasPrefix("/feed") { _ = try AtomFeed(answer.body) }
            }
        }
        #expect(site.log.lines.isEmpty)
    }

    @Test(arguments: ["a", "%EC%9D%98", "%22", "%20", "a%20", "%E3%85%87"])
    func asMuchAsALineHoldsIsAnswered(text: String) async throws {
        let many = String(repeating: text, count: 8_000 / text.utf8.count)
        let answer = try await site().get("/?q=" + many)
        #expect(answer.status == 200)
        #expect(answer.body.count < 64_000)
    }

    @Test func tenThousandCharactersAreTooManyForALine() async throws {
        let answer = try await site().get("/?q=" + String(repeating: "a", count: 10_000))
        #expect(answer.status == 414)
    }

    @Test(
        arguments: [
            ("category=77", "카테고리"), ("category=x", "카테고리"), ("status=gone", "상태"),
            ("free=yes", "무료나눔"), ("sort=cheap", "정렬"), ("sort=best", "정렬"),
            ("before=x", "페이지"), ("after=-1", "페이지"), ("before=1-2-3", "페이지"),
            ("before=-", "페이지"), ("before=5-", "페이지"), ("before=-5", "페이지"),
            ("before=9223372036854775808", "페이지"), ("before=5-7", "페이지"), ("view=huge", "보기 방식"),
            ("category=1&category=2", "카테고리"),
            ("sort=low&sort=high", "정렬"), ("before=3&after=4", "페이지"),
        ])
    func ignoredValuesAreNamed(query: String, name: String) async throws {
        let page = try await site().get("/?" + query).page
        #expect(page.texts.contains("알 수 없는 \(name) 조건은 빼고 보여드려요."))
    }

    @Test func theSameTwiceIsTheSameOnce() async throws {
        let page = try await site().get("/?category=9&category=9&sort=low&sort=low").page
        #expect(!page.html.contains("class=\"note\""))
        #expect(page.itemIDs == [1])
    }

    @Test func theFirstOfSeveralQueryValuesCounts() async throws {
        let page = try await site().get("/?q=%EC%8A%A4%ED%83%A0%EB%93%9C&q=x").page
        #expect(page.itemIDs == [1])
        #expect(page.texts.contains("알 수 없는 검색어 조건은 빼고 보여드려요."))
    }
}
