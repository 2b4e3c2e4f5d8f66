import Market
import OpenMarket
import ViewModels

extension OpenMarket.ItemPage {
    init(_ page: ItemCatalog.Output, _ links: PhotoLinks) {
        self.init(page: page.page, items: page.items.map { OpenMarket.ItemSummary($0, links) })
    }
}

extension OpenMarket.ItemSummary {
    init(_ item: ListedItem, _ links: PhotoLinks) {
        let price = item.summary.price
        self.init(
            id: item.id.rawValue, title: item.summary.title,
            price: price.currency.units(price.amount),
            currency: price.currency.rawValue, stock: item.summary.stock,
            discountedPrice: price.discountedAmount.map(price.currency.units),
            thumbnails: links.urls(item.photos, .thumbnail),
            registrationDate: item.summary.datePosted.seconds)
    }
}

extension OpenMarket.Item {
    init(_ item: ListedItem, _ links: PhotoLinks) {
        self.init(
            summary: OpenMarket.ItemSummary(item, links), descriptions: item.description,
            images: links.urls(item.photos, .full))
    }
}

extension Market.Currency {
    /// An amount in its units rather than in the minor ones.
    func units(_ minorUnits: Int64) -> Double {
        minorUnitDigits == 0 ? Double(minorUnits) : Double(minorUnits) / 100
    }
}
