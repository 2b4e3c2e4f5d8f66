import Market
import Mustache
import ViewModels

extension ItemForm.Output: TemplateData {
    public static let fields: [Field<ItemForm.Output>] = words + values + choices + messages

    private static let words: [Field<ItemForm.Output>] = [
        Field("heading") { $0.heading },
        Field("submitLabel") { $0.submitLabel },
        Field("action") { $0.action },
        Field("cancelPath") { $0.cancelPath },
        Field("isPosting") { $0.mode == .posting },
        Field("asksPassword") { $0.asksPassword },
        Field("isOfAccount") { $0.mode == .posting && !$0.asksPassword },
    ]

    private static let values: [Field<ItemForm.Output>] = [
        Field("title") { $0.input.title },
        Field("price") { $0.input.price },
        Field("discountedPrice") { $0.input.discountedPrice },
        Field("stock") { $0.input.stock },
        Field("content") { $0.input.content },
        Field("password") { $0.input.password },
        Field("submissionKey") { $0.input.submissionKey },
        Field("isFreeShareChosen") { $0.input.isFreeShareChosen },
        Field("wantsChecklist") { $0.input.wantsChecklist },
    ]

    private static let choices: [Field<ItemForm.Output>] = [
        Field("offersFreeShare") { $0.offersFreeShare },
        Field("categories") { $0.categories },
        Field("currencies") { $0.currencies },
        Field("photos") { $0.photos },
        Field("photoCount") { $0.photos.count },
        Field("mostPhotos") { _ in Item.mostPhotos },
        Field("canAddPhotos") { $0.photos.count < Item.mostPhotos },
    ]

    private static let messages: [Field<ItemForm.Output>] = [
        Field("photosFault") { $0.message(.photos) },
        Field("titleFault") { $0.message(.title) },
        Field("categoryFault") { $0.message(.category) },
        Field("priceFault") { $0.message(.price) },
        Field("discountedPriceFault") { $0.message(.discountedPrice) },
        Field("currencyFault") { $0.message(.currency) },
        Field("stockFault") { $0.message(.stock) },
        Field("contentFault") { $0.message(.content) },
        Field("passwordFault") { $0.message(.password) },
    ]

    private func message(_ field: ItemForm.Field) -> String? {
        let messages = faults.filter { $0.field == field }.map(\.message)
        return messages.isEmpty ? nil : messages.joined(separator: "\n")
    }

    private var action: String {
        switch mode {
        case .posting: "/items"
        case .editing(let id): Link.itemEdit(id)
        }
    }

    private var cancelPath: String {
        switch mode {
        case .posting: Link.itemList()
        case .editing(let id): Link.item(id)
        }
    }
}

extension ItemForm.PhotoTile: TemplateData {
    public static let fields: [Field<ItemForm.PhotoTile>] = [
        Field("id") { $0.id },
        Field("number") { $0.number },
        Field("isFirst") { $0.isFirst },
        Field("isLast") { $0.isLast },
    ]
}

extension ItemForm.CurrencyChoice: TemplateData {
    public static let fields: [Field<ItemForm.CurrencyChoice>] = [
        Field("code") { $0.code },
        Field("isSelected") { $0.isSelected },
    ]
}
