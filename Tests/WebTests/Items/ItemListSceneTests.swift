import Fixtures
import Market
import Testing

@Blocking
final class ItemListSceneTests: SiteSuite {
    @Test(arguments: ["/", "/?category=9", "/?q=lamp"])
    func listsUseTheConfiguredPublicAddress(path: String) throws {
        let site = try ServedSite { $0.publicURL = "https://market.example" }
        let links = try site.get(path + (path == "/" ? "?" : "&") + "view=grid").page.tags("link")
        let canonical = links.first { $0["rel"] == "canonical" }?["href"]
        #expect(canonical == "https://market.example" + path)
    }

    @Test(arguments: ["list", "grid"])
    func anEntryShowsWhatABuyerLooksFor(mode: String) async throws {
        try await site.add(title: "온풍기", price: 1_235_000, discountedTo: 1_000_000, stock: 1_200)
        site.clock.advance(by: 3 * 60)
        let page = try site.get("/?view=\(mode)").page
        let text = page.texts.joined(separator: " ")
        for part in [
            "온풍기", "1,000,000원", "1,235,000원", "가구", "잔여수량: 1,200", "3분 전",
        ] {
            #expect(text.contains(part))
        }
        #expect(page.html.contains("<s>1,235,000원</s>"))
    }

    @Test(arguments: ["list", "grid"])
    func anEntryDoesNotMentionOrdinaryStates(mode: String) async throws {
        try await site.add()
        let html = try site.get("/?view=\(mode)").page.html
        let entry = try #require(html.stretches(from: "<li id=\"item-", to: "</li>").first)
        #expect(entry.contains("/items/1"))
        for part in ["판매중", "잔여수량"] { #expect(!entry.contains(part)) }
    }

    @Test func freeSharesAndSoldOutOnesSaySo() async throws {
        try await site.add(price: 0)
        try await site.add(stock: 0)
        let text = try site.get("/").page.texts.joined(separator: " ")
        #expect(text.contains("나눔"))
        #expect(text.contains("품절"))
    }

    @Test(arguments: ["list", "grid"])
    func twentyEntriesTakeAtMostSixteenKilobytes(mode: String) async throws {
        try await site.add(
            20, title: "이사 정리, 한샘 원목 5단 책장과 북유럽풍 장스탠드 조명 세트", price: 1_235_000,
            discountedTo: 1_000_000, stock: 1_200)
        let answer = try site.get("/?view=\(mode)")
        #expect(answer.page.itemIDs.count == 20)
        #expect(answer.body.count <= 16 * 1_024)
    }

    @Test func onlyTheFirstPageOfEverythingSaysWhatTheMarketIs() async throws {
        try await site.add(21)
        for (path, isSaid) in [
            ("/", true), ("/?view=grid", true), ("/?before=20", false), ("/?category=9", false),
            ("/?free=1", false), ("/?sort=low", false),
        ] {
            let html = try site.get(path).text
            let header = try #require(
                html.stretches(from: "<section class=\"listing\">", to: "</header>").first)
            let says = Page(html: header).texts.contains { $0.hasPrefix("우리 동네 중고 장터") }
            #expect(says == isSaid, "\(path)")
        }
    }

    @Test func titlesAreEscaped() async throws {
        let title = "<script>alert('1')</script> \"3\" & 4"
        try await site.add(title: title)
        let page = try site.get("/").page
        #expect(page.texts.contains(title))
        #expect(!page.html.contains("<script>"))
    }

    @Test func thumbnailsLeadToPhotosThatLoad() throws {
        _ = try site.post(.lamp.with(photo: Picture.red))
        let paths = try site.get("/").page.tags("img").compactMap { $0["src"] }
        let path = try #require(paths.first { $0.hasPrefix("/photos/") })
        let photo = try site.get(path)
        #expect(photo.status == 200)
        #expect(photo["Content-Type"] == "image/jpeg")
        #expect(Picture.size(of: photo.body) == [48, 32])
    }

    @Test func itemsWithoutAPhotoShowTheIconOfTheirCategory() async throws {
        try await site.add(1, category: .games)
        let entry = try #require(
            try site.get("/").page.html.stretches(from: "<li id=\"item-", to: "</li>").first)
        #expect(entry.contains("#c2\"/>"))
    }

    @Test func anEmptyMarketInvitesToPost() throws {
        let page = try site.get("/").page
        #expect(page.texts.contains("아직 올라온 물건이 없어요. 첫 글을 올려보세요."))
        #expect(page.links.contains("/items/new"))
        // No filter hides anything.
        #expect(!page.texts.contains("모든 글 보기"))
        #expect(try site.get("/?category=9").page.texts.contains("모든 글 보기"))
    }

    @Test func anEmptyMarketOffersNoFormToSuspendedMembers() async throws {
        let member = try site.member("민지")
        let invited = try member.get("/").page.html.contains(Self.invitation)
        #expect(invited)
        try await site.storage.setSuspended(true, 1, at: site.clock.now)
        #expect(try !member.get("/").page.html.contains(Self.invitation))
    }

    private static let invitation = "<a class=\"button primary\" href=\"/items/new\">"
}

@Blocking
final class ItemListModeTests: SiteSuite {
    private func mode(_ page: Page) -> String? {
        page.tags("a").first { tag in
            tag["href"]?.contains("view=") == true && tag["aria-current"] == "true"
        }?["href"]
    }

    @Test func listIsTheFirstMode() throws {
        #expect(mode(try site.get("/").page) == "/?view=list")
    }

    @Test func theChosenModeIsRemembered() throws {
        let visitor = try site.visitor()
        #expect(mode(try visitor.get("/?view=grid").page) == "/?view=grid")
        #expect(mode(try visitor.get("/").page) == "/?view=grid")
        _ = try visitor.get("/?view=list")
        #expect(mode(try visitor.get("/").page) == "/?view=list")
    }

    @Test(arguments: ["/?view=huge", "/?view=", "/?view=%00"])
    func anUnknownModeIsTheListAndNotRemembered(path: String) throws {
        let answer = try site.get(path)
        #expect(mode(answer.page) == "/?view=list")
        #expect(answer.all("Set-Cookie").isEmpty)
    }

    @Test func aRememberedModeThatIsNoneIsTheList() throws {
        #expect(mode(try site.get("/", ["Cookie": "view=<b>"]).page) == "/?view=list")
    }

    @Test func switchingReturnsToTheTopOfTheSameCategory() async throws {
        try await site.add(45, category: .games)
        let page = try site.get("/?category=2&before=20").page
        let paths = page.links.filter { $0.contains("view=") }
        #expect(paths == ["/?category=2&view=list", "/?category=2&view=grid"])
    }
}

@Blocking
struct CategoryListSceneTests {
    private static let names = [
        "디지털/가전", "게임", "스포츠/레저", "유아/아동용품", "여성패션/잡화", "뷰티/미용",
        "남성패션/잡화", "생활/식품", "가구", "도서/티켓/취미", "기타",
    ]

    @Test func allCategoriesLeadToTheirLists() throws {
        let page = try ServedSite().get("/categories").page
        let paths = page.links.filter { $0.hasPrefix("/?category=") }
        #expect(paths == (1...11).map { "/?category=\($0)" })
        #expect(page.texts.filter(Self.names.contains) == Self.names)
    }
}
