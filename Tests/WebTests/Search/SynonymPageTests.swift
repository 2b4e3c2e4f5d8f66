import Fixtures
import Market
import Testing

/// Finding items by another name than the one in their titles.
@Blocking @Suite(.sharing)
struct SynonymPageTests {
    private nonisolated static let chair = "%EC%9D%98%EC%9E%90"
    private nonisolated static let iphone = "%EC%95%84%EC%9D%B4%ED%8F%B0"

    /// A site with chairs and a phone, which tests leave unchanged.
    private func site() async throws -> ServedSite {
        try await .shared("with names") {
            let site = try ServedSite()
            for number in 1...25 { try await site.add(title: "원목의자 \(number)") }
            try await site.add(title: "iPhone 15", category: .digital)
            return site
        }
    }

    @Test(arguments: [iphone, iphone + "+15", iphone + "15", "i+phone"])
    func itIsMarkedWithoutANote(typed: String) async throws {
        let site = try await site()
        let page = try site.get("/?q=" + typed).page
        #expect(page.itemIDs == [26])
        #expect(page.html.contains("<mark>iPhone"))
        #expect(!page.html.contains("class=\"note\"") && !page.html.contains("exact=1"))
        let feed = try AtomFeed(try site.get("/feed.atom?q=" + typed).body)
        #expect(feed.entries.map { $0["title"] } == ["iPhone 15"])
    }

    @Test func aNameInEitherLanguageFindsTheSameAndCountsIt() async throws {
        let site = try await site()
        let page = try site.get("/?q=chair").page
        #expect(page.itemIDs.count == 20)
        #expect(try page.itemIDs == site.get("/?q=\(Self.chair)").page.itemIDs)
        #expect(page.texts.contains("25개") && page.html.contains("<mark>원목의자</mark>"))
    }

    @Test func typedWordsAreCompletedBySynonymsOnSale() async throws {
        let site = try await site()
        for (typed, answer) in [
            (Self.iphone, "[\"iPhone\"]"), ("%EC%95%84%EC%9D%B4%ED%8F%B4", "[]"),
            ("iph", "[\"iPhone\"]"), ("bik", "[]"),
        ] {
            #expect(try site.get("/search/completions?q=" + typed).text == answer, "\(typed)")
        }
    }

    @Test(arguments: [
        "iphone%22*", "north+face%29+OR+%28", "h%26m", "iphone%00" + iphone, "%ED%A0%80iphone13",
        String(repeating: "iphone13", count: 500), String(repeating: "chair+", count: 900),
    ])
    func anythingIsAnswered(text: String) async throws {
        let site = try await site()
        for path in ["/?q=", "/feed.atom?q=", "/categories?q=", "/search/completions?q="] {
            #expect(try site.get(path + text).status == 200, "\(path)")
        }
        #expect(site.log.lines.isEmpty)
    }
}
