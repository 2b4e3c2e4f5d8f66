import Fixtures
import Testing

@Blocking
final class WrittenLanguageTests: SiteSuite {
    @Test(arguments: [
        ("원목 책장", "ko"), ("IKEA BILLY 책장", "ko"), ("ㅇㅈ", "ko"), ("\u{1106}\u{1175}\u{11AB}", "ko"),
        ("Bookcase", ""), ("本棚", ""), ("12,000", ""), ("🪑", ""), ("é", ""), ("ｶﾅ", ""),
        ("é🪑책", "ko"), ("本棚책", "ko"), ("é🪑本", ""), ("\u{1100}", "ko"), ("\u{11FF}", "ko"),
        ("\u{3131}", "ko"), ("\u{318E}", "ko"), ("\u{AC00}", "ko"), ("\u{D7A3}", "ko"),
        ("\u{10FF}", ""), ("\u{1200}", ""), ("\u{3130}", ""), ("\u{318F}", ""), ("\u{D7B0}", ""),
    ])
    func writtenTextIsMarkedWithItsLanguage(text: String, language: String) async throws {
        try await site.add(title: text, description: text)
        for asked in ["ko", "en"] {
            let list = try site.get("/", ["Accept-Language": asked]).page
            #expect(list.tags("h2").map { $0["lang"] } == [language])
            let item = try site.get("/items/1", ["Accept-Language": asked]).page
            #expect(item.tags("h1").map { $0["lang"] } == [language])
            let description = item.tags("div").first { $0["class"] == "description" }
            #expect(description?["lang"] == language)
        }
    }

    @Test func notesOfOnesOwnToo() throws {
        let member = try site.member()
        for (id, (text, language)) in [("우유 사기", "ko"), ("Buy milk", "")].enumerated() {
            _ = try member.post("/my/memos", ["text": text])
            let page = try member.get("/my/memos/\(id + 1)").page
            let shown = page.tags("div").first { $0["class"] == "description shared" }
            #expect(shown?["lang"] == language)
        }
    }
}
