import Mustache
import ViewModels

/// The templates of the organiser's scenes.
struct OrganiserTemplates: Sendable {
    let home: Page<OrganiserHome.Output>
    let taskLists: Page<TaskLists.Output>
    let taskList: Page<TaskListDetail.Output>
    let todo: Page<TodoDetail.Output>
    let todoComposer: Page<TodoComposer.Output>
    let completedTodos: Page<CompletedTodos.Output>
    let memos: Page<MemoList.Output>
    let memo: Page<MemoDetail.Output>
    let memoEditor: Page<MemoEditor.Output>
    let reminders: Page<ReminderInbox.Output>
    let trash: Page<Trash.Output>
    let checklist: Page<Checklist.Output>
    let deletionPrompt: Page<DeletionPrompt.Output>

    /// - Throws: what is malformed, or names what its output does not have, in all of them.
    init(_ store: TemplateStore) throws {
        func page<Output: TemplateData>(
            _ name: String, _ output: Output.Type
        ) throws -> Page<Output> {
            try store.page(name, for: output)
        }
        home = try page("organiser-home", OrganiserHome.Output.self)
        taskLists = try page("task-lists", TaskLists.Output.self)
        taskList = try page("task-list-detail", TaskListDetail.Output.self)
        todo = try page("todo-detail", TodoDetail.Output.self)
        todoComposer = try page("todo-composer", TodoComposer.Output.self)
        completedTodos = try page("completed-todos", CompletedTodos.Output.self)
        memos = try page("memo-list", MemoList.Output.self)
        memo = try page("memo-detail", MemoDetail.Output.self)
        memoEditor = try page("memo-editor", MemoEditor.Output.self)
        reminders = try page("reminder-inbox", ReminderInbox.Output.self)
        trash = try page("trash", Trash.Output.self)
        checklist = try page("checklist", Checklist.Output.self)
        deletionPrompt = try page("deletion-prompt", DeletionPrompt.Output.self)
    }
}
