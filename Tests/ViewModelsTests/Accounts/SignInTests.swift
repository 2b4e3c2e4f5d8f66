import Market
import Testing

@testable import ViewModels

struct SignInTests {
    private let fixture: AccountFixture

    init() throws { fixture = try AccountFixture() }

    @Test func theNicknameAndItsPasswordLeadToTheAccount() async throws {
        let opened = try await fixture.open("Hanul")
        #expect(try await fixture.signIn("hanul").saved == opened.account)
        #expect(try await fixture.signIn(" HANUL ").saved == opened.account)
    }

    @Test(arguments: ["하늘이네", "없는 사람", "a\u{1}b", String(repeating: "긴", count: 999)])
    func aStrangerCostsAsMuchAndSaysAsLittle(nickname: String) async throws {
        _ = try await fixture.open("하늘이네")
        let before = fixture.work.hashes + fixture.work.comparisons
        let outcome = try await fixture.signIn(nickname, "틀린 비밀번호")
        #expect(fixture.work.hashes + fixture.work.comparisons == before + 1)
        #expect(outcome.refusal == .wrongSignIn)
        #expect(outcome.refusedForm?.faults == [])
    }

    /// An account with an old nickname that shows nothing still signs in with it.
    @Test func anInvisibleNicknameIsNotAMissingOne() async throws {
        let nickname = "\u{F8FF}"
        let account = try await fixture.storage.insert(
            NewAccount(
                nickname: try #require(Nickname(nickname)),
                passwordHash: try await fixture.passwords.hash(AccountFixture.password, "a"),
                dateJoined: fixture.now))
        #expect(try await fixture.signIn(nickname).saved == account)
    }

    @Test(arguments: blanks.filter { Nickname($0) == nil })
    func aMissingNicknameIsNoTry(nickname: String) async throws {
        for _ in 0..<9 {
            #expect(try await fixture.signIn(nickname).refusal?.reason == .invalid)
        }
        #expect(fixture.work.hashes == 0)
    }

    @Test func thePurposeOfTheSignInStaysExplained() async throws {
        let forHeart = fixture.signIn.output(for: .takeInterest)
        #expect(forHeart.explanation?.text == "로그인하거나 가입하면 이 글을 관심 글에 담을 수 있어요.")
        #expect(forHeart.alert == nil)
        let input = SignIn.Input(nickname: "하늘이네", password: "틀린", purpose: .keepSearch)
        let refused = try await fixture.signIn.submit(input, from: "a", at: fixture.now)
        let text = refused.refusedForm?.explanation?.text
        #expect(text == "로그인하거나 가입하면 이 검색의 알림을 받을 수 있어요.")
        let signUp = try await fixture.signUp.submit(input, from: "a", at: fixture.now)
        #expect(signUp.refusedForm?.explanation?.text == text)
        #expect(fixture.signIn.output().explanation == nil)
    }

    @Test func triesAtAnAccountAreLimitedFromEachAddressAlone() async throws {
        let account = try await fixture.open("하늘이네").account
        for _ in 0..<3 { _ = try await fixture.signIn("하늘이네", "틀린 비밀번호") }
        #expect(try await fixture.signIn("하늘이네", after: 20).refusal == .tooManyTries(wait: 40))
        #expect(try await fixture.signIn("하늘이네", from: "b").saved == account)
        #expect(try await fixture.signIn("하늘이네", after: 60).saved == account)
    }

    @Test func anAccountIsTheSameHoweverItsNicknameIsTyped() async throws {
        _ = try await fixture.open("hanul")
        for nickname in ["hanul", "Hanul", "HANUL"] {
            _ = try await fixture.signIn(nickname, "틀린 비밀번호")
        }
        #expect(try await fixture.signIn("haNul").refusal?.reason == .tooManyTries(wait: 60))
    }

    @Test func triesFromAnAddressAreLimitedWhateverTheAccount() async throws {
        let account = try await fixture.open("하늘이네").account
        for number in 0..<7 { _ = try await fixture.signIn("이웃 \(number)", "틀린 비밀번호") }
        #expect(try await fixture.signIn("하늘이네").refusal?.reason == .tooManyTries(wait: 60))
        #expect(try await fixture.signIn("하늘이네", from: "b").saved == account)
    }

    @Test func aRightPasswordIsNotCounted() async throws {
        _ = try await fixture.open("하늘이네")
        for _ in 0..<20 {
            #expect(try await fixture.signIn("하늘이네").saved != nil)
        }
    }

    @Test func aTryThatWasNotCheckedIsNotCounted() async throws {
        _ = try await fixture.open("하늘이네")
        fixture.work.isBusy = true
        for _ in 0..<20 {
            #expect(try await fixture.signIn("하늘이네").refusal?.reason == .unavailable)
        }
        fixture.work.isBusy = false
        #expect(try await fixture.signIn("하늘이네").saved != nil)
    }
}
