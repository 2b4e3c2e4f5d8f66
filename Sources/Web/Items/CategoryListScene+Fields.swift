import Mustache
import ViewModels

extension CategoryList.Output: TemplateData {
    public static let fields: [Field<CategoryList.Output>] = [
        Field("categories") { $0.categories }
    ]
}
