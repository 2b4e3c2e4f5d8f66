import Market
import Testing

@testable import ViewModels

struct TrashTests {
    private let fixture: OrganiserFixture

    init() async throws { fixture = try await OrganiserFixture() }

    /// What can be deleted: two lists, the first with an open and a completed task, and a memo.
    private struct Things {
        let list: TodoList.ID
        let open: Todo.ID
        let completed: Todo.ID
        let memo: Memo.ID

        var subjects: [DeletionPrompt.Subject] {
            [.list(list), .lists, .todos(in: list), .completedTodos]
        }

        var notes: [Reminder.Subject] { [.todo(open), .todo(completed), .memo(memo)] }

        init(_ fixture: OrganiserFixture) async throws {
            list = try await fixture.makeList()
            _ = try await fixture.makeList("이사")
            open = try await fixture.makeTodo(in: list)
            completed = try await fixture.makeTodo("달걀 사기", in: list)
            memo = try await fixture.makeMemo()
            try await fixture.complete(completed)
        }
    }

    /// All that an account has, as text.
    private func everything() async throws -> [String] {
        var found: [String] = []
        for list in try await fixture.storage.lists(of: fixture.account) {
            found.append("\(list)")
            let todos = try await fixture.storage.todos(in: list.id, of: fixture.account)
            found += todos.map { "\($0)" }
        }
        let memos = try await fixture.storage.memos(of: fixture.account, before: nil, limit: 99)
        return found + memos.map { "\($0)" }
    }

    private func trash(at now: Timestamp) async throws -> Trash.Output {
        try await fixture.trash.output(for: fixture.account, at: now)
    }

    private func restore(
        _ deletion: Deletion, at now: Timestamp? = nil
    ) async throws -> FormResult<Trash.Restored, Trash.Output> {
        try await fixture.trash.submit(deletion.id, of: fixture.account, at: now ?? fixture.now)
    }

    @Test func everyDeletionCanBeBroughtBackWhole() async throws {
        let things = try await Things(fixture)
        let before = try await everything()
        for subject in things.subjects {
            let deletion = try await fixture.delete(subject)
            #expect(try await everything() != before, "\(subject)")
            #expect(try await restore(deletion).saved?.deletion.kind == deletion.kind)
            #expect(try await everything() == before, "\(subject)")
        }
        for note in things.notes {
            let deletion = try await fixture.delete(note)
            #expect(try await everything() != before, "\(note)")
            #expect(try await restore(deletion).saved?.deletion == deletion)
            #expect(try await everything() == before, "\(note)")
        }
    }

    @Test func aTodoTellsThatItsDeletedListIsBack() async throws {
        let things = try await Things(fixture)
        let todo = try await fixture.delete(things.notes[0])
        _ = try await fixture.delete(.list(things.list))
        #expect(try await restore(todo).saved?.bringsList == true)
        let again = try await fixture.delete(things.notes[0])
        #expect(try await restore(again).saved?.bringsList == false)
    }

    @Test func deletingManyAsksFirstAndNamesWhatGoes() async throws {
        let things = try await Things(fixture)
        var questions: [String] = []
        for subject in things.subjects {
            let page = try await fixture.prompt.output(
                for: subject, of: fixture.account, at: fixture.now)
            #expect(page.subject == subject)
            #expect(!page.isEmpty)
            questions.append(page.question.text)
        }
        #expect(
            questions == [
                "‘장보기’ 목록과 그 안의 할 일 2개를 지울까요?", "목록 2개와 그 안의 할 일을 모두 지울까요?",
                "‘장보기’ 목록의 할 일 2개를 모두 지울까요? (완료한 일 1개 포함)", "완료한 일을 모두 지울까요?",
            ])
    }

    @Test func thingsInTheTrashAreNamedBeforeTheyAreGoneForGood() async throws {
        let things = try await Things(fixture)
        let deletion = try await fixture.noteDeletion.submit(
            things.notes[0], of: fixture.account, at: fixture.now
        ).deletion
        let subject = DeletionPrompt.Subject.deletion(deletion.id)
        let name = try #require(try await trash(at: fixture.now).entries.first).title
        let page = try await fixture.prompt.output(
            for: subject, of: fixture.account, at: fixture.now)
        #expect(page.question.text == "\(name.text). 완전히 지우면 되돌릴 수 없어요.")
        #expect(page.isForGood)
        await #expect(throws: StorageError.notFound) {
            try await fixture.prompt.output(for: subject, of: fixture.stranger, at: fixture.now)
        }
        await #expect(throws: StorageError.notFound) {
            try await fixture.prompt.submit(subject, of: fixture.stranger, at: fixture.now)
        }
        let gone = try await fixture.prompt.submit(subject, of: fixture.account, at: fixture.now)
        #expect(gone == nil)
        #expect(try await trash(at: fixture.now).entries.isEmpty)
    }

    @Test func aDeletedTodoLeadsToItsListAndAMemoToNone() async throws {
        let things = try await Things(fixture)
        let lists = [things.list, things.list, nil]
        for (note, list) in zip(things.notes, lists) {
            let deleted = try await fixture.noteDeletion.submit(
                note, of: fixture.account, at: fixture.now)
            #expect(deleted.list == list)
            #expect(deleted.deletion.count == 1)
        }
    }

    @Test func anEmptySubjectDeletesNothing() async throws {
        let list = try await fixture.makeList()
        for subject in [.todos(in: list), .completedTodos] as [DeletionPrompt.Subject] {
            #expect(
                try await fixture.prompt.output(
                    for: subject, of: fixture.account, at: fixture.now
                ).isEmpty)
            let saved = try await fixture.prompt.submit(
                subject, of: fixture.account, at: fixture.now)
            #expect(saved == nil)
        }
    }

    @Test func theTrashSaysWhatItHoldsAndWhenItIsGone() async throws {
        let things = try await Things(fixture)
        _ = try await fixture.delete(.memo(things.memo))
        _ = try await fixture.delete(.todos(in: things.list))
        let page = try await trash(at: fixture.now)
        #expect(
            page.entries.map(\.title.text) == ["할 일 ‘달걀 사기’ 외 1개", "메모 ‘의자 다리 길이 42cm’"])
        #expect(page.entries[0].dateDeleted == Moment(fixture.now, in: .seoul))
        #expect(page.entries[0].dateGone == Moment(fixture.now + 30 * 86_400, in: .seoul))
        let other = try await fixture.trash.output(for: fixture.stranger, at: fixture.now)
        #expect(other.emptyText?.text == "휴지통이 비어 있어요. 지운 것은 여기에 30일 동안 있어요.")
    }

    @Test func afterThirtyDaysNothingComesBack() async throws {
        let memo = try await fixture.makeMemo()
        let deletion = try await fixture.delete(.memo(memo))
        let end = fixture.now + Deletion.lifetime
        let last = try await trash(at: end + -1)
        #expect(last.entries.count == 1)
        #expect(try await trash(at: end).entries.isEmpty)
        await #expect(throws: StorageError.notFound) {
            _ = try await restore(deletion, at: end)
        }
    }

    @Test func withoutRoomADeletionStaysInTheTrash() async throws {
        let list = try await fixture.makeList()
        let deletion = try await fixture.delete(.list(list))
        for _ in 0..<Limits.lists { _ = try await fixture.makeList() }
        let outcome = try await restore(deletion)
        let page = try #require(outcome.refusedForm)
        #expect(page.alert?.texts == ["목록 200개가 다 차서 되돌릴 수 없어요. 쓰지 않는 것을 먼저 지워주세요."])
        #expect(page.entries.map(\.id) == [deletion.id])
    }
}
