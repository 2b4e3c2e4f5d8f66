import Fixtures
import Foundation
import Testing

/// The pages of text, and that templates have no words of their own.
@Blocking @Suite(.sharing)
final class WordsScenesTests: SharedSiteSuite {
    @Test(arguments: [
        ("/rules", "ko", "이용 규칙"), ("/rules", "en", "House rules"),
        ("/privacy", "ko", "개인정보"), ("/privacy", "en", "Privacy"),
    ])
    func rulesAndPrivacyAreToBeReadInBothLanguages(
        path: String, language: String, heading: String
    ) throws {
        let page = try site.get(path, ["Accept-Language": language]).page
        #expect(page.html.stretches(from: "<h1>", to: "</h1>") == [heading])
        #expect(page.tags("html").first?["lang"] == language)
        #expect(page.html.stretches(from: "<li>", to: "</li>").count >= 8)
    }

    @Test func everyCookieOfTheSiteIsNamed() throws {
        let source = try Self.text(of: "Sources/Web/Sessions/CookieJar.swift")
        let cookies = source.matches(of: /plain: "([\w-]+)"/).map { String($0.1) }
        let named = try site.get("/privacy").text.stretches(from: "<dt><code>", to: "</code>")
        #expect(cookies.count >= 5)
        #expect(Set(named) == Set(cookies))
    }

    @Test(arguments: ["ko", "en"])
    func whatIsKeptStandsBesideHowLongInShortLines(_ language: String) throws {
        let page = try site.get("/privacy", ["Accept-Language": language]).text
        let kept = page.stretches(from: "<dt>", to: "</dt>")
        let periods = page.stretches(from: "</dt><dd>", to: "</dd>")
        #expect(kept.count == periods.count && kept.count > 30)
        for line in kept + periods + page.stretches(from: "<p>", to: "</p>") {
            #expect(line.count <= 100, "\(line)")
        }
    }

    /// The periods on the page are those of the code.
    @Test func cookiesLastAsLongAsThePageSays() throws {
        let visitor = try site.visitor()
        let signedUp = try visitor.post("/signup", ServedSite.credentials("약속네"))
        let view = try site.get("/?view=grid")
        let posted = try site.post("/items", FilledForm.lamp.multipart)
        for (answer, name, seconds, words) in [
            (signedUp, "session", 30 * 86_400, "30일"), (view, "view", 365 * 86_400, "1년"),
            (posted, "posted", 90 * 86_400, "90일"), (posted, "edit", 3_600, "1시간"),
            (posted, "photos", 3_600, "1시간"), (posted, "new-items", 1_800, "30분"),
        ] {
            let cookie = answer.all("Set-Cookie").first { $0.hasPrefix(name + "=") }
            #expect(cookie?.contains("Max-Age=\(seconds);") == true, "\(name)")
            let line = try site.get("/privacy").text
                .stretches(from: "<code>\(name)</code></dt><dd>", to: "</dd>").first
            #expect(line?.hasSuffix(words) == true, "\(name)")
        }
    }

    @Test func theyTellWhatTheOperatorMayDoAndWhatIsCounted() throws {
        let rules = try site.get("/rules").page.texts
        #expect(rules.contains { $0.contains("글을 가리거나 그 계정의 글쓰기를 막을 수") })
        let privacy = try site.get("/privacy").page.texts
        #expect(privacy.contains { $0.contains("안 나온 약속 수") })
    }

    @Test func theyNameTheOperatorWhereThereIsOne() throws {
        let text = "햇살마을 <운영자> 02-123-4567"
        let site = try ServedSite { $0.operatorText = text }
        for path in ["/rules", "/privacy"] {
            let main = try site.get(path).text.stretches(from: "<main", to: "</main>").first ?? ""
            #expect(Page(html: "<main" + main).texts.suffix(2) == ["운영자", text])
            #expect(!(try self.site.get(path).text.contains("운영자</h2>")))
        }
    }

    @Test(arguments: ["/rules", "/privacy", "/api"])
    func theirStyleSheetIsThere(path: String) throws {
        let sheets = try site.get(path).page.tags("link").compactMap { $0["href"] }
        let sheet = try #require(sheets.first { $0.hasPrefix("/guide.css?v=") })
        #expect(try site.get(sheet).text.contains(".guide"))
        #expect(try !site.get("/").text.contains("guide.css"))
    }

    /// All words come from the catalogues; only the API's guide has a template for each language.
    @Test func noTemplateScriptOrStyleSheetHasWordsOfItsOwn() throws {
        let files =
            try Self.files(in: "Templates", ["mustache"])
            + Self.files(in: "Public", ["js", "css", "svg"])
        #expect(files.count > 50)
        for file in files where !file.hasSuffix("api/api-guide-ko.mustache") {
            let text = try String(contentsOfFile: file, encoding: .utf8)
            #expect(text.firstMatch(of: /\p{Hangul}/) == nil, "\(file)")
        }
    }

    private static func text(of path: String) throws -> String {
        try String(contentsOfFile: Program.packageRoot + "/" + path, encoding: .utf8)
    }

    private static func files(in folder: String, _ kinds: [String]) throws -> [String] {
        let folder = URL(fileURLWithPath: Program.packageRoot + "/" + folder)
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        return (files?.allObjects as? [URL] ?? []).map(\.path).filter { path in
            kinds.contains { path.hasSuffix("." + $0) }
        }
    }
}
