import Fixtures
import Market
import Testing

/// What operators see of the whole market: numbers, and the members.
@Blocking
struct MarketOverviewSceneTests {
    private let site: ServedSite
    private let keeper: Client
    private let people = "/people"

    init() throws {
        site = try ServedSite { options in
            options.operators = [1]
            options.version = "7.8.9"
        }
        keeper = try site.member("장터지기")
    }

    @Test func onlyOperatorsReadIt() throws {
        #expect(try keeper.get(people).status == 200)
        #expect(try keeper.get("/reports").page.links.contains(people))
        let other = try site.member("민지")
        for path in [people, "/people?q=%EC%A7%80"] {
            #expect(try other.get(path).status == 404, "\(path)")
            #expect(try site.get(path).status == 303, "\(path)")
        }
    }

    @Test func itTellsHowMuchThereIsAndWhatRuns() throws {
        let seller = try site.member("민지")
        _ = try seller.post()
        try seller.report("person", "1")
        let page = try keeper.get(people).page
        func number(_ name: String) -> String? {
            page.texts.firstIndex(of: name).map { page.texts[$0 + 1] }
        }
        #expect(number("가입한 사람") == "2" && number("거래를 기다리는 글") == "1")
        #expect(page.html.contains("<dt>살펴볼 신고</dt><dd>1</dd>"))
        #expect(number("오늘 가입") == "2" && number("이번 주 가입") == "2")
        #expect(number("오늘 새 글") == "1" && number("이번 주 새 글") == "1")
        #expect(page.texts.contains("프로그램 버전 7.8.9"))
        #expect(page.texts.contains { $0.hasPrefix("켜진 때") })
    }

    @Test func itSaysWhatIsNotSetUpYet() async throws {
        func told(_ path: String, _ keeper: Client) throws -> [Bool] {
            let texts = try keeper.get(path).page.texts
            return ["운영자 연락처가 아직 없어요.", "동네가 아직 없어요."].map { start in
                texts.contains { $0.hasPrefix(start) }
            }
        }
        #expect(try told(people, keeper) == [true, true])
        #expect(try told(people + "?q=x", keeper) == [false, false])
        let other = try ServedSite { options in
            options.operators = [1]
            options.operatorText = "햇살마을 운영자, 02-123-4567"
        }
        try await other.storage.setPlaces(try [NamedNeighbourhood](parsing: "망원동"))
        #expect(try told(people, other.member("장터지기")) == [false, false])
    }

    /// Each is ticked once the market shows it by itself.
    @Test func anOperatorOfAnEmptyMarketIsLedThroughTheFirstSteps() async throws {
        let steps = ["연락처 적기", "동네 정하기", "첫 공지 올리기", "백업하기"]
        func shown(_ page: Page) -> [String] { page.texts.filter { steps.contains($0) } }
        func ticks(_ page: Page) -> Int { page.html.ranges(of: "aria-label=\"했어요\"").count }
        let site = try ServedSite { options in
            options.operators = [1]
            options.operatorText = "햇살마을 운영자, 02-123-4567"
        }
        let (keeper, other) = (try site.member("장터지기"), try site.member("민지"))
        for path in ["/", people] {
            let page = try keeper.get(path).page
            #expect(shown(page) == steps && ticks(page) == 1, "\(path)")
            #expect(page.links.contains("/announcements/new"), "\(path)")
        }
        #expect(try keeper.get("/").page.links.contains("/people#first-steps"))
        for client in [other, try site.visitor()] {
            #expect(try shown(client.get("/").page).isEmpty)
        }
        // A search shows no steps.
        for path in ["/?q=x", people + "?q=x"] {
            #expect(try shown(keeper.get(path).page).isEmpty, "\(path)")
        }
        try await site.storage.setPlaces(try [NamedNeighbourhood](parsing: "망원동"))
        #expect(try ticks(keeper.get("/").page) == 2)
        _ = try other.post()
        // Neither an empty category nor a page past the end is an empty market.
        for path in ["/", "/?category=1", "/?before=1"] {
            #expect(try shown(keeper.get(path).page).isEmpty, "\(path)")
        }
        #expect(try shown(keeper.get(people).page) == steps)
        let announcement = FormBody.urlencoded(["title": "장터를 열어요", "text": "토요일이에요."])
        #expect(try keeper.post("/announcements", announcement).status == 303)
        #expect(try shown(keeper.get(people).page).isEmpty)
    }

    @Test func somebodyIsFoundByAPartOfTheirNickname() throws {
        for nickname in ["민지", "지수", "보라"] { _ = try site.member(nickname) }
        func found(_ query: String) throws -> [String] {
            try keeper.get(people + query).page.links.filter {
                ["/people/2", "/people/3", "/people/4"].contains($0)
            }
        }
        #expect(try found("") == ["/people/4", "/people/3", "/people/2"])
        #expect(try found("?q=%20%EC%A7%80") == ["/people/3", "/people/2"])
        let none = try keeper.get(people + "?q=%3Cb%3E").page
        #expect(none.texts.contains("그런 닉네임을 쓰는 사람이 없어요."))
        #expect(none.values(of: "q").contains("<b>") && !none.html.contains("<dt>"))
        for key in ["0", "-1", "x", "99999999999999999999"] {
            #expect(try keeper.get(people + "?before=" + key).status == 200, "\(key)")
        }
    }

    @Test func theListGoesOnByKeyAndKeepsWhatIsLookedFor() throws {
        for number in 1...21 { _ = try site.member("이웃\(number)") }
        _ = try site.member("보라")
        func count(_ page: Page) -> Int {
            page.links.filter { $0.hasPrefix("/people/") }.count
        }
        let first = try keeper.get(people + "?q=%EC%9D%B4%EC%9B%83").page
        let next = try keeper.get(try #require(first.link("next"))).page
        #expect(count(first) == 20 && count(next) == 1 && next.link("next") == nil)
        #expect(next.links.contains("/people?q=%EC%9D%B4%EC%9B%83"))
    }
}
