import Market
import Testing

@testable import ViewModels

struct PostedTakeoverTests {
    private let fixture: AccountFixture

    init() throws { fixture = try AccountFixture() }

    private func takeover() -> PostedTakeover {
        PostedTakeover(storage: fixture.storage, check: fixture.itemCheck)
    }

    /// Posts a guest's item with another password.
    private func postOther() async throws -> Item.ID {
        var input = Fixture.lamp()
        (input.submissionKey, input.password) = ("", "햇빛1234")
        input.mode = .posting(by: nil)
        return try #require(try await fixture.itemForm.submit(input, at: fixture.now).saved).id
    }

    @Test func onePasswordTakesAllThatItOpens() async throws {
        let account = try await fixture.open().account
        let (first, second) = (try await fixture.post(by: nil), try await fixture.post(by: nil))
        let other = try await postOther()
        var input = PostedTakeover.Input(items: [other, second, 404, first])
        let form = try await takeover().output(for: input)
        #expect(form.entries.map(\.id) == [other, second, first] && form.asksPassword)
        #expect(form.entries.allSatisfy { $0.isChosen })
        input.password = "달빛1234"
        let result = try await takeover().submit(input, by: account, at: fixture.now)
        let left = try #require(result.refusedForm)
        #expect(left.refusal?.reason == .wrongPassword && left.taken == 2)
        #expect(left.entries.map(\.id) == [other])
        #expect(try await fixture.storage.item(first).seller == account)
        #expect(try await fixture.storage.item(other).seller == nil)
        input.password = "햇빛1234"
        #expect(try await takeover().submit(input, by: account, at: fixture.now).saved == 1)
        #expect(try await fixture.storage.item(other).seller == account)
        // Sent again, it takes over nothing more.
        #expect(try await takeover().submit(input, by: account, at: fixture.now).saved == 0)
    }

    @Test func provenItemsNeedNoPassword() async throws {
        let account = try await fixture.open().account
        let (proven, other) = (try await fixture.post(by: nil), try await fixture.post(by: nil))
        let input = PostedTakeover.Input(items: [other, proven], proven: [proven])
        let comparisons = fixture.work.comparisons
        let result = try await takeover().submit(input, by: account, at: fixture.now)
        let left = try #require(result.refusedForm)
        #expect(left.faults.map(\.field) == ["password"] && left.taken == 1)
        #expect(left.entries.map(\.id) == [other])
        #expect(try await fixture.storage.item(proven).seller == account)
        #expect(fixture.work.comparisons == comparisons)
        // What a browser proves about an item of an account counts for nothing.
        let stranger = try await fixture.open("낯선 사람").account
        let theirs = PostedTakeover.Input(items: [proven], proven: [proven])
        #expect(try await takeover().submit(theirs, by: stranger, at: fixture.now).saved == 0)
        #expect(try await fixture.storage.item(proven).seller == account)
    }

    @Test func onlyTickedItemsAreTaken() async throws {
        let account = try await fixture.open().account
        let (first, second) = (try await fixture.post(by: nil), try await fixture.post(by: nil))
        var input = PostedTakeover.Input(items: [second, first])
        input.password = "달빛1234"
        input.chosen = []
        let none = try await takeover().submit(input, by: account, at: fixture.now)
        let form = try #require(none.refusedForm)
        #expect(form.message("item")?.text == "가져올 글을 골라주세요.")
        #expect(form.entries.allSatisfy { !$0.isChosen })
        input.chosen = [first]
        #expect(try await takeover().submit(input, by: account, at: fixture.now).saved == 1)
        #expect(try await fixture.storage.item(second).seller == nil)
    }

    @Test func triesAreLimitedAtEachItem() async throws {
        let account = try await fixture.open().account
        let item = try await fixture.post(by: nil)
        var input = PostedTakeover.Input(items: [item])
        (input.password, input.address) = ("햇빛1234", "192.0.2.1")
        var last: Refusal.Reason?
        for _ in 0..<30 {
            let result = try await takeover().submit(input, by: account, at: fixture.now)
            last = result.refusal?.reason
        }
        if case .tooManyTries? = last {} else { Issue.record("\(String(describing: last))") }
        #expect(try await fixture.storage.item(item).seller == nil)
    }
}
