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

    @Test(
        arguments: [
            (.reserve, "예약중으로 바꾸기"), (.sell, "거래완료로 바꾸기"), (.pullUp, "끌올"),
            (.offerAgain(from: .reserved), "예약 취소"), (.offerAgain(from: .sold), "다시 판매중으로"),
        ] as [(OwnItems.Action, String)])
    func thePromptSaysWhatWillBeDone(_ action: OwnItems.Action, _ name: String) async throws {
        let id = try await fixture.post()
        let input = PasswordPrompt.Input(id: id, purpose: .selling(action))
        let prompt = try await fixture.prompt.output(for: input)
        #expect(prompt.heading.text == name && prompt.submitLabel.text == name)
    }

    @Test func whoeverPostedItIsAskedForItsPasswordToManageIt() async throws {
        let id = try await fixture.post()
        let prompt = try await fixture.prompt.output(
            for: PasswordPrompt.Input(id: id, purpose: .managing))
        #expect(prompt.heading.text == "내가 올린 글이에요" && prompt.asksPassword)
        #expect(refusal(try await submit("?", .managing, for: id)) == .wrongPassword)
        #expect(refusal(try await submit("달빛1234", .managing, for: id)) == nil)
        #expect(try await fixture.storage.item(id).seller == nil)
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

    /// Four tries a day at an item from one address, and five from everywhere.
    @Test func triesAtAnItemAreLimitedByTheDayToo() async throws {
        let id = try await fixture.post()
        let tries = PasswordTries(
            atOne: TryLimiter(mostTries: 2), atAll: TryLimiter(),
            atOneForLong: TryLimiter(mostTries: 4, windowSeconds: 86_400),
            fromEverywhere: TryLimiter(mostTries: 5, windowSeconds: 86_400))
        let prompt = PasswordPrompt(
            storage: fixture.storage,
            check: PasswordCheck(
                storage: fixture.storage, passwords: fixture.passwords, tries: tries))
        func submit(
            _ password: String, from address: String, isPoster: Bool = false, after seconds: Int64
        ) async throws -> Refusal? {
            var input = PasswordPrompt.Input(
                id: id, purpose: .editing, proof: .password(password), address: address)
            input.isPoster = isPoster
            return try await prompt.submit(input, at: fixture.now + seconds).refusal
        }
        for minute in 0..<2 {
            for _ in 0..<2 {
                let wrong = try await submit("?", from: "a", after: Int64(minute) * 60)
                #expect(wrong?.reason == .wrongPassword)
            }
        }
        let late = try await submit("달빛1234", from: "a", after: 3_600)
        #expect(late?.reason == .tooManyTries(wait: 82_800))
        #expect(late?.alert?.texts == ["23시간 뒤에 다시 해주세요."])
        // A right password is no try.
        for _ in 0..<3 {
            #expect(try await submit("달빛1234", from: "b", after: 3_600) == nil)
        }
        #expect(try await submit("?", from: "b", after: 3_600)?.reason == .wrongPassword)
        let elsewhere = try await submit("달빛1234", from: "c", after: 3_600)
        #expect(elsewhere?.reason == .tooManyTries(wait: 82_800))
        #expect(try await submit("달빛1234", from: "c", isPoster: true, after: 3_600) == nil)
        #expect(try await submit("달빛1234", from: "a", after: 86_400) == nil)
    }

    @Test func missingItemIsNotFound() async throws {
        await #expect(throws: StorageError.itemNotFound) {
            try await submit("달빛1234", .deleting, for: 404)
        }
    }
}
