import Market
import Mustache
import ViewModels

extension ItemList.Output: TemplateData {
    public static let fields: [Field<ItemList.Output>] = [
        Field("heading") { $0.heading },
        Field("isList") { $0.mode == .list },
        Field("isGrid") { $0.mode == .grid },
        Field("category") { output in output.categories.first(where: \.isSelected) },
        Field("categories") { $0.categories },
        Field("entries") { $0.entries },
        Field("older") { $0.older },
        Field("newer") { $0.newer },
        Field("isPaged") { !$0.isFirstPage },
        Field("emptyText") { $0.emptyText },
    ]
}

// Patterns rather than `==`, for which the compiler would copy the whole entry.
extension ItemList.Entry: TemplateData {
    public static let fields: [Field<ItemList.Entry>] = [
        Field("id") { $0.id },
        Field("title") { $0.title },
        Field("categoryName") { $0.category },
        Field("price") { $0.price.text },
        Field("formerPrice") { $0.price.formerText },
        Field("isFree") { $0.price.isFree },
        Field("stock") { $0.stock },
        Field("isSoldOut") { $0.isSoldOut },
        Field("isMarked") { if case .selling = $0.status { false } else { true } },
        Field("isSold") { if case .sold = $0.status { true } else { false } },
        Field("status") { $0.status.name },
        Field("age") { $0.age },
        Field("datePosted") { $0.datePosted },
        Field("photo") { $0.photo },
    ]
}

extension Photo.ID: TemplateValue {
    public var isTruthy: Bool { true }

    public func write(_ action: Action, _ renderer: inout Renderer) {
        withUTF8 { renderer.write($0, for: action) }
    }
}

extension PriceTag: TemplateData {
    public static let fields: [Field<PriceTag>] = [
        Field("text") { $0.text },
        Field("former") { $0.formerText },
        Field("isFree") { $0.isFree },
    ]
}

extension CategoryChoice: TemplateData {
    public static let fields: [Field<CategoryChoice>] = [
        Field("id") { $0.id },
        Field("name") { $0.name },
        Field("isSelected") { $0.isSelected },
    ]
}
