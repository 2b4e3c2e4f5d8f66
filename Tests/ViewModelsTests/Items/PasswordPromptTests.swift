import Market
import Testing

@testable import ViewModels

struct PasswordPromptTests {
    private let fixture = Fixture()

    private func submit(
        _ password: String, _ purpose: PasswordPrompt.Purpose, for id: Item.ID,
        from address: String = "192.0.2.1", after seconds: Int64 = 0
    ) async throws -> FormResult<Deletion.ID?, PasswordPrompt.Output> {
        let input = PasswordPrompt.Input(
            id: id, purpose: purpose, proof: .password(password), address: address)
        return try await fixture.prompt.submit(input, at: fixture.now + seconds)
    }

    private func refusal(
        _ result: FormResult<Deletion.ID?, PasswordPrompt.Output>
    ) -> Refusal.Reason? {
        result.refusal?.reason
    }

    @Test func rightPasswordIsGrantedAndTheItemStays() async throws {
        let id = try await fixture.post()
        #expect(refusal(try await submit("달빛1234", .editing, for: id)) == nil)
        _ = try await fixture.storage.item(id)
    }

    @Test func rightPasswordDeletesForGood() async throws {
        let id = try await fixture.post()
        #expect(try await submit("달빛1234", .deleting, for: id).saved == .some(nil))
        await #expect(throws: StorageError.itemNotFound) { try await fixture.storage.item(id) }
    }

    @Test func wrongPasswordSaysSoAndChangesNothing() async throws {
        let id = try await fixture.post()
        let prompt = try #require(try await submit("?", .deleting, for: id).refusedForm)
        #expect(prompt.refusal?.reason == .wrongPassword)
        #expect(prompt.message("password")?.text == "비밀번호가 틀렸습니다.")
        #expect(prompt.alert?.title.text == "비밀번호가 틀렸습니다")
        #expect(prompt.alert?.texts == ["다시 한번 확인해주세요"])
        _ = try await fixture.storage.item(id)
    }

    @Test func emptyPasswordIsNoTry() async throws {
        let id = try await fixture.post()
        for _ in 0..<9 {
            #expect(refusal(try await submit("", .deleting, for: id)) == .invalid)
        }
        #expect(refusal(try await submit("달빛1234", .deleting, for: id)) == nil)
    }

    @Test func triesAreLimitedForEachAddress() async throws {
        let id = try await fixture.post()
        for _ in 0..<3 { _ = try await submit("?", .deleting, for: id) }
        let right = try await submit("달빛1234", .deleting, for: id, after: 20)
        #expect(refusal(right) == .tooManyTries(wait: 40))
        let owner = try await submit("달빛1234", .editing, for: id, from: "198.51.100.7")
        #expect(refusal(owner) == nil)
        #expect(refusal(try await submit("달빛1234", .deleting, for: id, after: 60)) == nil)
    }

    @Test func theRightPasswordBeginsTheCountAnew() async throws {
        let id = try await fixture.post()
        for _ in 0..<2 {
            for _ in 0..<2 {
                #expect(refusal(try await submit("?", .editing, for: id)) == .wrongPassword)
            }
            #expect(refusal(try await submit("달빛1234", .editing, for: id)) == nil)
        }
    }

    @Test func triesAtAllItemsFromOneAddressAreLimited() async throws {
        var ids: [Item.ID] = []
        for number in 0..<8 {
            var input = Fixture.lamp()
            input.submissionKey = "key-\(number)"
            ids.append(try await fixture.post(input))
        }
        for id in ids.prefix(7) {
            #expect(refusal(try await submit("?", .deleting, for: id)) == .wrongPassword)
        }
        #expect(
            refusal(try await submit("달빛1234", .deleting, for: ids[7])) == .tooManyTries(wait: 60))
        let owner = try await submit("달빛1234", .editing, for: ids[7], from: "198.51.100.7")
        #expect(refusal(owner) == nil)
    }

    @Test func missingItemIsNotFound() async throws {
        await #expect(throws: StorageError.itemNotFound) {
            try await submit("달빛1234", .deleting, for: 404)
        }
    }
}
