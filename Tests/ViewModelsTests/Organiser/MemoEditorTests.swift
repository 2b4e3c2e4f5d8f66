import Market
import Testing

@testable import ViewModels

struct MemoEditorTests {
    private let fixture: OrganiserFixture

    init() async throws { fixture = try await OrganiserFixture() }

    private func edit(
        _ id: Memo.ID, _ text: String, revision: Int64 = 1,
        after seconds: Int64 = 60
    ) async throws -> FormResult<Memo.ID, MemoEditor.Output> {
        try await fixture.editor.submit(
            NoteInput(text: text), for: id, revision: revision, of: fixture.account,
            at: fixture.now + seconds)
    }

    @Test func aMemoIsReadAsItWasWritten() async throws {
        let item = try await fixture.makeItem()
        let id = try #require(
            try await fixture.editor.submit(
                NoteInput(
                    text: "  첫 줄\r\n\r\n  https://example.com 👩‍👩‍👧 ", reminder: "2026-11-21T20:25",
                    item: "\(item)"), for: nil, of: fixture.account, at: fixture.now
            ).saved)
        let page = try await fixture.memo.output(for: id, of: fixture.account)
        #expect(page.text.map(\.text).joined() == "첫 줄\n\n  https://example.com 👩‍👩‍👧")
        #expect(page.text.map(\.isLink) == [false, true, false])
        #expect(page.item == PinnedItem(id: item, title: "원목 의자"))
        #expect(page.reminder == Moment(fixture.now + 300, in: .seoul))
        #expect(page.dateCreated == Moment(fixture.now, in: .seoul))
        #expect(page.dateModified == nil)
    }

    @Test(arguments: blanks)
    func aBlankMemoIsRefusedAndKept(text: String) async throws {
        let outcome = try await fixture.editor.submit(
            NoteInput(text: text), for: nil, of: fixture.account, at: fixture.now)
        #expect(outcome.refusedForm?.input.text == text)
        #expect(outcome.refusedForm?.alert?.texts == ["~ 메모를 입력해주세요."])
        #expect(try await fixture.memos.output(for: fixture.account).entries.isEmpty)
    }

    @Test func aMemoWithAReminderThatHasPassedIsRefusedAndKept() async throws {
        let input = NoteInput(text: "42cm", reminder: "1970-01-02T00:00")
        for id in [nil, try await fixture.makeMemo()] {
            let outcome = try await fixture.editor.submit(
                input, for: id, revision: 1, of: fixture.account, at: fixture.now)
            #expect(outcome.refusal?.faults.map(\.field) == ["reminder"])
            #expect(outcome.refusedForm?.input == input)
        }
    }

    @Test func aMemoIsEditedAfterItsReminder() async throws {
        let id = try await fixture.makeMemo(reminder: fixture.now + -3_600)
        let page = try await fixture.editor.output(for: id, of: fixture.account, at: fixture.now)
        let outcome = try await fixture.editor.submit(
            page.input, for: id, revision: 1, of: fixture.account, at: fixture.now)
        #expect(outcome.saved == id)
        let kept = try await fixture.storage.memo(id, of: fixture.account)
        #expect(kept.content.reminder == fixture.now + -3_600)
    }

    @Test func aMemoMayHaveItsMostLettersAndNoMore() async throws {
        let longest = String(repeating: "가", count: Limits.memo)
        for (text, fault) in [(longest, nil), (longest + "나", "메모를 10,000자까지 입력해주세요.")] {
            let outcome = try await fixture.editor.submit(
                NoteInput(text: text), for: nil, of: fixture.account, at: fixture.now)
            #expect((outcome.saved == nil) == (fault != nil))
            #expect(outcome.refusedForm?.message("text")?.text == fault)
        }
    }

    @Test func aStaleEditShowsBothVersionsAndLosesNeither() async throws {
        let id = try await fixture.makeMemo()
        _ = try await edit(id, "다른 창에서")
        let page = try #require(try await edit(id, "이 창에서").refusedForm)
        #expect(page.alert?.title.text == "그사이 바뀌었어요")
        #expect(page.current?.text == "다른 창에서")
        #expect(page.input.text == "이 창에서")
        #expect(try await edit(id, "이 창에서", revision: page.revision).saved == id)
        #expect(try await fixture.storage.memo(id, of: fixture.account).content.text == "이 창에서")
    }

    @Test func theSameEditSentTwiceIsNoConflict() async throws {
        let id = try await fixture.makeMemo()
        for _ in 1...2 { #expect(try await edit(id, "43cm").saved == id) }
        #expect(try await fixture.storage.memo(id, of: fixture.account).revision == 2)
    }

    @Test func theFormIsFilledWithTheMemo() async throws {
        let id = try await fixture.makeMemo("42cm", reminder: fixture.now + 300)
        let page = try await fixture.editor.output(for: id, of: fixture.account, at: fixture.now)
        #expect(page.input == NoteInput(text: "42cm", reminder: "2026-11-21T20:25"))
        #expect(page.id == id)
        #expect(page.revision == 1)
    }

    @Test func aStrangersMemoIsNotFoundAndTheTypedTextIsKept() async throws {
        let id = try await fixture.makeMemo()
        await #expect(throws: StorageError.notFound) {
            try await fixture.memo.output(for: id, of: fixture.stranger)
        }
        for text in ["고침", ""] {
            await #expect(throws: StorageError.notFound) {
                try await fixture.editor.output(for: id, of: fixture.stranger, at: fixture.now)
            }
            let outcome = try await fixture.editor.submit(
                NoteInput(text: text), for: id, revision: 1, of: fixture.stranger,
                at: fixture.now)
            #expect(outcome.refusal?.reason == .notFound)
            #expect(outcome.refusedForm?.id == nil)
            #expect(outcome.refusedForm?.input.text == text)
        }
        #expect(try await fixture.storage.memo(id, of: fixture.account).revision == 1)
    }
}
