import Fixtures
import Market
import Testing

/// Suggestions on a list, over the network.
@Blocking
final class SearchAlternativesPageTests: SiteSuite {
    private func path(_ page: Page, saying text: String) -> String? {
        let links = page.html.stretches(from: "<a ", to: "</a>")
        let link = links.first { Page(html: "<a \($0)").texts.contains(text) }
        return link.flatMap { Page.Tag(text: $0)["href"] }
    }

    private func feed(_ page: Page) -> String? {
        page.tags("link").first { $0["type"] == "application/atom+xml" }?["href"]
    }

    private func isWaysOn(_ tag: Page.Tag) -> Bool { tag["aria-label"] == "더 찾아보기" }

    private func field(_ page: Page) -> String? {
        page.tags("input").first { $0["name"] == "q" && $0["type"] == "search" }?["value"]
    }

    // `망원동`, `의자` and `나이키 신발`.
    private static let mangwon = "%EB%A7%9D%EC%9B%90%EB%8F%99"
    private static let chair = "%EC%9D%98%EC%9E%90"
    private static let shoes = "%EB%82%98%EC%9D%B4%ED%82%A4%20%EC%8B%A0%EB%B0%9C"

    @Test func wordsReadAsFiltersStayInTheFieldUntilOneIsRemoved() async throws {
        try await site.storage.setPlaces(try [NamedNeighbourhood](parsing: "망원동"))
        for number in 1...25 {
            _ = try site.post(.lamp.with("title", "의자 \(number)").with("place", "1"))
        }
        let typed = "/?q=\(Self.mangwon)%20\(Self.chair)"
        let page = try site.get(typed).page
        // The filters' form shows the words and the neighbourhood separately.
        #expect(page.values(of: "q") == ["망원동 의자", "의자"])
        #expect(page.values(of: "query") == ["/?q=\(Self.chair)&place=1"])
        let sorted = try #require(path(page, saying: "낮은 가격순"))
        #expect(sorted == typed + "&sort=low")
        let cheap = try site.get(sorted).page
        #expect(field(cheap) == "망원동 의자" && cheap.itemIDs.count == 20)
        let next = try site.get(try #require(cheap.link("next"))).page
        #expect(field(next) == "망원동 의자" && next.itemIDs.count == 5)
        let first = try site.get(try #require(next.link("prev"))).page
        #expect(first.itemIDs == cheap.itemIDs)
        let everywhere = try #require(path(next, saying: "망원동"))
        #expect(everywhere == "/?q=\(Self.chair)&sort=low")
        #expect(try field(site.get(everywhere).page) == "의자")
    }

    @Test func wordsForTheLowestPriceStayInTheField() async throws {
        for number in 1...25 {
            try await site.add(title: "의자 \(number)", price: Int64(number) * 1_000)
        }
        // `싼 의자`.
        let page = try site.get("/?q=%EC%8B%BC%20" + Self.chair).page
        #expect(field(page) == "싼 의자" && page.itemIDs.first == 1 && page.itemIDs.count == 20)
        #expect(page.texts.contains("낮은 가격순으로 정렬했어요"))
        #expect(page.links.contains("/?q=" + Self.chair))
        // Its feed tells of what is new; only an order that was chosen goes with it.
        #expect(feed(page) == "/feed.atom?lang=ko&q=" + Self.chair)
        let cheap = try site.get("/?q=\(Self.chair)&sort=low").page
        #expect(feed(cheap) == "/feed.atom?lang=ko&q=\(Self.chair)&sort=low")
        let address = try #require(page.link("next"))
        let next = try site.get(address).page
        #expect(!address.contains("sort=") && field(next) == "싼 의자")
        #expect(next.itemIDs.map(\.rawValue) == Array(21...25))
        let first = try site.get(try #require(next.link("prev"))).page
        #expect(first.itemIDs == page.itemIDs)
        let best = try site.get(try #require(path(page, saying: "정확도순"))).page
        #expect(best.itemIDs.first == 25 && field(best) == "싼 의자")
    }

    @Test func aPriceInAnotherCurrencyStandsInTheAddress() async throws {
        for price in ["45", "60"] {
            _ = try site.post(
                .lamp.with("title", "의자").with("price", price).with("currency", "USD")
                    .with("discounted_price", ""))
        }
        // `의자 $50`.
        let page = try site.get("/?q=\(Self.chair)%20%2450").page
        #expect(page.itemIDs == [1] && page.value(of: "max") == "50.00USD")
        let games = try #require(
            path(try site.get("/?q=\(Self.chair)&max=50.00USD").page, saying: "게임"))
        #expect(games == "/?q=\(Self.chair)&max=50.00USD&category=2")
    }

    @Test func theFormForFiltersKeepsTheTypedWords() async throws {
        try await site.storage.setPlaces(try [NamedNeighbourhood](parsing: "망원동"))
        _ = try site.post(.lamp.with("title", "의자").with("place", "1"))
        let typed = "\(Self.mangwon)%20\(Self.chair)"
        let note = "망원동은 필터로 걸었어요"
        #expect(try site.get("/?q=" + typed).page.values(of: "typed") == ["망원동 의자"])
        let sent = "/?q=\(Self.chair)&typed=\(typed)&purpose=&status=all&min=1000&max="
        let page = try site.get(sent + "&place=1").page
        #expect(page.itemIDs == [1] && field(page) == "망원동 의자" && page.texts.contains(note))
        #expect(path(page, saying: "낮은 가격순") == "/?q=\(typed)&status=all&min=1000&sort=low")
        #expect(page.values(of: "typed") == ["망원동 의자"] && page.value(of: "min") == "1000")
        // Without the neighbourhood the words mean something else.
        let everywhere = try site.get(sent).page
        #expect(field(everywhere) == "의자" && !everywhere.texts.contains(note))
        #expect(everywhere.values(of: "typed").isEmpty)
        #expect(try site.get("/?q=" + Self.chair).page.values(of: "typed").isEmpty)
    }

    @Test func filtersAloneAreWalkedForthAndBack() async throws {
        try await site.storage.setPlaces(try [NamedNeighbourhood](parsing: "망원동"))
        for number in 1...25 {
            _ = try site.post(.lamp.with("title", "의자 \(number)").with("place", "1"))
        }
        let first = try site.get("/?q=" + Self.mangwon).page
        #expect(field(first) == "망원동" && first.itemIDs.count == 20)
        let last = try site.get(try #require(first.link("next"))).page
        #expect(field(last) == "망원동" && last.itemIDs.count == 5)
        let back = try site.get(try #require(last.link("prev"))).page
        #expect(back.itemIDs == first.itemIDs)
        for page in [last, back] { #expect(!page.texts.contains { $0.hasPrefix("알 수 없는") }) }
    }

    @Test func anExactSearchStaysExactInEachOrder() async throws {
        try await site.storage.setPlaces(try [NamedNeighbourhood](parsing: "망원동"))
        _ = try site.post(.lamp.with("title", "의자").with("place", "1"))
        let typed = "/?q=\(Self.mangwon)%20\(Self.chair)"
        let page = try site.get(typed).page
        let exact = try #require(path(page, saying: "‘망원동 의자’ 그대로 찾기"))
        #expect(exact == typed + "&exact=1")
        let alone = try site.get(exact).page
        #expect(alone.itemIDs.isEmpty && alone.values(of: "exact") == ["1"])
        #expect(path(alone, saying: "낮은 가격순") == typed + "&sort=low&exact=1")
        #expect(alone.values(of: "query") == [typed])
    }

    @Test func leftOutWordsAreNamedAndAllOfThemSaved() async throws {
        try await site.add(title: "나이키 신발")
        try await site.add(title: "푸마 신발 260")
        let typed = "q=\(Self.shoes)%20260"
        let page = try site.get("/?" + typed).page
        #expect(page.itemIDs == [1] && field(page) == "나이키 신발 260")
        #expect(page.texts.contains("‘260’까지 다 맞는 글은 없어서 ‘나이키 신발’로 찾았어요"))
        #expect(path(page, saying: "‘260’만 찾기") == "/?q=260")
        #expect(page.texts.contains("‘나이키 신발 260’ 알림 받기"))
        #expect(!page.texts.contains("이 검색 알림 받기"))
        // If nothing in the category has fewer of the words either, the suggestion for the rest stays.
        let games = try site.get("/?category=2&" + typed).page
        #expect(games.itemIDs.isEmpty && !games.texts.contains { $0.hasPrefix("‘260’까지") })
        #expect(path(games, saying: "‘260’만 찾기") != nil)
        #expect(page.values(of: "q") == ["나이키 신발 260", "나이키 신발 260"])
        #expect(page.values(of: "query") == ["/?" + typed])
        #expect(path(page, saying: "구해요 글 올리기") == "/items/new?\(typed)&purpose=request")
        #expect(path(page, saying: "낮은 가격순") == "/?\(typed)&sort=low")
        let feed = try AtomFeed(try site.get("/feed.atom?" + typed).body)
        #expect(feed.entries.isEmpty)
        let english = try site.get("/?" + typed, ["Accept-Language": "en"]).page
        #expect(
            english.texts.contains(
                "Nothing has “260” as well, so here are results for “나이키 신발”"))
    }

    @Test func hitsInDescriptionsOnlyAreSaidToBeThere() async throws {
        try await site.add(title: "가방", description: "의자 옆에 두던 것이에요.")
        let note = "제목에 찾는 말이 다 있는 글이 없어서 내용에서도 찾았어요"
        #expect(try site.get("/?q=" + Self.chair).page.texts.contains(note))
        try await site.add(title: "나무 의자")
        #expect(try !site.get("/?q=" + Self.chair).page.texts.contains(note))
    }

    @Test(arguments: ["list", "grid"])
    func aDividerStandsBeforeTheHitsInDescriptions(_ mode: String) async throws {
        try await site.add(title: "가방", description: "의자 옆에 두던 것이에요.")
        try await site.add(19, title: "나무 의자")
        let address = "/?q=\(Self.chair)&view=\(mode)"
        let page = try site.get(address).page
        let parts = page.html.split(separator: "<li class=\"divider\" id=\"in-descriptions\">")
        #expect(parts.count == 2 && page.itemIDs.count == 20)
        #expect(parts.last?.contains("id=\"item-1\"") == true)
        #expect(parts.first?.contains("id=\"item-2\"") == true)
        #expect(page.texts.contains("여기부터는 내용에서 찾은 글이에요"))
        // When titles fill the page, the next one begins with it.
        try await site.add(title: "새 의자")
        let titles = try site.get(address).page
        #expect(!titles.html.contains("in-descriptions"))
        let next = try site.get(try #require(titles.link("next"))).page
        #expect(next.itemIDs == [1] && next.html.contains("id=\"in-descriptions\""))
        #expect(titles.html.contains("/search.css") && next.html.contains("/search.css"))
    }

    @Test func otherCurrenciesAreOneLinkAway() async throws {
        try await site.add(21)
        for query in ["sort=low", "sort=high", "min=1"] {
            #expect(try !site.get("/?" + query).text.contains("원화"), "\(query)")
        }
        let other = try site.post(
            .lamp.with("price", "12.50").with("currency", "USD")
                .with("discounted_price", ""))
        let ways = [
            ("sort=low", ""), ("sort=high", ""), ("min=1", "‘1원부터’ 조건 빼고 "),
            ("max=99999&sort=high&category=9", "‘99,999원까지’ 조건 빼고 "),
        ]
        for (query, range) in ways {
            let page = try site.get("/?" + query).page
            let link = try #require(path(page, saying: range + "다른 화폐로 적은 글 보기"), "\(query)")
            let others = try site.get(link).page
            #expect(others.itemPaths == [other])
            #expect(!others.html.contains("class=\"note\""))
            #expect(others.link("prev") != nil)
            let english = try site.get("/?" + query, ["Accept-Language": "en"]).page
            #expect(english.texts.contains { $0.hasPrefix("See other currencies") })
        }
        #expect(try !site.get("/").text.contains("화폐로"))
    }

    @Test func aRangeTypedInOneFieldHasBothEnds() async throws {
        try await site.add(title: "의자 하나", price: 15_000)
        try await site.add(title: "의자 둘", price: 25_000)
        for query in ["min=1~2%EB%A7%8C", "max=1~2%EB%A7%8C", "min=1%EB%A7%8C%EC%9B%90%EB%8C%80"] {
            let page = try site.get("/?" + query).page
            #expect(page.itemIDs.count == 1 && page.texts.contains("의자 하나"), "\(query)")
            #expect(!page.html.contains("class=\"note\""), "\(query)")
            // Each end can be changed by itself.
            let fields = page.tags("input").filter { $0["name"] == "min" || $0["name"] == "max" }
            let ends = query.contains("~") ? ["10000", "20000"] : ["10000", "19999"]
            #expect(fields.compactMap { $0["value"] } == ends, "\(query)")
        }
        #expect(try site.get("/?min=1~2~3").page.html.contains("class=\"note\""))
    }

    @Test func fewHitsHaveWaysToMoreBelowThem() async throws {
        try await site.add(5, title: "의자")
        try await site.add(title: "의자 하나", price: 1_000)
        let page = try site.get("/?q=%EC%9D%98%EC%9E%90&max=2000").page
        #expect(page.itemIDs.count == 1 && page.tags("nav").contains(where: isWaysOn))
        let way = try #require(path(page, saying: "2,000원까지 조건 빼고 보기"))
        let all = try site.get(way).page
        #expect(all.itemIDs.count == 6 && !all.tags("nav").contains(where: isWaysOn))
        #expect(path(page, saying: "구해요 글 올리기")?.hasPrefix("/items/new?q=") == true)
        #expect(page.texts.contains { $0.hasPrefix("못 찾으셨나요? ") })
        #expect(page.actions.contains("/my/searches"))
    }

    private func waysOn(_ path: String) throws -> [(text: String, tag: Page.Tag)] {
        let html = try site.get(path).page.html
        let empty = try #require(html.stretches(from: "class=\"empty\"", to: "</div>").first)
        let tags = Page(html: empty).tags("a")
        let texts = empty.stretches(from: "<a ", to: "</a>").map { Page(html: "<a \($0)").texts }
        return zip(texts, tags).map { ($0.joined(), $1) }
    }

    @Test func whatIsFoundInOtherNeighbourhoodsComesBeforeAWantedPost() async throws {
        try await site.storage.setPlaces(try [NamedNeighbourhood](parsing: "망원동\n합정동"))
        for title in ["의자 하나", "의자 둘"] {
            _ = try site.post(.lamp.with("title", title).with("place", "2"))
        }
        let ways = try waysOn("/?q=\(Self.chair)&place=1")
        #expect(ways.first?.text == "다른 동네까지 2개 보기")
        #expect(ways.first?.tag["href"] == "/?q=\(Self.chair)")
        #expect(ways.last?.text == "구해요 글 올리기")
        let primary = ways.filter { $0.tag["class"] == "button primary" }
        #expect(primary.map(\.text) == ["다른 동네까지 2개 보기"])
        // Everything else there is in the neighbourhood is not what was looked for.
        _ = try site.post(.lamp.with("title", "책상").with("place", "1"))
        let none = try waysOn("/?q=\(Self.shoes)&place=1")
        #expect(none.first?.text == "구해요 글 올리기")
        #expect(none.first?.tag["class"] == "button primary")
    }

    @Test func namesOfFiltersStandBehindAColonInEnglish() async throws {
        try await site.add(5, title: "의자")
        try await site.add(title: "의자 하나", price: 1_000)
        // `2000원 이하`.
        let words = "/?q=\(Self.chair)%202000%EC%9B%90%20%EC%9D%B4%ED%95%98"
        let read = try site.get(words, ["Accept-Language": "en"]).page
        #expect(read.itemIDs.count == 1 && read.texts.contains("Filtered: Up to ₩2,000"))
        let chosen = try site.get("/?q=\(Self.chair)&max=2000", ["Accept-Language": "en"]).page
        #expect(path(chosen, saying: "Show without: Up to ₩2,000") != nil)
    }

    @Test func pastTheEndOfAFilteredListThereIsTheWayBackAlone() async throws {
        try await site.add(2, title: "의자")
        let page = try site.get("/?free=1&before=1").page
        #expect(page.texts.contains("여기서부터는 더 없어요. 처음으로 돌아가 보세요."))
        #expect(path(page, saying: "처음으로") == "/?free=1")
        #expect(path(page, saying: "구해요 글 올리기") == nil)
    }

    @Test(arguments: ["free=1", "place=1", "purpose=request", "category=3", "status=sold"])
    func everyEmptyListLeadsOn(_ query: String) async throws {
        try await site.add()
        try await site.storage.setPlaces(try [NamedNeighbourhood](parsing: "망원동"))
        for language in ["ko", "en"] {
            let page = try site.get("/?" + query, ["Accept-Language": language]).page
            #expect(page.itemIDs.isEmpty)
            let empty = try #require(
                page.html.stretches(from: "class=\"empty\"", to: "</div>").first)
            let links = Page(html: empty).links
            #expect(links.count >= 2 && links.contains { $0.hasPrefix("/items/new") })
            for link in links { #expect(try site.get(link).status == 200, "\(link)") }
        }
    }
}
