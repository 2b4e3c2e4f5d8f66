import Mustache
import ViewModels

extension TodoComposer.Output: TemplateData {
    public static let fields: [Field<TodoComposer.Output>] = [
        Field("title") { $0.input.title },
        Field("reminder") { $0.input.reminder },
        Field("item") { $0.item },
        Field("lists") { $0.lists },
        Field("titleFault") { $0.faults.message("title") },
        Field("reminderFault") { $0.faults.message("reminder") },
        Field("itemFault") { $0.faults.message("item") },
        Field("listFault") { $0.faults.message("list") },
    ]
}

extension TodoComposer.ListChoice: TemplateData {
    public static let fields: [Field<TodoComposer.ListChoice>] = [
        Field("id") { $0.id },
        Field("title") { $0.title },
        Field("isSelected") { $0.isSelected },
    ]
}
