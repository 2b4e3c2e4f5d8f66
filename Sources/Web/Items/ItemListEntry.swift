import Market
import Mustache
import ViewModels

extension TitleSegment: TemplateData {
    public static let fields: [Field<TitleSegment>] = [
        Field("text") { $0.text },
        Field("isMatch") { $0.isMatch },
    ]
}

// Uses patterns instead of `==`, for which the compiler would copy a whole entry.
/// A changed item is a new object, and `freshUntil` changes with the wording of its age.
extension ItemList.Entry: RecurringData {
    public var source: (AnyObject & Sendable)? { isEverybodys ? item : nil }
    public var version: Int64 { freshUntil.seconds }

    public static let fields: [Field<ItemList.Entry>] = [
        Field("id") { $0.id },
        Field("title") { $0.title },
        Field("segments") { $0.segments },
        Field("titleLanguage") { WrittenLanguage($0.title) },
        Field("categoryName") { $0.category },
        Field("price") { $0.price.text },
        Field("formerPrice") { $0.formerPrice },
        Field("isFree") { $0.isFree },
        Field("place") { $0.place },
        Field("placeLanguage") { WrittenLanguage($0.place ?? "") },
        Field("stock") { $0.stock },
        Field("isSoldOut") { $0.isSoldOut },
        Field("isMarked") { if case .selling = $0.status { $0.isHidden } else { true } },
        Field("isSold") { if case .sold = $0.status { true } else { false } },
        Field("isWanted") { if case .request = $0.purpose { true } else { false } },
        Field("purpose") { $0.purpose.name },
        Field("status") { $0.mark },
        Field("age") { $0.age },
        Field("dateListed") { $0.dateListed },
        Field("isPulledUp") { $0.isPulledUp },
        Field("photo") { $0.photo },
        Field("category") { $0.kind.rawValue },
        Field("isSingle") { $0.isSingle },
    ]
}

extension PriceTag: TemplateData {
    public static let fields: [Field<PriceTag>] = [
        Field("text") { $0.text },
        Field("former") { $0.formerText },
        Field("isFree") { $0.isFree },
    ]
}
