import Market
import Testing

@testable import ViewModels

struct PasswordChangeTests {
    private let fixture: AccountFixture

    init() throws { fixture = try AccountFixture() }

    private func change(
        _ account: Account.ID,
        from password: String = AccountFixture.password, to newPassword: String
    ) async throws -> FormResult<Void, PasswordChange.Output> {
        try await fixture.change.submit(
            PasswordChange.Input(password: password, newPassword: newPassword),
            of: try await fixture.storage.account(account), keeping: SecretDigest("here"),
            from: "192.0.2.1", at: fixture.now)
    }

    @Test func allOtherSessionsEndWithTheOldPassword() async throws {
        let account = try await fixture.open("하늘이네").account
        for token in ["here", "there"] {
            try await fixture.storage.insert(
                Session(
                    digest: SecretDigest(token), account: account,
                    dateCreated: fixture.now, lastSeen: fixture.now,
                    expires: fixture.now + 99))
        }
        #expect(try await change(account, to: "새로운 비밀번호").saved != nil)
        let here = try await fixture.storage.session(SecretDigest("here"), at: fixture.now)
        let there = try await fixture.storage.session(SecretDigest("there"), at: fixture.now)
        #expect(here != nil)
        #expect(there == nil)
        #expect(try await fixture.signIn("하늘이네", "새로운 비밀번호").saved == account)
    }

    @Test(arguments: [
        ("", "", ["~ 현재 비밀번호를 입력해주세요.", "~ 비밀번호를 입력해주세요."]),
        (AccountFixture.password, "짧다", ["~ 비밀번호를 8자 이상 입력해주세요."]),
        ("틀린 비밀번호", "새로운 비밀번호", ["다시 한번 확인해주세요"]),
    ])
    func otherwiseNothingChanges(
        password: String, newPassword: String, lines: [String]
    ) async throws {
        let account = try await fixture.open("하늘이네").account
        let outcome = try await change(account, from: password, to: newPassword)
        #expect(outcome.refusedForm?.alert?.texts == lines)
        #expect(try await fixture.signIn("하늘이네").saved == account)
    }

    @Test func theOldPasswordCannotBeGuessed() async throws {
        let account = try await fixture.open("하늘이네").account
        for _ in 0..<3 {
            _ = try await change(account, from: "틀림", to: "새로운 비밀번호")
        }
        let outcome = try await change(account, to: "새로운 비밀번호")
        #expect(outcome.refusal?.reason == .tooManyTries(wait: 60))
    }

    /// As when another password is set between the check of the old one and the write.
    @Test func aPasswordReplacedMeanwhileIsWrong() async throws {
        let account = try await fixture.open("하늘이네").account
        let storage = fixture.storage
        let overtaken = AccountCheck(
            storage: storage,
            passwords: PasswordHashing(
                hash: { _, _ throws(StorageError) in "late" },
                verify: { _, hash, _ throws(StorageError) in
                    try await storage.setPasswordHash(
                        "\(hash)+", of: account, replacing: hash, keeping: nil)
                    return true
                }),
            tries: PasswordTries(atOne: TryLimiter(), atAll: TryLimiter()))
        let password = AccountFixture.password
        let changed = try await PasswordChange(check: overtaken).submit(
            PasswordChange.Input(password: password, newPassword: "새로운 비밀번호"),
            of: try await storage.account(account), keeping: SecretDigest("here"),
            from: "192.0.2.1", at: fixture.now)
        #expect(changed.refusal?.reason == .wrongPassword)
        let renewed = try await RecoveryCodes(
            storage: storage, check: overtaken, secrets: AccountFixture.secrets
        ).submit(password, of: account, from: "192.0.2.1", at: fixture.now)
        #expect(renewed.refusal?.reason == .wrongPassword)
        #expect(try await storage.passwordHash(ofAccount: account).hasSuffix("++"))
        let signedIn = try await SignIn(check: overtaken).submit(
            SignIn.Input(nickname: "하늘이네", password: password), from: "192.0.2.1",
            at: fixture.now
        ).saved
        let hash = try await storage.passwordHash(ofAccount: account)
        #expect(signedIn.map { "\($0.passwordHash)+" } == hash)
    }

    @Test func anAccountThatIsGoneIsNotFound() async throws {
        await #expect(throws: StorageError.notFound) {
            try await change(404, to: "새로운 비밀번호")
        }
    }
}
