import Market
import Testing

struct TodoTests {
    private let noon = Timestamp(seconds: 1_795_230_000)

    private func todo(completed date: Timestamp? = nil) -> Todo {
        Todo(
            id: 1, list: 1, content: TodoContent(title: "우유 사기"), dateCreated: noon,
            dateModified: noon, dateCompleted: date, revision: 3)
    }

    @Test func anEditOfAnotherRevisionIsRefused() throws {
        try todo().checkRevision(3)
        for revision in [Int64.min, 2, 4, .max] {
            #expect(throws: StorageError.changedMeanwhile) { try todo().checkRevision(revision) }
        }
    }

    @Test func aCompletedTodoKeepsItsDateUntilItIsTakenBack() {
        #expect(todo().dateCompleted(when: true, at: noon) == noon)
        #expect(todo(completed: noon).dateCompleted(when: true, at: noon + 9) == noon)
        #expect(todo(completed: noon).dateCompleted(when: false, at: noon + 9) == nil)
    }
}
