import Market
import Testing

@testable import ViewModels

struct ItemFormEditingTests {
    private let fixture = Fixture()

    @Test func editFormIsFilledIn() async throws {
        var input = Fixture.lamp()
        input.currency = "USD"
        input.price = "12.50"
        let id = try await fixture.post(input)
        let form = try await fixture.form.filled(with: id)
        #expect(form.submitLabel == "수정")
        #expect(form.input.price == "12.50")
        #expect(form.input.title == input.title)
        #expect(form.input.content == input.content)
        #expect(!form.asksPassword)
    }

    @Test func grantedOwnerChangesTheListing() async throws {
        let id = try await fixture.post()
        var input = Fixture.lamp()
        input.title = "장스탠드 (가격 내림)"
        input.price = "20000"
        _ = try await fixture.form.edit(
            id, input, proof: .granted(nil), from: "192.0.2.1", at: fixture.now + 60)
        let item = try await fixture.storage.item(id)
        #expect(item.content.title == "장스탠드 (가격 내림)")
        #expect(item.content.price.amount == 20_000)
        #expect(item.dateModified == fixture.now + 60)
        #expect(item.datePosted == fixture.now)
    }

    @Test func rightPasswordChangesTheListing() async throws {
        let id = try await fixture.post()
        var input = Fixture.lamp()
        input.title = "새 제목"
        let outcome = try await fixture.form.edit(
            id, input, proof: .password(input.password), from: "192.0.2.1", at: fixture.now)
        #expect(outcome.refusedForm == nil)
        #expect(try await fixture.storage.item(id).content.title == "새 제목")
    }

    @Test func wrongPasswordChangesNothingAndKeepsWhatWasTyped() async throws {
        let id = try await fixture.post()
        var input = Fixture.lamp()
        input.title = "훔친 제목"
        input.password = "모름"
        let outcome = try await fixture.form.edit(
            id, input, proof: .password("모름"), from: "192.0.2.1", at: fixture.now)
        let form = try #require(outcome.refusedForm)
        #expect(form.alert?.title == "비밀번호가 틀렸습니다")
        #expect(form.input.title == "훔친 제목")
        #expect(try await fixture.storage.item(id).content.title == Fixture.lamp().title)
    }

    @Test func invalidEditIsRefusedAsAPostIs() async throws {
        let id = try await fixture.post()
        var input = Fixture.lamp()
        input.title = ""
        let outcome = try await fixture.form.edit(
            id, input, proof: .granted(nil), from: "192.0.2.1", at: fixture.now)
        #expect(outcome.refusedForm?.faults.map(\.message) == ["글 제목을 입력해주세요."])
        #expect(outcome.refusedForm?.mode == .editing(id))
    }

    @Test func missingListingIsNotFound() async throws {
        await #expect(throws: StorageError.itemNotFound) {
            try await fixture.form.filled(with: 404)
        }
        await #expect(throws: StorageError.itemNotFound) {
            try await fixture.form.edit(
                404, Fixture.lamp(), proof: .granted(nil), from: "", at: fixture.now)
        }
    }
}
