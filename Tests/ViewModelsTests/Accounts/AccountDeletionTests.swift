import Market
import Testing

@testable import ViewModels

struct AccountDeletionTests {
    private let fixture: AccountFixture

    init() throws { fixture = try AccountFixture() }

    @Test func everythingThatBelongsToItGoes() async throws {
        let account = try await fixture.open("하늘이네").account
        let item = try await fixture.post(by: account)
        let others = try await fixture.post(by: nil)
        _ = try await fixture.storage.insert(
            MemoContent(text: "의자"), of: account, at: fixture.now)
        let outcome = try await fixture.deletion.submit(
            AccountFixture.password, of: account, from: "192.0.2.1", at: fixture.now)
        #expect(outcome.saved != nil)
        await #expect(throws: StorageError.notFound) {
            try await fixture.storage.account(account)
        }
        await #expect(throws: StorageError.itemNotFound) {
            try await fixture.storage.item(item)
        }
        _ = try await fixture.storage.item(others)
        #expect(try await fixture.signIn("하늘이네").refusal?.reason == .wrongPassword)
        _ = try await fixture.open("하늘이네")
    }

    @Test func whatGoesIsNamedFirst() async throws {
        let account = try await fixture.open().account
        for _ in 0..<3 { _ = try await fixture.post(by: account) }
        let prompt = try await fixture.deletion.output(for: account)
        #expect(prompt.losses.first?.text == "올린 글 3개와 그 사진")
        #expect(prompt.explanation.text.contains("되돌릴 수 없어요"))
    }

    @Test(arguments: ["", "틀린 비밀번호"])
    func withoutThePasswordEverythingStays(password: String) async throws {
        let account = try await fixture.open().account
        let outcome = try await fixture.deletion.submit(
            password, of: account, from: "192.0.2.1", at: fixture.now)
        #expect(outcome.refusal?.reason == (password.isEmpty ? .invalid : .wrongPassword))
        #expect(outcome.refusedForm?.losses.isEmpty == false)
        _ = try await fixture.storage.account(account)
    }
}
