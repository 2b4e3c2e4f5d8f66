import Market
import Testing

@testable import ViewModels

struct SignUpTests {
    private let fixture: AccountFixture

    init() throws { fixture = try AccountFixture() }

    private func submit(
        _ nickname: String,
        _ password: String = AccountFixture.password
    ) async throws -> FormResult<SignUp.Opened, SignUp.Output> {
        return try await fixture.signUp.submit(
            SignUp.Input(nickname: nickname, password: password), from: "192.0.2.1", at: fixture.now
        )
    }

    @Test func anAccountIsOpenedWithTenCodes() async throws {
        let opened = try await fixture.open("  하늘이네 ")
        #expect(Set(opened.codes).count == 10)
        let account = try await fixture.storage.account(opened.account)
        #expect(account.profile == Profile(nickname: try #require(Nickname("하늘이네"))))
        #expect(account.dateJoined == fixture.now)
        let hash = try await fixture.storage.passwordHash(ofAccount: opened.account)
        #expect(hash.hasPrefix("$argon2id$"))
    }

    @Test func codesReadWithoutMistakes() async throws {
        for code in try await fixture.open().codes {
            let groups = code.split(separator: "-")
            #expect(groups.map(\.count) == [4, 4, 4, 4])
            #expect(code.allSatisfy { !"ILOU".contains($0) })
        }
    }

    @Test(arguments: ["하늘", "HANUL ", "ha\u{301}nul"])
    func aNicknameIsTakenInAnyCase(nickname: String) async throws {
        _ = try await fixture.open("하늘")
        _ = try await fixture.open("hanul")
        _ = try await fixture.open("hánul")
        let hashes = fixture.work.hashes
        let outcome = try await submit(nickname)
        #expect(fixture.work.hashes == hashes)
        #expect(
            outcome.refusedForm?.alert?.texts == [
                "~ 이미 있는 닉네임이에요. 다른 닉네임을 입력해주세요."
            ])
        #expect(outcome.refusedForm?.nickname == nickname)
    }

    @Test(arguments: [
        ("", "", ["~ 닉네임을 입력해주세요.", "~ 비밀번호를 입력해주세요."]),
        ("\u{200B}\u{3164}", "달빛처럼 환하게", ["~ 닉네임을 입력해주세요."]),
        ("\u{F8FF}\u{301}", "달빛처럼 환하게", ["~ 닉네임을 입력해주세요."]),
        ("하늘\n이네", "달빛처럼 환하게", ["~ 닉네임을 눈에 보이는 글자로 입력해주세요."]),
        ("하늘\u{202E}이네", "달빛처럼 환하게", ["~ 닉네임을 눈에 보이는 글자로 입력해주세요."]),
        ("가나다라마바사아자차카타파하가나다라마바사", "달빛처럼 환하게", ["~ 닉네임을 20자까지 입력해주세요."]),
        ("하늘이네", "일곱글자예요", ["~ 비밀번호를 8자 이상 입력해주세요."]),
        ("하늘이네하늘이네", "하늘이네하늘이네", ["~ 비밀번호를 닉네임과 다르게 입력해주세요."]),
    ])
    func everyFaultIsNamed(nickname: String, password: String, lines: [String]) async throws {
        let outcome = try await submit(nickname, password)
        #expect(outcome.refusal?.reason == .invalid)
        #expect(outcome.refusedForm?.alert?.texts == lines)
        #expect(outcome.refusedForm?.nickname == nickname)
        #expect(fixture.work.hashes == 0)
    }

    @Test func aPasswordIsBoundedInBytes() async throws {
        let most = String(repeating: "x", count: 1_000)
        #expect(try await submit("하늘", most + "x").refusal?.reason == .invalid)
        #expect(try await submit("하늘", most).saved != nil)
    }

    @Test func emojiOfManyScalarsAreOneLetterEach() async throws {
        #expect(try await submit("👩🏽‍🌾🏳️‍🌈").saved != nil)
        let endless = "a" + String(repeating: "\u{301}", count: 100_000)
        #expect(try await submit(endless).refusal?.reason == .invalid)
    }

    @Test func accountsOfAnAddressAreCounted() async throws {
        let signUp = SignUp(
            storage: fixture.storage, passwords: fixture.passwords,
            secrets: AccountFixture.secrets, rate: TryLimiter(mostTries: 2))
        func open(_ nickname: String) async throws -> Refusal.Reason? {
            return try await signUp.submit(
                SignUp.Input(nickname: nickname, password: AccountFixture.password), from: "a",
                at: fixture.now
            ).refusal?.reason
        }
        #expect(try await open("하나") == nil)
        #expect(try await open("하나") == .invalid)
        #expect(try await open("둘") == nil)
        #expect(try await open("셋") == .tooManyTries(wait: 60))
    }

    @Test func aBusyMomentKeepsWhatWasTyped() async throws {
        fixture.work.isBusy = true
        let outcome = try await submit("하늘이네")
        #expect(outcome.refusal?.reason == .unavailable)
        #expect(outcome.refusedForm?.nickname == "하늘이네")
    }
}
