import Market
import Mustache
import ViewModels

extension ItemDetail.Output: TemplateData {
    public static let fields: [Field<ItemDetail.Output>] = [
        Field("id") { $0.id },
        Field("title") { $0.title },
        Field("category") { $0.category },
        Field("price") { $0.price },
        Field("stock") { $0.stock },
        Field("isSoldOut") { $0.isSoldOut },
        Field("status") { $0.status.name },
        Field("isReserved") { if case .reserved = $0.status { true } else { false } },
        Field("isSold") { if case .sold = $0.status { true } else { false } },
        Field("description") { $0.description },
        Field("summary") { $0.summary },
        Field("photos") { $0.photos },
        Field("hasPhotos") { !$0.photos.isEmpty },
        Field("hasSeveralPhotos") { $0.photos.count > 1 },
        Field("age") { $0.age },
        Field("datePosted") { $0.datePosted },
        Field("dateModified") { $0.dateModified },
    ]
}

extension ItemDetail.PhotoPage: TemplateData {
    public static let fields: [Field<ItemDetail.PhotoPage>] = [
        Field("id") { $0.photo.id },
        Field("number") { $0.number },
        Field("count") { $0.count },
        Field("width") { $0.photo.width },
        Field("height") { $0.photo.height },
    ]
}

extension TextSegment: TemplateData {
    public static let fields: [Field<TextSegment>] = [
        Field("text") { $0.text },
        Field("isLink") { $0.isLink },
    ]
}

extension Moment: TemplateData {
    public static let fields: [Field<Moment>] = [
        Field("text") { $0.text },
        Field("iso8601") { $0.iso8601 },
    ]
}
