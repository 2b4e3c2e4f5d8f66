import Market
import Testing

@testable import ViewModels

struct PasswordRecoveryTests {
    private let fixture: AccountFixture

    init() throws { fixture = try AccountFixture() }

    private func recover(
        _ code: String, _ nickname: String = "하늘이네",
        password: String = "새로운 비밀번호"
    ) async throws -> FormResult<Credentials, PasswordRecovery.Output> {
        return try await fixture.recovery.submit(
            PasswordRecovery.Input(nickname: nickname, code: code, newPassword: password),
            from: "192.0.2.1", at: fixture.now)
    }

    @Test func aCodeChangesThePasswordOnceAndEndsAllSessions() async throws {
        let opened = try await fixture.open()
        let session = Session(
            digest: SecretDigest("token"), account: opened.account,
            dateCreated: fixture.now, lastSeen: fixture.now, expires: fixture.now + 99)
        try await fixture.storage.insert(session)
        let code = try #require(opened.codes.first)
        let recovered = try #require(try await recover(code).saved)
        #expect(recovered.account == opened.account)
        let hash = try await fixture.storage.passwordHash(ofAccount: opened.account)
        #expect(recovered.passwordHash == hash)
        #expect(try await fixture.storage.session(session.digest, at: fixture.now) == nil)
        #expect(try await fixture.signIn("하늘이네").refusal?.reason == .wrongPassword)
        #expect(try await fixture.signIn("하늘이네", "새로운 비밀번호").saved == opened.account)
        #expect(try await recover(code).refusal?.reason == .wrongPassword)
    }

    @Test func aCodeIsTakenHoweverItIsTyped() async throws {
        let codes = try await fixture.open().codes
        let typed = [
            codes[0].lowercased(), codes[1].replacing("-", with: ""),
            " \(codes[2].replacing("-", with: " ")) \n", codes[3].replacing("0", with: "o"),
        ]
        for code in typed { #expect(try await recover(code).saved != nil, "\(code)") }
    }

    @Test func aCodeOfAnotherAccountOpensNothingAndStays() async throws {
        _ = try await fixture.open("하늘이네")
        let code = try #require(try await fixture.open("바다네").codes.first)
        #expect(try await recover(code, "하늘이네").refusal?.reason == .wrongPassword)
        #expect(try await recover(code, "바다네").saved != nil)
    }

    @Test(arguments: [
        "0000-0000-0000-0000", "x", "A\u{0}", String(repeating: "A", count: 9_999), "🧑🏽‍🌾",
    ])
    func aWrongCodeAndAStrangerCostAndSayTheSame(code: String) async throws {
        _ = try await fixture.open("하늘이네")
        for nickname in ["하늘이네", "없는 사람"] {
            let before = fixture.work.hashes
            let outcome = try await recover(code, nickname)
            #expect(fixture.work.hashes == before + 1)
            #expect(outcome.refusal?.reason == .wrongPassword)
            #expect(outcome.refusedForm?.alert?.title.text == "비밀번호를 바꾸지 못했어요")
        }
    }

    @Test func aBusyMomentCostsNoCode() async throws {
        let code = try #require(try await fixture.open().codes.first)
        fixture.work.isBusy = true
        #expect(try await recover(code).refusal?.reason == .unavailable)
        fixture.work.isBusy = false
        #expect(try await recover(code).saved != nil)
    }

    @Test func codesCannotBeTriedForLong() async throws {
        let code = try #require(try await fixture.open().codes.first)
        for _ in 0..<3 { _ = try await recover("0000-0000-0000-0000") }
        #expect(try await recover(code).refusal?.reason == .tooManyTries(wait: 60))
    }

    @Test func aPasswordTooShortCostsNoCode() async throws {
        let code = try #require(try await fixture.open().codes.first)
        let refused = try await recover(code, password: "짧다")
        #expect(refused.refusedForm?.alert?.texts == ["~ 비밀번호를 8자 이상 입력해주세요."])
        #expect(refused.refusedForm?.input.code == code)
        #expect(try await recover(code).saved != nil)
    }

    @Test func renewedCodesReplaceThoseBefore() async throws {
        let opened = try await fixture.open()
        let renewed = try await fixture.codes.submit(
            AccountFixture.password, of: opened.account, from: "192.0.2.1", at: fixture.now)
        let old = try #require(opened.codes.first)
        let new = try #require(renewed.saved?.first)
        #expect(try await recover(old).refusal?.reason == .wrongPassword)
        #expect(try await recover(new).saved?.account == opened.account)
    }

    @Test(arguments: ["", "틀린 비밀번호"])
    func codesAreRenewedOnlyForThePassword(password: String) async throws {
        let opened = try await fixture.open()
        let outcome = try await fixture.codes.submit(
            password, of: opened.account, from: "192.0.2.1", at: fixture.now)
        #expect(outcome.refusal?.reason == (password.isEmpty ? .invalid : .wrongPassword))
        let code = try #require(opened.codes.first)
        #expect(try await recover(code).saved?.account == opened.account)
    }
}
