import Fixtures
import Testing

@Blocking
final class PasswordChangeSceneTests: MemberSuite {
    private func change(_ password: String, to newPassword: String) throws -> Answer {
        try member.post("/my/password", ["password": password, "new_password": newPassword])
    }

    @Test func thisSessionGoesOnAndOthersEnd() throws {
        let other = try site.visitor()
        _ = try other.post("/signin", ServedSite.credentials())
        #expect(try change(ServedSite.password, to: "새로운 비밀번호")["Location"] == "/my/profile")
        #expect(try member.get("/my/profile").page.alert?.title == "비밀번호를 바꿨어요")
        #expect(try other.get("/my/profile").status == 303)
        #expect(try site.post("/signin", ServedSite.credentials()).status == 403)
        let new = ServedSite.credentials("하늘이네", "새로운 비밀번호")
        #expect(try site.post("/signin", new).status == 303)
    }

    @Test func aWrongOldPasswordChangesNothing() throws {
        let answer = try change("틀린 비밀번호", to: "새로운 비밀번호")
        #expect(answer.status == 403)
        #expect(answer.page.alert?.title == "비밀번호가 틀렸습니다")
        #expect(!answer.text.contains("새로운 비밀번호"))
        #expect(try site.post("/signin", ServedSite.credentials()).status == 303)
    }
}
