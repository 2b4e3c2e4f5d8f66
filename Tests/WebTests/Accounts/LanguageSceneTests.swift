import Fixtures
import Testing

/// The language switch in the footer, and the choice in the profile.
@Blocking
final class LanguageSceneTests: SiteSuite {
    @Test func theSwitchLeadsBackToItsPageInTheLanguageChosen() throws {
        let visitor = try site.visitor()
        for (path, language) in [
            ("/categories?category=9", "en"), ("/?view=grid&category=9", "ko"), ("/signup", "en"),
            ("/nothing%20here", "ko"), ("/api", "en"),
        ] {
            let answer = try visitor.post(
                visitor.get(path).page.languageSwitch(to: language), Self.form(language))
            #expect(answer.status == 303)
            #expect(answer["Location"] == path)
            let page = try visitor.get(path).page
            #expect(page.language == language)
            #expect(page.currentLanguage == language)
        }
    }

    @Test func theChoiceIsKeptForAYear() throws {
        let answer = try site.post("/language", Self.form("en"))
        #expect(
            answer.all("Set-Cookie")
                == ["language=en; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax"])
        #expect(answer["Location"] == "/")
        let secure = try ServedSite { $0.isBehindTLS = true }
        let cookie = try secure.post("/language", Self.form("en"))["Set-Cookie"]
        #expect(cookie?.hasPrefix("__Host-language=en; Path=/;") == true)
        #expect(cookie?.hasSuffix("; Secure") == true)
    }

    @Test(arguments: [
        "", "fr", "EN", "en-GB", "en\r\nSet-Cookie: session=1", "en; Path=/evil", "한국어", "ko\0",
    ])
    func anUnknownLanguageIsRefused(_ text: String) throws {
        let answer = try site.post("/language", Self.form(text))
        #expect(answer.status == 400)
        #expect(answer.all("Set-Cookie").isEmpty)
    }

    @Test(arguments: [
        "//evil.example", "https://evil.example/", "/\\evil.example", "my", "/a%0D%0Ab:%20c", "%00",
        "",
        "/%0a/evil.example",
    ])
    func itLeadsToThisSiteOnly(path: String) throws {
        #expect(try site.post("/language?return=\(path)", Self.form("en")).redirection() == "/")
    }

    @Test func anotherSiteChoosesNothing() throws {
        let sayings: [KeyValuePairs<String, String>] = [
            ["Sec-Fetch-Site": "cross-site"], ["Sec-Fetch-Site": "same-site"],
            ["Origin": "https://evil.example"],
        ]
        for fields in sayings {
            let answer = try site.post("/language", Self.form("en"), fields)
            #expect(answer.status == 403)
            #expect(answer.all("Set-Cookie").isEmpty)
        }
        let answer = try site.get("/language?language=en")
        #expect(answer.status == 405)
        #expect(answer["Allow"] == "POST, OPTIONS")
    }

    /// An error page is at a path that was posted to, which may not be readable.
    @Test func behindAFormTheSwitchLeadsToThePageBefore() throws {
        let answer = try site.post(
            "/language", Self.form("fr"), ["Referer": "http://\(site.host)/signin?return=%2Fmy"])
        #expect(answer.status == 400)
        #expect(
            try answer.page.languageSwitch(to: "en")
                == "/language?return=/signin%3Freturn%3D%252Fmy")
        let other = try site.post("/language", Self.form("fr"))
        #expect(try other.page.languageSwitch(to: "en") == "/language")
    }

    @Test func aRefusedFormIsNotLostByASwitch() throws {
        func window(_ answer: Answer) throws -> String? {
            let form = try #require(answer.page.tags("form").first { $0["class"] == "languages" })
            return form["target"]
        }
        let text = "언어를 바꾸면 새 창에서 열려요. 여기 적은 내용은 그대로 남아요."
        let form = try site.get("/items/new")
        #expect(try window(form) == nil && !form.page.texts.contains(text))
        let typed: FormBody = ["title": "원목 책장"]
        let refused = try site.post("/items", typed, ["Referer": "http://\(site.host)/items/new"])
        #expect(refused.status == 422)
        #expect(refused.page.value(of: "title") == "원목 책장")
        #expect(try window(refused) == "_blank" && refused.page.texts.contains(text))
        let visitor = try site.visitor()
        // The language was chosen in another window, and applies here when the form is sent again.
        let chosen = try visitor.post(refused.page.languageSwitch(to: "en"), Self.form("en"))
        #expect(chosen["Location"] == "/items/new")
        let again = try visitor.post("/items", typed)
        #expect(again.page.language == "en" && again.page.value(of: "title") == "원목 책장")
    }

    @Test func theAccountRemembersItInEveryBrowser() throws {
        let member = try site.member()
        _ = try member.post("/language", Self.form("en"))
        #expect(try member.get("/my").page.language == "en")
        let elsewhere = try site.visitor()
        #expect(try elsewhere.get("/").page.language == "ko")
        _ = try elsewhere.post("/signin", ServedSite.credentials())
        #expect(try elsewhere.get("/my").page.language == "en")
        #expect(try elsewhere.get("/").page.language == "en")
        _ = try elsewhere.post("/language", Self.form("ko"))
        #expect(try member.get("/").page.language == "ko")
    }

    @Test func anAccountsPagesAreCachedForNobodyElse() async throws {
        try await site.add()
        let member = try site.member()
        _ = try member.post("/language", Self.form("en"))
        for _ in 0..<3 {
            #expect(try member.get("/items/1").page.language == "en")
            #expect(try site.get("/items/1").page.language == "ko")
        }
    }

    @Test func theProfileHasTheSameChoice() throws {
        let member = try site.member()
        #expect(try member.get("/my/profile").page.value(of: "language") == "browser")
        for language in ["en", "ko"] {
            let answer = try member.post("/my/profile", Self.profile(language))
            #expect(answer.status == 303)
            #expect(member.cookie("language") == language)
            let page = try member.get("/my/profile").page
            #expect(page.value(of: "language") == language)
            #expect(page.language == language)
        }
        _ = try member.post("/my/profile", Self.profile(""))
        #expect(member.cookie("language") == nil)
        #expect(try member.get("/my/profile").page.value(of: "language") == "browser")
    }

    @Test func aRefusedProfileKeepsTheChoiceAndChangesNothing() throws {
        let member = try site.member()
        let answer = try member.post(
            "/my/profile", FilledForm(["nickname": "", "language": "en"]).multipart)
        #expect(answer.status == 422)
        #expect(answer.page.value(of: "language") == "en")
        #expect(answer.page.language == "ko")
        #expect(member.cookie("language") == nil)
    }

    @Test func theRemindersOfAnAccountAreInItsLanguage() throws {
        let member = try site.member()
        _ = try member.press("/my/feeds/key")
        let page = try member.get("/my/feeds").page
        let paths = page.tags("button").compactMap { $0["data-text"] }
            .map { String($0.dropFirst("http://\(site.host)".count)) }
        #expect(paths.count == 2)
        for path in paths {
            #expect(try site.get(path)["Content-Language"] == "ko")
            #expect(try site.get(path, ["Accept-Language": "en"])["Content-Language"] == "en")
        }
        _ = try member.post("/language", Self.form("en"))
        for path in paths {
            let answer = try site.get(path, ["Accept-Language": "ko"])
            #expect(answer["Content-Language"] == "en")
            #expect(answer.text.contains("xml:lang=\"en\"") || answer.text.contains("//EN\r\n"))
        }
    }

    private static func form(_ language: String) -> FormBody {
        ["language": language]
    }

    private static func profile(_ language: String) -> FormBody {
        FilledForm(["nickname": "하늘이네", "language": language]).multipart
    }
}

extension Page {
    fileprivate var language: String? { tags("html").first?["lang"] }

    fileprivate var currentLanguage: String? {
        tags("button").first { $0["name"] == "language" && $0.has("aria-current") }?["value"]
    }

    /// The path that the switch's form posts to; the language must be offered by its own name.
    fileprivate func languageSwitch(to language: String) throws -> String {
        let button = tags("button").first { $0["name"] == "language" && $0["value"] == language }
        #expect(button?["lang"] == language)
        #expect(texts.contains(language == "en" ? "English" : "한국어"))
        return try #require(actions.first { $0.hasPrefix("/language") })
    }
}
