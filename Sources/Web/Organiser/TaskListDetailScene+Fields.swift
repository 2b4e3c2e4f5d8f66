import Mustache
import ViewModels

extension TaskListDetail.Output: TemplateData {
    public static let fields: [Field<TaskListDetail.Output>] = [
        Field("id") { $0.id },
        Field("title") { $0.title },
        Field("icon") { $0.icon.rawValue },
        Field("todos") { $0.todos },
        Field("hasTodos") { !$0.todos.isEmpty },
        Field("openTodos") { $0.openTodos },
        Field("emptyText") { $0.emptyText },
        Field("typedTitle") { $0.typedTitle },
        Field("titleFault") { $0.faults.message("title") },
    ]
}

extension TodoEntry: TemplateData {
    public static let fields: [Field<TodoEntry>] = [
        Field("id") { $0.id },
        Field("title") { $0.title },
        Field("isCompleted") { $0.isCompleted },
        Field("isPinned") { $0.isPinned },
        Field("reminder") { $0.reminder },
        Field("isDue") { $0.isDue },
    ]
}
