import HTTPServer

/// Every path of the organiser: what takes an account, and belongs to it.
enum OrganiserRoutes {
    static func all(_ dependencies: Dependencies) throws -> [Route] {
        let home = OrganiserHomeScene(dependencies)
        let completed = CompletedTodosScene(dependencies)
        let reminders = ReminderInboxScene(dependencies)
        let trash = TrashScene(dependencies)
        let checklist = ChecklistScene(dependencies)
        return taskRoutes(dependencies) + memoRoutes(dependencies) + deletionRoutes(dependencies)
            + [
                .get(Link.organiser, home.show),
                .get(Link.completedTodos, completed.show),
                .get(Link.reminders, reminders.show),
                .post(Link.todoReminderDismissal, old: reminders.dismissTodo),
                .post(Link.memoReminderDismissal, old: reminders.dismissMemo),
                .get(Link.trash, trash.show),
                .get(Link.restoration, old: redirect(to: Link.trash)),
                .post(Link.restoration, old: trash.restore),
                .get(Link.checklist, checklist.show),
                .post(Link.checklist, checklist.save),
                .post(Link.itemChecklist, old: checklist.begin),
            ]
    }

    private static func taskRoutes(_ dependencies: Dependencies) -> [Route] {
        let lists = TaskListsScene(dependencies)
        let list = TaskListDetailScene(dependencies)
        let todo = TodoDetailScene(dependencies)
        let composer = TodoComposerScene(dependencies)
        return [
            .get(Link.taskLists, lists.show),
            .post(Link.taskLists, lists.create),
            .get(Link.taskList, old: list.show),
            // A form that came back stands at the path it was sent to; asked for again, it is
            // there.
            .get(Link.listTodos, old: list.goBack),
            .post(Link.listTodos, old: list.add),
            .get(Link.todos, redirect(to: Link.todoForm)),
            .post(Link.todos, composer.create),
            .get(Link.todoForm, composer.show),
            .get(Link.todo, old: todo.show),
            .post(Link.todo, old: todo.edit),
            .post(Link.todoCompletion, old: todo.complete),
            .post(Link.todoCompletionDeletion, old: todo.takeBack),
        ]
    }

    private static func memoRoutes(_ dependencies: Dependencies) -> [Route] {
        let memos = MemoListScene(dependencies)
        let memo = MemoDetailScene(dependencies)
        let editor = MemoEditorScene(dependencies)
        return [
            .get(Link.memos, memos.show),
            .post(Link.memos, editor.create),
            .get(Link.memoForm, editor.showNew),
            .get(Link.memo, old: memo.show),
            .get(Link.memoEdit, old: editor.show),
            .post(Link.memoEdit, old: editor.edit),
        ]
    }

    /// Asked for, each asks first; sent, it deletes.
    private static func deletionRoutes(_ dependencies: Dependencies) -> [Route] {
        let prompt = DeletionPromptScene(dependencies)
        return [
            prompt.routes(Link.taskListsDeletion) { .lists },
            prompt.routes(Link.taskListDeletion) { .list($0) },
            prompt.routes(Link.listTodosDeletion) { .todos(in: $0) },
            prompt.routes(Link.todoDeletion) { .todo($0) },
            prompt.routes(Link.completedTodosDeletion) { .completedTodos },
            prompt.routes(Link.completedTodoDeletion) { .completedTodo($0) },
            prompt.routes(Link.memoDeletion) { .memo($0) },
        ].flatMap { $0 }
    }

    private static func redirect(to path: Path<>) -> Route.Handler {
        { context in
            _ = try context.account
            return .redirect(to: path())
        }
    }
}
