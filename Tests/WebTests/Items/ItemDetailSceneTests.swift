import Fixtures
import Testing

@Blocking @Suite(.sharing)
final class ItemDetailSceneTests: SharedSiteSuite {
    @Test func everythingOfAnItemIsShown() async throws {
        let id = try await site.add(
            title: "온풍기", price: 1_235_000, discountedTo: 1_000_000, stock: 1_200,
            description: "겨울에 썼어요.")[0]
        site.clock.advance(by: 2 * 3_600)
        let page = try site.get("/items/\(id)").page
        let text = page.texts.joined(separator: " ")
        for part in [
            "온풍기", "1,000,000원", "1,235,000원", "가구", "잔여수량: 1,200", "2시간 전",
            "겨울에 썼어요.", "2026년 11월 21일", "수정 및 삭제",
        ] {
            #expect(text.contains(part))
        }
        #expect(page.html.contains("<s>1,235,000원</s>"))
        #expect(page.links.contains("/?category=9"))
    }

    @Test func ordinaryStatesAreNotMentioned() async throws {
        let id = try await site.add(stock: 1)[0]
        let html = try site.get("/items/\(id)").page.html
        for part in ["판매중", "잔여수량"] { #expect(!html.contains(part)) }
    }

    @Test func theMenuLeadsToEditingAndDeleting() async throws {
        let id = try await site.add()[0]
        let paths = try site.get("/items/\(id)").page.links
        #expect(paths.contains("/items/\(id)/edit"))
        #expect(paths.contains("/items/\(id)/deletion"))
    }

    @Test func aGuestsMenuIsQuietForOthers() throws {
        let guest = try site.visitor()
        let path = try guest.post(.lamp)
        func menu(_ page: Page) throws -> String {
            try #require(page.html.stretches(from: "<details class=\"menu\"", to: "</ul>").first)
        }
        let others = try menu(site.get(path).page)
        let entries = Page(html: others).texts
        #expect(entries.prefix(3) == ["더 보기", "신고하기", "내가 올린 글이에요"])
        // The rest is folded away behind the second entry.
        let folded = try #require(others.stretches(from: "<details>", to: "</details>").first)
        #expect(Page(html: folded).texts.suffix(3) == ["받은 문의", "수정", "삭제"])
        let own = try menu(guest.get(path).page)
        #expect(Page(html: own).texts == ["수정 및 삭제", "수정", "삭제"])
    }

    @Test func aGuestsPageGoesOnToMoreLikeIt() async throws {
        let id = try await site.add(title: "3인용 소파")[0]
        let page = try site.get("/items/\(id)").page
        #expect(page.texts.contains("비슷한 글 보기"))
        let link = try #require(page.links.first { $0.hasSuffix("/similar") })
        let list = try #require(try site.get(link)["Location"])
        #expect(try site.get(list).page.itemPaths == ["/items/\(id)"])
        #expect(try site.get("/items/999/similar").status == 404)
    }

    @Test func thePageGoesOnToMoreLikeItBesideItsSellersOthersToo() throws {
        let seller = try site.member()
        let path = try seller.post()
        _ = try seller.post(.ownLamp.with("title", "원목 책장"))
        let page = try site.get(path).page
        #expect(page.texts.contains("원목 책장"))
        #expect(page.links.contains(path + "/similar") && page.texts.contains("비슷한 글 보기"))
    }

    @Test func photosStandInTheirOrderWithTheirSizes() throws {
        let tall = Picture.jpeg(32, 48, color: 0x1E_C81E)
        let path = try site.post(.lamp.with(photo: Picture.red).with(photo: tall))
        let photos = try site.get(path).page.tags("img").filter { tag in
            tag["src"]?.hasSuffix("/medium.jpg") == true
        }
        #expect(photos.map { $0["width"] } == ["48", "32"])
        #expect(photos.map { $0["height"] } == ["32", "48"])
        #expect(photos.compactMap { $0["alt"] }.map { $0.suffix(3) } == ["1/2", "2/2"])
        #expect(photos.map { $0["fetchpriority"] } == ["high", nil])
        #expect(photos.map { $0["loading"] } == [nil, "lazy"])
    }

    @Test func everyPhotoLoadsInEverySize() throws {
        let path = try site.post(.lamp.with(photo: Picture.red).with(photo: Picture.blue))
        let page = try site.get(path).page
        let paths =
            page.tags("img").compactMap { $0["src"] } + page.links
        let photos = paths.filter { $0.hasPrefix("/photos/") }
        // In the strip, in its link, and as a thumbnail.
        #expect(photos.count == 6)
        for path in photos { #expect(try site.get(path).status == 200) }
    }

    @Test func browsersChooseAmongTheSizesByTheirWidths() throws {
        let path = try site.post(.lamp.with(photo: Picture.jpeg(900, 1_200, color: 0x1E_C81E)))
        let photo = try #require(
            try site.get(path).page.tags("img").first { $0.has("srcset") }?["srcset"])
        for candidate in photo.split(separator: ", ") {
            let parts = candidate.split(separator: " ")
            let size = Picture.size(of: try site.get(String(parts[0])).body)
            #expect(size.map { parts[1] == "\($0[0])w" } == true)
        }
        #expect(photo.split(separator: ", ").count == 3)
    }

    @Test func sharedLinksShowTheFirstPhoto() throws {
        let path = try site.post(.lamp.with(photo: Picture.red).with(photo: Picture.blue))
        let page = try site.get(path).page
        let image = page.tags("meta").filter { $0["property"] == "og:image" }
        let first = page.tags("img").compactMap { $0["src"] }.first { $0.hasPrefix("/photos/") }
        #expect(image.map { $0["content"] } == ["http://\(site.host)\(first ?? "")"])
        let size = try #require(Picture.size(of: try site.get(first ?? "").body))
        let sizes = page.tags("meta").filter { $0["property"]?.hasPrefix("og:image:") == true }
        #expect(sizes.compactMap { $0["content"] } == size.map { "\($0)" })
        let bare = try site.get(try site.post(.lamp)).page
        #expect(!bare.tags("meta").contains { $0["property"] == "og:image" })
    }

    @Test func sharedLinksTellThePriceAndPlace() async throws {
        let id = try await site.add(price: 30_000, description: "접히는 의자예요.")[0]
        let page = try site.get("/items/\(id)").page
        let shared = page.tags("meta").reduce(into: [String: String]()) { shared, tag in
            shared[tag["property"] ?? ""] = tag["content"] ?? ""
        }
        #expect(shared["og:description"] == "30,000원 · 접히는 의자예요.")
        #expect(shared["product:price:amount"] == "30000")
        #expect(shared["product:price:currency"] == "KRW")
        #expect(shared["og:locale"] == "ko_KR")
        let canonical = page.tags("link").first { $0["rel"] == "canonical" }?["href"]
        #expect(canonical == "http://\(site.host)/items/\(id)")
    }

    @Test func lineBreaksOfTheDescriptionAreKept() async throws {
        let id = try await site.add(description: "첫 줄\n\n  둘째 줄")[0]
        #expect(try site.get("/items/\(id)").page.html.contains("첫 줄\n\n  둘째 줄"))
    }

    @Test func addressesInTheDescriptionAreLinks() async throws {
        let id = try await site.add(
            description: "설명서: https://example.org/a?b=1&c=\u{2}. (http://example.com/x)")[0]
        let links = try site.get("/items/\(id)").page.tags("a").filter { tag in
            tag["rel"]?.contains("ugc") == true
        }
        #expect(
            links.compactMap { $0["href"] }
                == ["https://example.org/a?b=1&c=", "http://example.com/x"])
    }

    @Test(arguments: [
        "javascript:alert(1)", "data:text/html,<script>alert(1)</script>", "ftp://example.org",
        "https://", "http://\"onclick=alert(1)", "//example.org", "javascript:https",
    ])
    func onlyWebAddressesAreLinks(text: String) async throws {
        let id = try await site.add(description: text)[0]
        let page = try site.get("/items/\(id)").page
        #expect(page.texts.contains(text))
        #expect(!page.tags("a").contains { $0["rel"]?.contains("ugc") == true })
    }

    @Test func titleAndDescriptionAreEscaped() async throws {
        let text = "\"><script>alert('1')</script> & <img src=x onerror=alert(1)>"
        let id = try await site.add(title: text, description: text)[0]
        let page = try site.get("/items/\(id)").page
        #expect(page.texts.count { $0 == text } >= 2)
        #expect(!page.html.contains("<script>"))
        #expect(!page.html.contains("<img src=x"))
    }

    @Test func anUnknownItemIs404InTheSitesLook() throws {
        let answer = try site.get("/items/9999")
        #expect(answer.status == 404)
        #expect(answer.page.texts.contains("없는 페이지예요"))
        #expect(answer.page.tags("link").contains { $0["href"]?.hasPrefix("/app.css") == true })
        #expect(answer.page.links.contains("/"))
    }

    @Test(arguments: [
        "abc", "-1", "1x", "+1", "1.0", "0x1", "%EF%BC%91", "99999999999999999999999", "%20",
        "1%20", "1/photos", "1//",
    ])
    func aPathThatNamesNoItemIs404(path: String) async throws {
        try await site.add()
        let answer = try site.get("/items/\(path)")
        #expect(answer.status == 404)
        #expect(answer.page.texts.contains("없는 페이지예요"))
    }
}
