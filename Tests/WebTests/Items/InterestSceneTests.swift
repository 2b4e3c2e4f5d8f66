import Fixtures
import Testing

@Blocking
struct InterestSceneTests {
    private let site: ServedSite
    private let path: String

    init() throws {
        site = try ServedSite()
        path = try site.post()
    }

    @Test func anInterestIsTakenUpCountedAndGivenUp() throws {
        let (one, other) = (try site.member("하늘이네"), try site.member("바다네"))
        for member in [one, other] {
            #expect(try member.press(path + "/interest")["Location"] == path)
        }
        #expect(try site.get(path).page.texts.contains("관심 2"))
        #expect(try one.get("/my/interests").page.itemPaths == [path])
        #expect(try one.press(path + "/interest").status == 303)
        #expect(try one.get(path).page.pressed("관심") == true)
        #expect(try one.press(path + "/interest/deletion")["Location"] == path)
        #expect(try site.get(path).page.texts.contains("관심 1"))
        #expect(try one.get(path).page.pressed("관심") == false)
        #expect(try one.get("/my/interests").page.itemPaths.isEmpty)
    }

    @Test func aGuestIsLedThroughTheSignIn() throws {
        let forms = try site.get(path).page.tags("form")
        #expect(forms.contains { $0["action"] == path + "/interest" && $0["method"] == "post" })
        let answer = try site.post(path + "/interest", [:])
        #expect(answer.status == 403)
        #expect(answer.page.alert == nil)
        #expect(answer.page.texts.contains("로그인하거나 가입하면 이 글을 관심 글에 담을 수 있어요."))
    }

    @Test func anItemThatIsGoneIs404() throws {
        let member = try site.member()
        for path in ["/items/99/interest", "/items/x/interest", "/items/99/interest/deletion"] {
            #expect(try member.press(path).status == 404)
        }
    }
}

extension Page {
    /// Whether the button with that text is in its pressed state; nil if there is none.
    fileprivate func pressed(_ word: String) -> Bool? {
        html.stretches(from: "<button ", to: "</button>")
            .first { $0.hasSuffix(">\(word)</span>") }
            .map { $0.contains("aria-pressed=\"true\"") }
    }
}
