import Market
import OpenMarket
import ViewModels

extension OpenMarket.ItemPage {
    init(_ page: ItemCatalog.Output, _ style: AnswerStyle) {
        self.init(page: page.page, items: page.items.map { OpenMarket.ItemSummary($0, style) })
    }
}

extension OpenMarket.ItemSummary {
    init(_ item: ListedItem, _ style: AnswerStyle) {
        let price = item.summary.price
        self.init(
            id: item.id.rawValue, title: item.summary.title,
            price: price.currency.units(price.amount),
            currency: price.currency.rawValue, stock: item.summary.stock,
            discountedPrice: price.discountedAmount.map(price.currency.units),
            thumbnails: style.urls(item.photos, .thumbnail),
            registrationDate: item.summary.datePosted.seconds)
    }
}

extension OpenMarket.Item {
    init(_ item: ListedItem, _ style: AnswerStyle) {
        self.init(
            summary: OpenMarket.ItemSummary(item, style), descriptions: item.description,
            images: style.urls(item.photos, .full))
    }
}

extension Market.Currency {
    /// An amount in the currency's main unit rather than in minor units.
    func units(_ minorUnits: Int64) -> Double {
        minorUnitDigits == 0 ? Double(minorUnits) : Double(minorUnits) / 100
    }
}

// MARK: - JSON

// Written field by field: a page of 20 takes a fifth of the time that `Encodable` needs. Tests
// compare the bytes of both.

extension OpenMarket.ItemPage: JSONObject {
    func writeFields(to json: inout JSONWriter) {
        json.field(CodingKeys.page, page)
        json.field(CodingKeys.items, items)
    }
}

extension OpenMarket.ItemSummary: JSONObject {
    func writeFields(to json: inout JSONWriter) {
        json.field(CodingKeys.id, id)
        json.field(CodingKeys.title, title)
        json.field(CodingKeys.price, price)
        json.field(CodingKeys.currency, currency)
        json.field(CodingKeys.stock, stock)
        if let discountedPrice { json.field(CodingKeys.discountedPrice, discountedPrice) }
        json.field(CodingKeys.thumbnails, thumbnails)
        json.field(CodingKeys.registrationDate, registrationDate)
    }
}

extension OpenMarket.Item: JSONObject {
    func writeFields(to json: inout JSONWriter) {
        summary.writeFields(to: &json)
        json.field(CodingKeys.descriptions, descriptions)
        json.field(CodingKeys.images, images)
    }
}
