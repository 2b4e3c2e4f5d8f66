import Mustache
import ViewModels

extension TodoDetail.Output: TemplateData {
    public static let fields: [Field<TodoDetail.Output>] = [
        Field("id") { $0.id },
        Field("revision") { $0.revision },
        Field("list") { $0.list },
        Field("title") { $0.input.title },
        Field("reminder") { $0.input.reminder },
        Field("item") { $0.item },
        Field("isCompleted") { $0.isCompleted },
        Field("dateCreated") { $0.dateCreated },
        Field("dateModified") { $0.dateModified },
        Field("dateCompleted") { $0.dateCompleted },
        Field("current") { $0.current },
        Field("titleFault") { $0.faults.message("title") },
        Field("reminderFault") { $0.faults.message("reminder") },
        Field("itemFault") { $0.faults.message("item") },
    ]
}

extension TodoDetail.ListLink: TemplateData {
    public static let fields: [Field<TodoDetail.ListLink>] = [
        Field("id") { $0.id },
        Field("title") { $0.title },
        Field("icon") { $0.icon.rawValue },
    ]
}

extension TodoDetail.Current: TemplateData {
    public static let fields: [Field<TodoDetail.Current>] = [
        Field("title") { $0.title },
        Field("reminder") { $0.reminder },
        Field("dateModified") { $0.dateModified },
    ]
}

extension PinnedItem: TemplateData {
    public static let fields: [Field<PinnedItem>] = [
        Field("id") { $0.id },
        Field("title") { $0.title },
    ]
}
