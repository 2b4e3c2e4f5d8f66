import Fixtures
import Testing

@Blocking
struct LanguageChoiceTests {
    private let site: ServedSite

    init() async throws {
        site = try ServedSite()
        try await site.add()
    }

    @Test(arguments: [
        ("ko-KR,ko;q=0.9,en-US;q=0.8", "ko"), ("en-US,en;q=0.9,ko;q=0.8", "en"), ("en-GB", "en"),
        ("de-DE, fr;q=0.5", "ko"), ("ko;q=0, *", "en"), ("ko;q=0, en;q=0", "ko"), ("en;q=2", "ko"),
        ("", "ko"),
    ])
    func theBrowserAsksForALanguage(field: String, language: String) throws {
        try expect(site.get("/", ["Accept-Language": field]), isIn: language)
    }

    @Test func koreanIsTheDefaultLanguage() throws {
        try expect(site.get("/"), isIn: "ko")
    }

    @Test(arguments: ["ko", "en"])
    func theCookieCountsMoreThanTheBrowser(language: String) throws {
        for asked in ["ko", "en"] {
            let fields: KeyValuePairs = [
                "Accept-Language": asked, "Cookie": "view=list; language=\(language)",
            ]
            try expect(site.get("/", fields), isIn: language)
        }
    }

    @Test(arguments: [
        "", "EN", "e", "eng", "en-GB", "ko,en", "%65n", "\"en", "en\"", "ｅｎ", "\u{1F1EC}", "en en",
        String(repeating: "en", count: 2_000),
    ])
    func aCookieThatNamesNoLanguageIsPassedOver(value: String) throws {
        try expect(site.get("/", ["Cookie": "language=\(value)"]), isIn: "ko")
        let asking: KeyValuePairs = ["Cookie": "language=\(value)", "Accept-Language": "en"]
        try expect(site.get("/", asking), isIn: "en")
    }

    @Test(arguments: [
        ("/", 200), ("/?view=grid", 200), ("/items/1", 200), ("/items/1/edit", 200),
        ("/items/1/deletion", 200), ("/items/new", 200), ("/categories", 200), ("/signin", 200),
        ("/signup", 200), ("/recovery", 200), ("/api", 200), ("/nothing", 404), ("/items/9", 404),
        ("/signout", 405),
    ])
    func everyPageIsInTheLanguageAskedFor(path: String, status: Int) throws {
        for language in ["en", "ko"] {
            let answer = try site.get(path, ["Accept-Language": language])
            #expect(answer.status == status)
            try expect(answer, isIn: language)
        }
    }

    @Test func refusalsAreInTheLanguageAskedFor() throws {
        let form: FormBody = ["nickname": "하늘이네", "password": "아니에요아니에요"]
        let refused = try site.post("/signin", form, ["Accept-Language": "en"])
        #expect(refused.status == 422 || refused.status == 403)
        try expect(refused, isIn: "en", varyingBy: "Accept-Language")
        let crossing = try site.post(
            "/signin", form, ["Accept-Language": "en", "Sec-Fetch-Site": "cross-site"])
        #expect(crossing.status == 403)
        try expect(crossing, isIn: "en", varyingBy: "Accept-Language")
    }

    @Test func malformedRequestsAreAnsweredInKorean() throws {
        let answer = try site.everything(answering: "GET / HTTP/9.9\r\nAccept-Language: en\r\n\r\n")
        let text = String(decoding: answer, as: UTF8.self)
        #expect(text.contains("\r\nContent-Language: ko\r\n"))
        #expect(text.contains("<html lang=\"ko\">"))
    }

    /// The first answers are made for one visitor each; later ones are cached.
    @Test(arguments: ["/", "/items/1", "/api"])
    func aKeptPageIsHandedOutInItsOwnLanguageOnly(path: String) throws {
        var tags: [String: Set<String>] = [:]
        for _ in 0..<4 {
            for language in ["en", "ko"] {
                for coding in ["gzip", "identity"] {
                    let answer = try site.get(
                        path, ["Accept-Language": language, "Accept-Encoding": coding])
                    #expect(answer["Content-Language"] == language)
                    if coding == "identity" { try expect(answer, isIn: language) }
                    tags[language, default: []].insert(try #require(answer["ETag"]))
                }
            }
        }
        #expect(tags["en"]?.count == 2 && tags["ko"]?.count == 2)
        #expect(tags["en"]?.isDisjoint(with: tags["ko"] ?? []) == true)
    }

    @Test(arguments: ["/", "/items/1"])
    func anUnchangedPageIsNotSentAgainInTheSameLanguage(path: String) throws {
        for _ in 0..<3 {
            for (language, other) in [("en", "ko"), ("ko", "en")] {
                let tag = try #require(try site.get(path, ["Accept-Language": language])["ETag"])
                let same = try site.get(path, ["Accept-Language": language, "If-None-Match": tag])
                #expect(same.status == 304)
                #expect(same.body.isEmpty)
                #expect(same.all("Vary").contains("Accept-Language, Cookie"))
                let another = try site.get(path, ["Accept-Language": other, "If-None-Match": tag])
                #expect(another.status == 200)
                #expect(another["Content-Language"] == other)
            }
        }
    }

    @Test(arguments: ["/", "/items/1", "/categories", "/nothing"])
    func headTellsTheSameAsGet(path: String) throws {
        for language in ["en", "ko"] {
            let answer = try site.get(path, ["Accept-Language": language])
            let everything = try site.everything(
                answering: "HEAD \(path) HTTP/1.1\r\nHost: \(site.host)\r\n"
                    + "Accept-Language: \(language)\r\nConnection: close\r\n\r\n")
            let head = String(decoding: everything, as: UTF8.self)
            #expect(head.hasSuffix("\r\n\r\n"))
            for name in ["Content-Language", "Content-Length"] {
                #expect(head.contains("\r\n\(name): \(try #require(answer[name]))\r\n"))
            }
            #expect(head.contains("\r\nVary: Accept-Language, Cookie\r\n"))
        }
    }

    @Test func aPieceOfAPageIsInTheLanguageOfThePage() throws {
        var texts: Set<String> = []
        for language in ["en", "ko"] {
            let photo = FilledForm([:]).with(photo: Picture.red).multipart
            let answer = try site.post("/photos", photo, ["Accept-Language": language])
            #expect(answer.status == 201)
            #expect(answer["Content-Language"] == language)
            texts.insert(answer.text)
        }
        #expect(texts.count == 2)
    }

    @Test func theFeedOfItemsIsInTheLanguageOfItsAddress() throws {
        let feeds = [
            ("/feed.atom?lang=en", "en"), ("/feed.atom?lang=ko", "ko"), ("/feed.atom", "ko"),
            ("/feed.atom?lang=xx", "ko"),
        ]
        for (path, language) in feeds {
            for asked in ["en", "ko"] {
                let answer = try site.get(path, ["Accept-Language": asked])
                #expect(answer["Content-Language"] == language)
                #expect(!answer.all("Vary").contains("Accept-Language, Cookie"))
                #expect(answer.text.contains("xml:lang=\"\(language)\""))
                #expect(answer.text.contains("/feed.atom?lang=\(language)</id>"))
            }
        }
    }

    @Test func aListLeadsToTheFeedInItsLanguage() throws {
        for language in ["en", "ko"] {
            let page = try site.get("/", ["Accept-Language": language]).page
            let feed = page.tags("link").first { $0["type"] == "application/atom+xml" }
            #expect(feed?["href"] == "/feed.atom?lang=\(language)")
        }
    }

    @Test(arguments: [
        "/api/items/1", "/api/item/1", "/api/products", "/api/item/9", "/healthChecker",
    ])
    func programsAreAnsweredTheSameInEveryLanguage(path: String) throws {
        let answer = try site.get(path)
        let asking = try site.get(path, ["Accept-Language": "en", "Cookie": "language=en"])
        #expect(asking.body == answer.body)
        #expect(asking["ETag"] == answer["ETag"])
        #expect(asking["Content-Language"] == nil)
        #expect(!asking.all("Vary").contains("Accept-Language, Cookie"))
    }

    private func expect(
        _ answer: Answer, isIn language: String,
        varyingBy fields: String = "Accept-Language, Cookie",
        at location: SourceLocation = #_sourceLocation
    ) throws {
        let page = answer.page
        #expect(page.tags("html").first?["lang"] == language, sourceLocation: location)
        #expect(answer["Content-Language"] == language, sourceLocation: location)
        #expect(answer.all("Vary").contains(fields), sourceLocation: location)
        let skip = language == "en" ? "Skip to content" : "본문으로 건너뛰기"
        #expect(page.texts.contains(skip), sourceLocation: location)
        let current = page.tags("button").filter {
            $0["name"] == "language" && $0.has("aria-current")
        }
        #expect(current.map { $0["value"] } == [language], sourceLocation: location)
    }
}
