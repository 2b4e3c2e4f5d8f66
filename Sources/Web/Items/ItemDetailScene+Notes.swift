import Mustache
import ViewModels

extension ItemDetail.Notes: TemplateData {
    public static let fields: [Field<ItemDetail.Notes>] = [
        Field("todos") { $0.todos },
        Field("memos") { $0.memos },
    ]
}

extension ItemDetail.MemoExcerpt: TemplateData {
    public static let fields: [Field<ItemDetail.MemoExcerpt>] = [
        Field("id") { $0.id },
        Field("text") { $0.text },
    ]
}
