import Fixtures
import HTTPServer
import Testing

@Blocking
struct PasswordPromptSceneTests {
    private let site: ServedSite
    /// An item with the password 달빛1234.
    private let path: String

    init() throws {
        site = try ServedSite()
        path = try site.post()
    }

    private func delete(_ path: String, _ password: String) throws -> Answer {
        try site.post(path + "/deletion", ["password": password])
    }

    private func failTenTimes() throws {
        for _ in 0..<10 { #expect(try delete(path, "햇빛").status == 403) }
    }

    @Test func deletingAsksForThePasswordFirst() throws {
        let answer = try site.get(path + "/deletion")
        #expect(answer.status == 200)
        #expect(answer.page.texts.contains("북유럽풍 장스탠드"))
        #expect(answer.page.actions.contains(path + "/deletion"))
    }

    @Test func aWrongPasswordDeletesNothing() throws {
        let answer = try delete(path, "햇빛1234")
        #expect(answer.status == 403)
        #expect(answer.page.alert?.title == "비밀번호가 틀렸습니다")
        #expect(answer.page.alert?.lines == ["다시 한번 확인해주세요"])
        #expect(try site.get(path).status == 200)
    }

    @Test func aDeletedItemIsGoneAtOnce() throws {
        let visitor = try site.visitor()
        #expect(try visitor.post(path + "/deletion", ["password": "달빛1234"]).redirection() == "/")
        let list = try visitor.get("/").page
        #expect(list.alert?.title == "삭제 성공")
        #expect(list.alert?.isFailure == false)
        #expect(list.itemIDs.isEmpty)
        #expect(try visitor.get("/").page.alert == nil)
        #expect(try visitor.get(path).status == 404)
    }

    @Test func deletingTwiceIs404() throws {
        #expect(try delete(path, "달빛1234").status == 303)
        #expect(try delete(path, "달빛1234").status == 404)
    }

    @Test(arguments: ["/items/99", "/items/abc"])
    func anUnknownItemCannotBeDeleted(path: String) throws {
        #expect(try site.get(path + "/deletion").status == 404)
        #expect(try delete(path, "달빛1234").status == 404)
    }

    @Test func theEleventhTryHasToWait() throws {
        try failTenTimes()
        let answer = try delete(path, "달빛1234")
        #expect(answer.status == 429)
        #expect(answer["Retry-After"] == "60")
        #expect(answer.page.alert?.title == "너무 여러 번 틀렸어요")
        #expect(try site.get(path).status == 200)
    }

    @Test func triesCountTogetherHoweverTheyAreMade() throws {
        try failTenTimes()
        let password = FilledForm.lamp.with("password", "달빛1234")
        #expect(try site.post(path + "/authorization", password.urlencoded).status == 429)
        let edit = try site.post(path + "/edit", password.multipart)
        #expect(edit.status == 429)
        #expect(edit["Retry-After"] == "60")
        #expect(edit.page.value(of: "title") == "북유럽풍 장스탠드")
    }

    /// A hundred tries a day in all, while an address may try once a minute.
    @Test func triesFromEverywhereDoNotLockThePosterOut() throws {
        let site = try ServedSite { options in
            options.passwordTries = 1
            options.proxies = Address("127.0.0.1").map { [$0] } ?? []
        }
        let poster = try site.visitor()
        let path = try poster.post(.lamp)
        let wrong: FormBody = ["password": "햇빛"]
        for number in 1...100 {
            let answer = try site.post(
                path + "/deletion", wrong, ["X-Forwarded-For": "192.0.2.\(number)"])
            #expect(answer.status == 403)
        }
        let right: FormBody = ["password": "달빛1234"]
        let other = try site.post(
            path + "/authorization", right, ["X-Forwarded-For": "198.51.100.7"])
        #expect(other.status == 429)
        #expect(other["Retry-After"] == "86400")
        #expect(other.page.alert?.lines == ["24시간 뒤에 다시 해주세요."])
        #expect(try poster.post(path + "/authorization", right).status == 303)
    }

    @Test func aVeryLongPasswordIsJustWrong() throws {
        #expect(try delete(path, String(repeating: "x", count: 200_000)).status == 403)
    }
}
