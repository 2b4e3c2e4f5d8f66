import Fixtures
import Foundation
import Market
import Testing

@Blocking
final class SignUpSceneTests: SiteSuite {
    @Test(arguments: ServedSite.Backend.working)
    func theCodesAreShownOnceAndTheVisitorIsSignedIn(_ backend: ServedSite.Backend) throws {
        let site = try ServedSite(backend)
        let visitor = try site.visitor()
        let answer = try visitor.post("/signup", ServedSite.credentials("하늘이네"))
        #expect(answer.status == 200)
        #expect(answer["Cache-Control"] == "no-store")
        #expect(answer.page.texts.contains("하늘이네"))
        #expect(answer.page.codes.count == 10)
        // Going back later skips this page.
        #expect(answer.page.tags("a").contains { $0.has("data-before") && $0["href"] == "/" })
        #expect(try visitor.get("/").page.texts.contains("하늘이네"))
        #expect(try visitor.get("/my/recovery-codes").page.codes.isEmpty)
    }

    @Test func theCodesCanBeSavedWithoutAScript() throws {
        let page = try site.post("/signup", ServedSite.credentials()).page
        let link = try #require(page.tags("a").first { $0.has("download") }?["href"])
        let data = try #require(link.split(separator: ",", maxSplits: 1).last)
        #expect(String(data).removingPercentEncoding == page.codes.joined(separator: "\n"))
        #expect(link.hasPrefix("data:text/plain;charset=utf-8,"))
    }

    /// The browser must still have the form when going back, whatever cookie the next answer sets.
    @Test(arguments: ["/signin", "/signup"])
    func aRefusedFormIsThereWhenGoingBack(_ path: String) throws {
        let answer = try site.post(path, ServedSite.credentials("하늘이네", "달빛12"))
        #expect(answer.status == (path == "/signin" ? 403 : 422))
        #expect(answer["Cache-Control"] == "private, no-cache")
        #expect(answer["Vary"] == "Accept-Language")
        #expect(!answer.text.contains("달빛12"))
        #expect(try site.get(path)["Vary"] == "Accept-Language, Cookie")
    }

    @Test(arguments: [
        ("하늘이네", "Please check this"), ("", "Something is missing or wrong"),
    ])
    func theTitleInEnglishFitsOneFaultAndSeveral(_ nickname: String, title: String) throws {
        let answer = try site.post(
            "/signup", ServedSite.credentials(nickname, "짧다"), ["Accept-Language": "en"])
        #expect(answer.page.alert?.title == title)
    }

    @Test func faultsAreNamedAndTheNicknameKept() throws {
        let answer = try site.post("/signup", ServedSite.credentials("하늘이네", "짧다"))
        #expect(answer.status == 422)
        #expect(answer.page.alert?.title == "실패")
        #expect(answer.page.alert?.lines == ["~ 비밀번호를 8자 이상 입력해주세요."])
        #expect(answer.page.value(of: "nickname") == "하늘이네")
        #expect(!answer.text.contains("짧다"))
        #expect(answer.all("Set-Cookie").isEmpty)
    }

    @Test func aFaultTakesThePlaceOfItsHint() throws {
        func descriptions(_ nickname: String, _ password: String) throws -> [String] {
            let answer = try site.post("/signup", ServedSite.credentials(nickname, password))
            for hint in ["nickname-hint", "password-hint"] {
                let isDescribed = answer.page.tags("input").contains {
                    $0["aria-describedby"] == hint
                }
                #expect(answer.text.contains("id=\"\(hint)\"") == isDescribed)
            }
            return answer.page.tags("input").compactMap { $0["aria-describedby"] }
        }
        #expect(try descriptions("하늘이네", "짧다") == ["nickname-hint", "password-fault"])
        #expect(try descriptions("", "짧다") == ["nickname-fault", "password-fault"])
        #expect(try descriptions("", ServedSite.password) == ["nickname-fault", "password-hint"])
    }

    @Test func twentyWhoWantTheSameNicknameAtOnceAreOne() throws {
        let body = ServedSite.credentials("하늘이네")
        let visitors = try (0..<20).map { _ in try site.visitor() }
        for visitor in visitors {
            try visitor.send(visitor.head("POST", "/signup", body) + "\r\n")
            try visitor.send(body.bytes)
        }
        let statuses = try visitors.map { try $0.readAnswer().status }
        #expect(statuses.count { $0 == 200 } == 1)
        #expect(statuses.count { $0 == 422 } == 19)
    }

    @Test func aHostileNicknameIsShownAsText() throws {
        let nickname = "<b>&\"'{{x}}"
        let page = try site.member(nickname).get("/").page
        #expect(page.texts.contains(nickname))
        #expect(!page.html.contains("<b>&"))
    }

    @Test func onlySoManyAccountsComeFromAnAddress() throws {
        let site = try ServedSite { $0.postsPerMinute = 2 }
        for name in ["하나", "둘"] { _ = try site.member(name) }
        let answer = try site.post("/signup", ServedSite.credentials("셋"))
        #expect(answer.status == 429)
        #expect(answer["Retry-After"] == "60")
        #expect(answer.page.value(of: "nickname") == "셋")
    }

    @Test func theWayGoesOnAfterTheCodes() throws {
        let form = FilledForm(["nickname": "하늘이네", "password": ServedSite.password])
        let page = try site.post("/signup", form.with("return", "/items/new").urlencoded).page
        let way = page.tags("a").first { $0["class"] == "button primary" }
        #expect(way?["href"] == "/items/new")
        // Nobody has to write them down first.
        #expect(page.html.contains("<a href=\"/items/new\">나중에 받을게요</a>"))
        let elsewhere = try site.get("/signup?return=//evil.example").page
        #expect(elsewhere.value(of: "return") == "/")
    }
}

extension Page {
    /// The recovery codes on the page.
    var codes: [String] {
        html.stretches(from: "aria-label=\"복구 코드\">", to: "</pre>")
            .flatMap { $0.split(separator: "\n").map(String.init) }
    }
}
