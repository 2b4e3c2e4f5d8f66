import HTTPServer

/// The routes of the organiser, which all need an account and show only its own data.
enum OrganiserRoutes {
    static func all(_ dependencies: Dependencies) throws -> [Route] {
        let home = try OrganiserHomeScene(dependencies)
        let reminders = try ReminderInboxScene(dependencies)
        let schedule = try ScheduleScene(dependencies)
        return [
            .get(Link.organiser, home.show),
            .get(Link.reminders, reminders.show),
            .get(Link.schedule, schedule.show),
            .post(Link.todoReminderDismissal) { try await reminders.dismiss(.todo($1), $0) },
            .post(Link.memoReminderDismissal) { try await reminders.dismiss(.memo($1), $0) },
            .post(Link.itemReminderDismissal) { try await reminders.dismiss(.hiding($1), $0) },
            .post(Link.priceDropDismissal) { try await reminders.dismiss(.priceDrop($1), $0) },
            .post(Link.noticeDismissal) { try await reminders.dismiss(.notice($1), $0) },
        ] + (try listRoutes(dependencies)) + (try todoRoutes(dependencies))
            + (try memoRoutes(dependencies)) + (try deletionRoutes(dependencies))
    }

    private static func listRoutes(_ dependencies: Dependencies) throws -> [Route] {
        let lists = try TodoListScene(dependencies)
        let checklist = try ChecklistScene(dependencies)
        return [
            .get(Link.todoLists, lists.showLists),
            .post(Link.todoLists, lists.create),
            .get(Link.todoList, lists.show),
            .post(Link.todoList, lists.rename),
            // A refused form is shown at the path it was sent to; reloading asks for that path.
            .get(Link.listTodos) { try $0.redirectMember(to: Link.todoList($1)) },
            .post(Link.listTodos, lists.add),
            .get(Link.checklist, checklist.show),
            .post(Link.checklist, checklist.save),
            .post(Link.itemChecklist, lists.create(_:for:)),
        ]
    }

    private static func todoRoutes(_ dependencies: Dependencies) throws -> [Route] {
        let todos = try TodoScene(dependencies)
        return [
            .get(Link.todos, { try $0.redirectMember(to: Link.todoForm()) }),
            .post(Link.todos, todos.create),
            .get(Link.todoForm, todos.showComposer),
            .get(Link.todo, todos.show),
            .post(Link.todo, todos.edit),
            .post(Link.todoCompletion) { try await todos.setCompleted(true, $0, $1) },
            .post(Link.todoCompletionDeletion) { try await todos.setCompleted(false, $0, $1) },
            .get(Link.completedTodos, todos.showCompleted),
        ]
    }

    private static func memoRoutes(_ dependencies: Dependencies) throws -> [Route] {
        let memos = try MemoScene(dependencies)
        return [
            .get(Link.memos, memos.showList),
            .post(Link.memos, memos.create),
            .get(Link.memoForm, memos.showNew),
            .get(Link.memo, memos.show),
            .get(Link.memoEdit, memos.showEdit),
            .post(Link.memoEdit, memos.edit),
        ]
    }

    private static func deletionRoutes(_ dependencies: Dependencies) throws -> [Route] {
        let trash = try TrashScene(dependencies)
        let notes = NoteDeletionScene(dependencies)
        // After a session has ended, the sign-in is at the path that was posted to and may lead
        // back there by GET.
        let single: [Route] = [
            .get(Link.trash, trash.show),
            .get(Link.restoration) { context, _ in try context.redirectMember(to: Link.trash()) },
            .post(Link.restoration, trash.restore),
            .get(Link.todoDeletion) { try $0.redirectMember(to: Link.todo($1)) },
            .post(Link.todoDeletion) { try await notes.delete(.todo($1), $0) },
            .get(Link.memoDeletion) { try $0.redirectMember(to: Link.memo($1)) },
            .post(Link.memoDeletion) { try await notes.delete(.memo($1), $0) },
        ]
        // Each path of the prompt asks at GET and deletes at POST.
        let prompt = try DeletionPromptScene(dependencies)
        return single
            + [
                prompt.routes(Link.todoListsDeletion) { .lists },
                prompt.routes(Link.todoListDeletion) { .list($0) },
                prompt.routes(Link.listTodosDeletion) { .todos(in: $0) },
                prompt.routes(Link.completedTodosDeletion) { .completedTodos },
                prompt.routes(Link.purge) { .deletion($0) },
            ].flatMap { $0 }
    }
}
