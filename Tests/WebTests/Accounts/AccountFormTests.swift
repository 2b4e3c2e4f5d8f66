import Fixtures
import Testing

/// The hints that account forms give to browsers and password managers.
@Blocking @Suite(.sharing)
final class AccountFormTests: SharedSiteSuite {
    private nonisolated static let everybodys: [(path: String, fields: [String], first: String)] = [
        ("/signin", ["username", "current-password"], "nickname"),
        ("/signin?nickname=Ina", ["username", "current-password"], "password"),
        ("/signup", ["username", "new-password"], "nickname"),
        ("/signup?nickname=Ina", ["username", "new-password"], "password"),
        ("/recovery", ["username", "off", "new-password"], "nickname"),
        ("/recovery?nickname=Ina", ["username", "off", "new-password"], "code"),
    ]

    @Test(arguments: everybodys)
    func aVisitorsFormsSayWhatTheirFieldsHold(
        path: String, fields: [String], first: String
    ) throws {
        let page = try site.get(path).page
        #expect(page.tags("input").compactMap { $0["autocomplete"] } == fields)
        #expect(page.focused == first)
    }

    private nonisolated static let members: [(path: String, fields: [String], first: String?)] = [
        ("/my/password", ["username", "current-password", "new-password"], "password"),
        ("/my/recovery-codes", ["username", "current-password"], "password"),
        ("/my/account/deletion", ["username", "current-password"], "password"),
        ("/my/profile", ["username"], nil),
    ]

    @Test func aMembersFormsSayWhosePasswordTheyAskFor() throws {
        let member = try site.member("인아네")
        for (path, fields, first) in Self.members {
            let page = try member.get(path).page
            let inputs = page.tags("input").filter { $0["autocomplete"] != nil }
            #expect(inputs.compactMap { $0["autocomplete"] } == fields, "\(path)")
            #expect(inputs.first?["value"] == "인아네", "\(path)")
            #expect(page.focused == first, "\(path)")
        }
    }

    @Test func theHiddenNameIsNotSentAlong() throws {
        let page = try site.member("구름네").get("/my/password").page
        let hidden = try #require(page.tags("input").first { $0.has("readonly") })
        #expect(hidden["name"] == nil && hidden.has("hidden"))
    }

    @Test func everyPasswordCanBeShownByAButtonThatNeedsScripts() throws {
        let member = try site.member("바람네")
        let pages =
            try Self.everybodys.map { try site.get($0.path).page }
            + ["/my/password", "/my/recovery-codes"].map { try member.get($0).page }
            + [try site.get("/items/new").page, try site.get(try site.post() + "/deletion").page]
        for page in pages {
            let buttons = page.tags("button").filter { $0["class"] == "reveal" }
            #expect(buttons.count == page.tags("input").filter { $0["type"] == "password" }.count)
            for button in buttons {
                #expect(button.has("hidden") && button["type"] == "button")
                #expect(button["aria-label"] == "비밀번호 보기")
                #expect(button["aria-pressed"] == "false")
            }
        }
    }

    @Test func eachPageOfAnAccountHasOnePrimaryAction() throws {
        let member = try site.member("노을네")
        let pages =
            try Self.everybodys.map { try site.get($0.path).page }
            + Self.members.map { try member.get($0.path).page }
        for page in pages {
            let classes = page.tags("button").map { $0["class"] ?? "" }
            let actions = classes.filter { $0.contains("primary") || $0.contains("danger") }
            #expect(actions.count == 1)
        }
    }
}

extension Page {
    /// The name of the field that has the focus when the page loads.
    var focused: String? {
        let fields = tags("input").filter { $0.has("autofocus") }
        return fields.count == 1 ? fields[0]["name"] : nil
    }
}
