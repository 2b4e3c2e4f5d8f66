import Market
import Testing

@testable import ViewModels

struct ItemFormDraftTests {
    private let fixture: OrganiserFixture

    init() async throws { fixture = try await OrganiserFixture() }

    /// What an account had typed when it left the form.
    private func typed() -> ItemForm.Input {
        var input = Fixture.lamp()
        (input.price, input.stock, input.currency) = ("비싸요", "둘", "USD")
        input.isFreeShareChosen = true
        input.mode = .posting(by: fixture.account)
        input.draftKey = "form"
        return input
    }

    private func begun(
        by account: Account.ID?, continues: Bool = false
    ) async throws -> ItemForm.Output {
        var input = ItemForm.Input(mode: .posting(by: account))
        input.continuesDraft = continues
        return try await Fixture().form(over: fixture.storage).output(for: input)
    }

    @Test func anAccountsDraftIsOfferedAndContinued() async throws {
        let drafts = ItemFormDraft(storage: fixture.storage)
        #expect(try await drafts.submit(typed(), of: fixture.account) == .kept)
        let offered = try await begun(by: fixture.account)
        #expect(offered.otherDraft?.text == "쓰다 만 글: \(Fixture.lamp().title)")
        #expect(offered.input.title.isEmpty)
        let form = try await begun(by: fixture.account, continues: true)
        #expect(form.otherDraft == nil)
        var expected = typed()
        (expected.password, expected.submissionKey) = ("", "")
        (expected.continuesDraft, expected.isFreeShareChosen) = (true, false)
        #expect(form.input == expected)
        for other in [nil, fixture.stranger] {
            let form = try await begun(by: other, continues: true)
            #expect(form.otherDraft == nil && form.input.title.isEmpty)
        }
    }

    @Test func aDraftWithoutATitleIsOfferedWithoutAName() async throws {
        var input = typed()
        input.title = " \t"
        _ = try await ItemFormDraft(storage: fixture.storage).submit(input, of: fixture.account)
        #expect(try await begun(by: fixture.account).otherDraft?.text == "쓰다 만 글이 있어요")
    }

    @Test func anEmptiedDraftIsForgotten() async throws {
        let drafts = ItemFormDraft(storage: fixture.storage)
        var empty = ItemForm.Input()
        empty.draftKey = "form"
        for nothing in [nil, empty] {
            _ = try await drafts.submit(typed(), of: fixture.account)
            #expect(try await drafts.submit(nothing, of: fixture.account) == .forgotten)
            #expect(try await fixture.storage.draft(of: fixture.account) == nil)
        }
    }

    @Test func aWaitingDraftIsNotOverwrittenByAnotherForm() async throws {
        let drafts = ItemFormDraft(storage: fixture.storage)
        _ = try await drafts.submit(typed(), of: fixture.account)
        var other = typed()
        (other.title, other.draftKey) = ("책상", "other")
        #expect(try await drafts.submit(other, of: fixture.account) == .otherWaits)
        var empty = ItemForm.Input()
        empty.draftKey = "other"
        #expect(try await drafts.submit(empty, of: fixture.account) == .forgotten)
        let form = try await begun(by: fixture.account, continues: true)
        #expect(form.input.title == typed().title)
        #expect(form.input.draftKey == "form")
    }

    @Test func whatWaitsMakesRoomForAnotherFormWhenItsAccountSaysSo() async throws {
        let drafts = ItemFormDraft(storage: fixture.storage)
        func discardFor(_ input: ItemForm.Input) async throws -> ItemFormDraft.Output {
            try await drafts.submit(input, discardingOther: true, of: fixture.account)
        }
        _ = try await drafts.submit(typed(), of: fixture.account)
        var other = typed()
        (other.title, other.draftKey) = ("책상", "other")
        var long = other
        long.content = String(repeating: "가", count: 30_000)
        #expect(try await discardFor(long) == .tooLong)
        #expect(try await fixture.storage.draft(of: fixture.account)?.key == "form")
        #expect(try await discardFor(other) == .kept)
        let kept = try await fixture.storage.draft(of: fixture.account)
        #expect(kept?.key == "other" && kept?.texts["title"] == "책상")
        // Nothing has been typed into this one yet.
        #expect(try await discardFor(ItemForm.Input()) == .forgotten)
        #expect(try await fixture.storage.draft(of: fixture.account) == nil)
    }

    private func discard(for key: String) async throws -> ItemFormDraft.Output {
        var input = typed()
        input.draftKey = key
        return try await ItemFormDraft(storage: fixture.storage)
            .submit(input, discardingOther: true, of: fixture.account)
    }

    /// Otherwise one of them would have discarded the draft without being kept in its place.
    @Test func twoFormsThatDiscardTheDraftAtOnceAreBothKept() async throws {
        for round in 1...20 {
            async let one = discard(for: "one \(round)")
            async let other = discard(for: "other \(round)")
            let outcomes = try await [one, other]
            #expect(outcomes == [.kept, .kept])
        }
    }

    @Test func postingForgetsOnlyTheDraftItContinued() async throws {
        _ = try await ItemFormDraft(storage: fixture.storage).submit(typed(), of: fixture.account)
        for (key, isForgotten) in [("other", false), ("form", true)] {
            var input = Fixture.lamp()
            (input.draftKey, input.submissionKey) = (key, key)
            input.mode = .posting(by: fixture.account)
            let posted = try await Fixture().form(over: fixture.storage)
                .submit(input, at: fixture.now)
            #expect(posted.saved != nil)
            let kept = try await fixture.storage.draft(of: fixture.account)
            #expect((kept == nil) == isForgotten)
        }
    }

    @Test func aRefusedFormBecomesADraftIfNoOtherWaits() async throws {
        let form = Fixture().form(over: fixture.storage)
        let refused = try await form.submit(typed(), at: fixture.now)
        let refusedForm = try #require(refused.refusedForm)
        #expect(refusedForm.otherDraft == nil)
        let kept = try await fixture.storage.draft(of: fixture.account)
        #expect(kept?.texts["title"] == Fixture.lamp().title)
        var other = typed()
        (other.title, other.draftKey) = ("책상", "other")
        #expect(try await form.submit(other, at: fixture.now).refusedForm?.otherDraft != nil)
        #expect(try await fixture.storage.draft(of: fixture.account) == kept)
    }

    @Test func anOverlongDraftLeavesTheOneBefore() async throws {
        let drafts = ItemFormDraft(storage: fixture.storage)
        var input = typed()
        _ = try await drafts.submit(input, of: fixture.account)
        input.content = String(repeating: "가", count: 30_000)
        #expect(try await drafts.submit(input, of: fixture.account) == .tooLong)
        let kept = try await fixture.storage.draft(of: fixture.account)
        #expect(kept?.texts["content"] == Fixture.lamp().content)
    }
}

extension Fixture {
    /// The form over a storage with accounts.
    fileprivate func form(over storage: any MarketStorage) -> ItemForm {
        ItemForm(storage: storage, passwords: passwords, check: check)
    }
}
