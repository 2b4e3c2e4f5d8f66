import HTTPServer

/// Every path of the organiser: what takes an account, and belongs to it.
enum OrganiserRoutes {
    static func all(_ dependencies: Dependencies) throws -> [Route] {
        let home = try OrganiserHomeScene(dependencies)
        let checklist = try ChecklistScene(dependencies)
        return [
            .get(Link.organiser, home.show),
            .get(Link.checklist, checklist.show),
            .post(Link.checklist, checklist.save),
            .post(Link.itemChecklist, checklist.makeList),
        ] + (try listRoutes(dependencies)) + (try todoRoutes(dependencies))
            + (try memoRoutes(dependencies)) + (try reminderRoutes(dependencies))
            + (try deletionRoutes(dependencies))
    }

    private static func listRoutes(_ dependencies: Dependencies) throws -> [Route] {
        let lists = try TodoListsScene(dependencies)
        let list = try TodoListDetailScene(dependencies)
        return [
            .get(Link.todoLists, lists.show),
            .post(Link.todoLists, lists.create),
            .get(Link.todoList, list.show),
            // A refused form is shown at the path it was sent to; reloading asks for that path.
            .get(Link.listTodos) { context, id in
                try redirect(context, to: Link.todoList(id))
            },
            .post(Link.listTodos, list.add),
        ]
    }

    private static func todoRoutes(_ dependencies: Dependencies) throws -> [Route] {
        let todo = try TodoDetailScene(dependencies)
        let composer = try TodoComposerScene(dependencies)
        let completed = try CompletedTodosScene(dependencies)
        return [
            .get(Link.todos, { context in try redirect(context, to: Link.todoForm()) }),
            .post(Link.todos, composer.create),
            .get(Link.todoForm, composer.show),
            .get(Link.todo, todo.show),
            .post(Link.todo, todo.edit),
            .post(Link.todoCompletion, todo.complete),
            .post(Link.todoCompletionDeletion, todo.reopen),
            .get(Link.completedTodos, completed.show),
        ]
    }

    private static func memoRoutes(_ dependencies: Dependencies) throws -> [Route] {
        let memos = try MemoListScene(dependencies)
        let memo = try MemoDetailScene(dependencies)
        let editor = try MemoEditorScene(dependencies)
        return [
            .get(Link.memos, memos.show),
            .post(Link.memos, editor.create),
            .get(Link.memoForm, editor.showNew),
            .get(Link.memo, memo.show),
            .get(Link.memoEdit, editor.show),
            .post(Link.memoEdit, editor.edit),
        ]
    }

    private static func reminderRoutes(_ dependencies: Dependencies) throws -> [Route] {
        let reminders = try ReminderInboxScene(dependencies)
        return [
            .get(Link.reminders, reminders.show),
            .post(Link.todoReminderDismissal) { context, id in
                try await reminders.dismiss(.todo(id), context)
            },
            .post(Link.memoReminderDismissal) { context, id in
                try await reminders.dismiss(.memo(id), context)
            },
        ]
    }

    /// Each path of the prompt asks at GET and deletes at POST.
    private static func deletionRoutes(_ dependencies: Dependencies) throws -> [Route] {
        let trash = try TrashScene(dependencies)
        let prompt = try DeletionPromptScene(dependencies)
        let restoration: [Route] = [
            .get(Link.trash, trash.show),
            .get(Link.restoration) { context, _ in try redirect(context, to: Link.trash()) },
            .post(Link.restoration, trash.restore),
        ]
        return restoration
            + [
                prompt.routes(Link.todoListsDeletion) { .lists },
                prompt.routes(Link.todoListDeletion) { .list($0) },
                prompt.routes(Link.listTodosDeletion) { .todos(in: $0) },
                prompt.routes(Link.todoDeletion) { .todo($0) },
                prompt.routes(Link.completedTodosDeletion) { .completedTodos },
                prompt.routes(Link.completedTodoDeletion) { .completedTodo($0) },
                prompt.routes(Link.memoDeletion) { .memo($0) },
            ].flatMap { $0 }
    }

    private static func redirect(_ context: RequestContext, to path: String) throws -> Response {
        _ = try context.account
        return .redirect(to: path)
    }
}
