import Fixtures
import Testing

@testable import Web

/// What somebody interested in a listing is told when its price drops.
@Blocking
struct PriceDropSceneTests {
    private let site: ServedSite
    private let seller: Client
    private let buyer: Client
    private let item: String

    init() throws {
        site = try ServedSite { $0.push = PushOptions(key: "BKey", services: .usual) }
        seller = try site.member("민지")
        item = try seller.post()
        buyer = try site.member("지수")
        _ = try buyer.press(item + "/interest")
    }

    private let count = "새 알림 1개"

    private func setPrice(_ price: String) throws {
        let form = FilledForm.ownLamp.with("price", price)
        #expect(try seller.post(item + "/edit", form.multipart).status == 303)
    }

    private func isTold(_ client: Client) throws -> Bool {
        let page = try client.get("/my/reminders").page
        let isCounted = page.texts.contains(count)
        #expect(page.links.contains(item) == isCounted)
        return isCounted
    }

    @Test func aPriceDropIsToldUntilTheListingIsViewed() throws {
        #expect(try !isTold(buyer))
        try setPrice("30,000")
        try setPrice("25,000")
        let told = "관심 글의 가격이 내려갔어요 · 35,000원 → 25,000원 ·"
        for path in ["/my", "/my/reminders"] {
            let page = try buyer.get(path).page
            #expect(page.links.contains(item), "\(path)")
            #expect(page.texts.count { $0.hasPrefix(told) } == 1, "\(path)")
            #expect(page.action(endingWith: item + "/price/dismissal") != nil, "\(path)")
        }
        #expect(try isTold(buyer))
        #expect(try !isTold(seller))
        // Views by other people change nothing.
        for client in [seller, try site.member("하늘")] { _ = try client.get(item) }
        #expect(try isTold(buyer))
        let page = try buyer.get(item).page
        #expect(page.texts.contains("25,000원") && !page.texts.contains(count))
        #expect(try !isTold(buyer))
    }

    @Test func prefetchedPagesWereNotViewed() throws {
        try setPrice("30,000")
        #expect(try buyer.get(item, ["Sec-Purpose": "prefetch"]).status == 200)
        // Neither is a request that gets no page.
        #expect(try site.head(item, as: buyer).hasPrefix("HTTP/1.1 200 "))
        #expect(try isTold(buyer))
    }

    @Test func aPriceDropIsDismissedByItself() throws {
        try setPrice("30,000")
        let path = item + "/price/dismissal"
        #expect(try seller.press(path).status == 404)
        #expect(try site.post(path, [:]).status == 403)
        #expect(try isTold(buyer))
        #expect(try buyer.press(path)["Location"] == "/my/reminders")
        #expect(try !isTold(buyer))
        try setPrice("32,000")
        try setPrice("30,000")
        #expect(try !isTold(buyer))
        try setPrice("29,000")
        #expect(try isTold(buyer))
    }

    @Test func aPriceDropThatIsUndoneIsNoLongerTold() throws {
        try setPrice("30,000")
        #expect(try isTold(buyer))
        try setPrice("35,000")
        #expect(try !isTold(buyer))
        try setPrice("30,000")
        #expect(try isTold(buyer))
        #expect(try seller.press(item + "/deletion").status == 303)
        #expect(try !isTold(buyer))
    }

    @Test func aPushTellsThePriceDrop() throws {
        try setPrice("30,000")
        let news = try buyer.get("/push/news").json
        #expect(news.elements.count == 1 && news[0]["tag"].string == "price-1")
        #expect(news[0]["title"].string == "알림 · 북유럽풍 장스탠드")
        #expect(news[0]["body"].string == "관심 글의 가격이 내려갔어요: 35,000원 → 30,000원")
        #expect(news[0]["url"].string == item)
        _ = try buyer.get(item)
        #expect(try buyer.get("/push/news").json[0]["isSeen"] == .bool(true))
    }

    @Test func theListingsOfInterestShowWhatTheyCostBefore() throws {
        let former = "<s>35,000원</s>"
        #expect(try !buyer.get("/my/interests").text.contains(former))
        try setPrice("30,000")
        // Also after it was seen.
        for _ in 1...2 {
            let page = try buyer.get("/my/interests")
            #expect(page.text.contains(former) && page.page.texts.contains("30,000원"))
            _ = try buyer.get(item)
        }
        // Only the buyer sees it.
        #expect(try !site.get("/").text.contains(former))
        #expect(try !seller.get("/").text.contains(former))
    }

    @Test func anEditOfAProgramIsToldToo() throws {
        let id = try site.postItem()
        _ = try buyer.press("/items/\(id)/interest")
        let form = HandmadeForm([
            .text("password", HandmadeForm.password), .text("discounted_price", "100"),
        ])
        #expect(try site.call("PATCH", "/api/item/\(id)", form).status == 200)
        let told = "관심 글의 가격이 내려갔어요 · 160원 → 100원 ·"
        let page = try buyer.get("/my/reminders").page
        #expect(page.texts.contains { $0.hasPrefix(told) })
    }

    @Test func priceDropsAreInTheExport() throws {
        try setPrice("30,000")
        let data = try buyer.exportedData()
        #expect(data["reminders"][0]["cheaper_listing"] == 1)
        #expect(data["reminders"][0]["price"] == 30_000)
        for part in ["reminders", "interests"] {
            #expect(data[part][0]["former_price"] == .whole(35_000), "\(part)")
            #expect(data[part][0]["currency"] == .text("KRW"), "\(part)")
        }
        // An open price has no amount.
        try setPrice("")
        let open = try buyer.exportedData()
        #expect(open["reminders"][0]["former_price"] == .whole(35_000))
        #expect(open["reminders"][0]["price"] == .null)
    }
}
