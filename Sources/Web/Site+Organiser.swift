extension Site {
    /// Every path of the organiser: what takes an account, and belongs to it.
    static func organiserRoutes(_ parts: SiteParts) -> [Route] {
        let home = OrganiserHomeScene(parts)
        let completed = CompletedTodosScene(parts)
        let reminders = ReminderInboxScene(parts)
        let trash = TrashScene(parts)
        let checklist = ChecklistScene(parts)
        return taskRoutes(parts) + memoRoutes(parts) + deletionRoutes(parts) + [
            .get("/my", home.show),
            .get("/my/completed", completed.show),
            .get("/my/reminders", reminders.show),
            .post("/my/tasks/:task/reminder/dismissal", reminders.dismissTodo),
            .post("/my/memos/:memo/reminder/dismissal", reminders.dismissMemo),
            .get("/my/trash", trash.show),
            .get("/my/deletions/:deletion/restoration", redirect(to: .trash)),
            .post("/my/deletions/:deletion/restoration", trash.restore),
            .get("/my/checklist", checklist.show),
            .post("/my/checklist", checklist.save),
            .post("/items/:item/checklist", checklist.begin),
        ]
    }

    private static func taskRoutes(_ parts: SiteParts) -> [Route] {
        let lists = TaskListsScene(parts)
        let list = TaskListDetailScene(parts)
        let todo = TodoDetailScene(parts)
        let composer = TodoComposerScene(parts)
        return [
            .get("/my/lists", lists.show),
            .post("/my/lists", lists.create),
            .get("/my/lists/:list", list.show),
            // A form that came back stands at the path it was sent to; asked for again, it is
            // there.
            .get("/my/lists/:list/tasks", list.goBack),
            .post("/my/lists/:list/tasks", list.add),
            .get("/my/tasks", redirect(to: .todoComposer)),
            .post("/my/tasks", composer.create),
            .get("/my/tasks/new", composer.show),
            .get("/my/tasks/:task", todo.show),
            .post("/my/tasks/:task", todo.edit),
            .post("/my/tasks/:task/completion", todo.complete),
            .post("/my/tasks/:task/completion/deletion", todo.takeBack),
        ]
    }

    private static func memoRoutes(_ parts: SiteParts) -> [Route] {
        let memos = MemoListScene(parts)
        let memo = MemoDetailScene(parts)
        let editor = MemoEditorScene(parts)
        return [
            .get("/my/memos", memos.show),
            .post("/my/memos", editor.create),
            .get("/my/memos/new", editor.showNew),
            .get("/my/memos/:memo", memo.show),
            .get("/my/memos/:memo/edit", editor.show),
            .post("/my/memos/:memo/edit", editor.edit),
        ]
    }

    /// Asked for, each asks first; sent, it deletes.
    private static func deletionRoutes(_ parts: SiteParts) -> [Route] {
        let prompt = DeletionPromptScene(parts)
        return [
            prompt.routes("/my/lists/deletion") { _ in .lists },
            prompt.routes("/my/lists/:list/deletion") { .list(try $0.id()) },
            prompt.routes("/my/lists/:list/tasks/deletion") { .todos(in: try $0.id()) },
            prompt.routes("/my/tasks/:task/deletion") { .todo(try $0.id()) },
            prompt.routes("/my/completed/deletion") { _ in .completedTodos },
            prompt.routes("/my/completed/:task/deletion") { .completedTodo(try $0.id()) },
            prompt.routes("/my/memos/:memo/deletion") { .memo(try $0.id()) },
        ].flatMap { $0 }
    }

    private static func redirect(to scene: Scene) -> Route.Handler {
        { visit in
            _ = try visit.account
            return .redirect(to: scene.path)
        }
    }
}
