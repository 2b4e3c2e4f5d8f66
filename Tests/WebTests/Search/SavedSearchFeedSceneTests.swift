import Fixtures
import Market
import Testing

@testable import Web

@Blocking
final class SavedSearchFeedSceneTests: MemberSuite {
    private func feedPath() throws -> String {
        let page = try member.get("/my/feeds").page
        let addresses = page.tags("button").compactMap { $0["data-text"] }
        let address = try #require(addresses.first { $0.hasSuffix("/searches/1.atom") })
        return String(address.dropFirst("http://\(site.host)".count))
    }

    @Test func aFeedHasItsMatches() async throws {
        _ = try member.post("/my/searches", ["query": "/?category=9"])
        let path = try feedPath()
        #expect(try AtomFeed(try site.get(path).body).entries.isEmpty)
        try await site.add(2, title: "책장 \u{1}<b>&")
        let answer = try site.get(path)
        #expect(answer["Content-Type"] == "application/atom+xml; charset=utf-8")
        #expect(answer["Cache-Control"] == "private, no-cache")
        #expect(answer["X-Robots-Tag"] == "noindex")
        let feed = try AtomFeed(answer.body)
        #expect(feed.feed["title"] == "가구 검색 알림")
        #expect(feed.entries.map { $0["title"] } == ["책장 <b>& 2", "책장 <b>& 1"])
        #expect(feed.entries[0]["id"] == "http://\(site.host)/items/2")
        #expect(feed.entries[0]["summary"]?.hasSuffix(" · 직거래해요.") == true)
        // Fetching the feed does not mark anything as seen.
        #expect(try member.get("/rules").page.texts.contains("새 알림 2개"))
    }

    @Test func anUnknownFeedAddressIs404() throws {
        _ = try member.post("/my/searches", ["query": "/?category=9"])
        let path = try feedPath()
        for wrong in [
            path.replacing("/1.atom", with: "/2.atom"), path.replacing("/1.atom", with: "/1"),
            path.replacing("/1.atom", with: "/01.atom"), "/feeds/x/searches/1.atom",
            path.replacing("/1.atom", with: "/.atom"),
        ] {
            #expect(try site.get(wrong).status == 404, "\(wrong)")
        }
        _ = try member.press("/my/feeds/key")
        #expect(try site.get(path).status == 404)
        #expect(site.log.lines.allSatisfy { !$0.contains(path) })
    }
}
