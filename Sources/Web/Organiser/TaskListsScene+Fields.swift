import Mustache
import ViewModels

extension TaskLists.Output: TemplateData {
    public static let fields: [Field<TaskLists.Output>] = [
        Field("lists") { $0.lists },
        Field("hasLists") { !$0.lists.isEmpty },
        Field("emptyText") { $0.emptyText },
        Field("title") { $0.input.title },
        Field("icons") { $0.icons },
        Field("titleFault") { $0.faults.message("title") },
        Field("iconFault") { $0.faults.message("icon") },
    ]
}

extension TaskLists.Entry: TemplateData {
    public static let fields: [Field<TaskLists.Entry>] = [
        Field("id") { $0.id },
        Field("title") { $0.title },
        Field("icon") { $0.icon.rawValue },
        Field("openTodos") { $0.openTodos },
    ]
}

extension IconChoice: TemplateData {
    public static let fields: [Field<IconChoice>] = [
        Field("icon") { $0.icon.rawValue },
        Field("name") { $0.name },
        Field("isSelected") { $0.isSelected },
    ]
}
