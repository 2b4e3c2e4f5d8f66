import Fixtures
import Market
import Testing

@Blocking
struct AccountDeletionSceneTests {
    private let site: ServedSite
    private let member: Client
    private let path: String

    init() throws {
        site = try ServedSite()
        member = try site.member()
        path = try member.post()
    }

    private func delete(_ password: String) throws -> Answer {
        try member.post("/my/account/deletion", ["password": password])
    }

    @Test func thePageNamesWhatGoesAndAsksForThePassword() throws {
        let page = try member.get("/my/account/deletion").page
        #expect(page.texts.contains("올린 글 1개와 그 사진"))
        #expect(page.asksForPassword)
        #expect(page.texts.contains { $0.contains("‘탈퇴한 사람’ 이름으로 남아요") })
        #expect(page.links.contains("/my/export"))
        // Nothing is said about things that the account does not have.
        #expect(!page.texts.contains { $0.contains("0개") })
        let codes = try member.get("/my/recovery-codes").page
        #expect(!codes.links.contains("/my/export"))
    }

    @Test func everythingGoesAndTheVisitorIsAGuest() throws {
        let token = member.cookie("session") ?? ""
        let answer = try delete(ServedSite.password)
        #expect(answer.status == 303)
        #expect(member.cookie("session") == nil)
        let page = try member.get("/").page
        #expect(page.alert?.title == "탈퇴했어요")
        #expect(page.itemIDs.isEmpty)
        #expect(try site.get(path).status == 404)
        #expect(try site.get("/my/profile", ["Cookie": "session=\(token)"]).status == 303)
        #expect(try site.post("/signin", ServedSite.credentials()).status == 403)
    }

    @Test(arguments: [("", 422), ("틀린 비밀번호", 403)])
    func withoutThePasswordNothingGoes(password: String, status: Int) throws {
        #expect(try delete(password).status == status)
        #expect(try member.get("/my/profile").status == 200)
        #expect(try site.get(path).status == 200)
    }
}
