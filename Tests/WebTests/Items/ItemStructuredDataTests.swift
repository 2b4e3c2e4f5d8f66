import Fixtures
import Foundation
import Testing

@Blocking
final class ItemStructuredDataTests: SiteSuite {
    private func data(_ path: String) throws -> [String: Any] {
        let json = try #require(
            try site.get(path).page.html
                .stretches(from: "<script type=\"application/ld+json\">", to: "</script>").first)
        return try #require(
            try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    }

    @Test func searchEnginesReadWhatIsOffered() async throws {
        try await site.add(title: "온풍기", price: 1_235_000, discountedTo: 1_000_000)
        let product = try data("/items/1")
        #expect(product["@type"] as? String == "Product")
        #expect(product["name"] as? String == "온풍기")
        #expect(product["@context"] as? String == "https://schema.org")
        #expect(product["url"] as? String == "http://\(site.host)/items/1")
        #expect(product["image"] == nil)
        let offer = try #require(product["offers"] as? [String: Any])
        #expect(offer["price"] as? String == "1000000")
        #expect(offer["priceCurrency"] as? String == "KRW")
        #expect(offer["availability"] as? String == "https://schema.org/InStock")
        try await site.storage.setStatus(.sold, of: 1, at: site.clock.now)
        let sold = try #require(try data("/items/1")["offers"] as? [String: Any])
        #expect(sold["availability"] as? String == "https://schema.org/SoldOut")
    }

    @Test func theFirstPhotoIsNamedWhole() throws {
        let path = try site.post(.lamp.with(photo: Picture.red))
        let page = try site.get(path).page
        let photo = try #require(
            page.tags("img").compactMap { $0["src"] }.first { $0.hasPrefix("/photos/") })
        let full = photo.replacing("medium.jpg", with: "full.jpg")
        #expect(try data(path)["image"] as? String == "http://\(site.host)\(full)")
    }

    @Test(arguments: [
        "</script><script>alert(1)</script>", "<!--<script>", "\\ \" \n", "&lt;", "{{title}}",
    ])
    func hostileTitlesAreText(title: String) async throws {
        try await site.add(title: title, description: title)
        #expect(try data("/items/1")["name"] as? String == title)
        #expect(try !site.get("/items/1").text.contains("<script>"))
    }
}
