import Market
import OpenMarket
import ViewModels

extension ProductPage {
    /// Clients reject a page with any currency they do not know: items in other currencies are
    /// counted but left out.
    private static let currencies: Set<Market.Currency> = [.krw, .usd]

    init(_ page: ItemCatalog.Output, _ style: AnswerStyle) {
        self.init(
            pageNo: page.page, itemsPerPage: page.pageSize, totalCount: page.count,
            offset: page.offset, limit: page.end, lastPage: page.lastPage,
            hasNext: page.hasNext, hasPrev: page.hasPrevious,
            pages: page.items.lazy
                .filter { Self.currencies.contains($0.summary.price.currency) }
                .map { ProductSummary($0, style) })
    }
}

extension ProductSummary {
    /// The name of a vendor that is not known.
    static let guest = "비회원"
    /// The first vendor number for accounts, above all vendors' numbers, so that no vendor takes an
    /// account's item for their own; 2^30, so that the numbers fit in 32 bits.
    static let firstAccount: Int64 = 1 << 30

    init(_ item: ListedItem, _ style: AnswerStyle) {
        let (summary, price) = (item.summary, item.summary.price)
        let currency = price.currency
        self.init(
            id: item.id.rawValue,
            vendorID: item.seller.map { Self.firstAccount + $0.id.rawValue }
                ?? item.vendor?.id.rawValue ?? 0,
            vendorName: item.seller?.nickname ?? item.vendor?.name ?? Self.guest,
            name: summary.title,
            description: item.description,
            thumbnail: item.photos.first.map { style.url($0, .thumbnail) } ?? style.missing,
            currency: currency.rawValue, price: currency.units(price.amount),
            bargainPrice: currency.units(price.amountToPay),
            discountedPrice: currency.units(price.amount - price.amountToPay),
            stock: summary.stock, createdAt: style.day(summary.datePosted),
            issuedAt: style.day(item.dateModified))
    }
}

extension Product {
    init(_ item: ListedItem, _ style: AnswerStyle) {
        let summary = ProductSummary(item, style)
        let day = summary.createdAt
        self.init(
            summary: summary, images: Image.images(item.photos, style, day),
            vendors: Vendor(
                id: summary.vendorID, name: summary.vendorName, createdAt: day, issuedAt: day))
    }
}

extension Product.Image {
    fileprivate static func images(
        _ photos: [Photo.ID], _ style: AnswerStyle, _ day: String
    ) -> [Product.Image] {
        guard !photos.isEmpty else {
            return [
                Product.Image(
                    id: 0, url: style.missing, thumbnailURL: style.missing, issuedAt: day)
            ]
        }
        return photos.map { photo in
            Product.Image(
                id: photo.number, url: style.url(photo, .full),
                thumbnailURL: style.url(photo, .thumbnail), issuedAt: day)
        }
    }
}

extension Photo.ID {
    /// A number for the photo, unique among those of one item: 30 bits of its digest, never 0,
    /// because clients know only 32-bit numbers.
    var number: Int64 {
        withUTF8 { bytes in
            bytes.prefix(6).reduce(1) { number, byte in (number * 61 + Int64(byte)) & 0x3FFF_FFFF }
        } | 1
    }
}

// MARK: - JSON

extension ProductPage: JSONObject {
    func writeFields(to json: inout JSONWriter) {
        json.field(CodingKeys.pageNo, pageNo)
        json.field(CodingKeys.itemsPerPage, itemsPerPage)
        json.field(CodingKeys.totalCount, totalCount)
        json.field(CodingKeys.offset, offset)
        json.field(CodingKeys.limit, limit)
        json.field(CodingKeys.lastPage, lastPage)
        json.field(CodingKeys.hasNext, hasNext)
        json.field(CodingKeys.hasPrev, hasPrev)
        json.field(CodingKeys.pages, pages)
        json.field(OlderKeys.pageNo, pageNo)
        json.field(OlderKeys.itemsPerPage, itemsPerPage)
        json.field(OlderKeys.totalCount, totalCount)
        json.field(OlderKeys.lastPage, lastPage)
        json.field(OlderKeys.hasNext, hasNext)
        json.field(OlderKeys.hasPrev, hasPrev)
    }
}

extension ProductSummary: JSONObject {
    func writeFields(to json: inout JSONWriter) {
        json.field(CodingKeys.id, id)
        json.field(CodingKeys.vendorID, vendorID)
        json.field(CodingKeys.vendorName, vendorName)
        json.field(CodingKeys.name, name)
        json.field(CodingKeys.description, description)
        json.field(CodingKeys.thumbnail, thumbnail)
        json.field(CodingKeys.currency, currency)
        json.field(CodingKeys.price, price)
        json.field(CodingKeys.bargainPrice, bargainPrice)
        json.field(CodingKeys.discountedPrice, discountedPrice)
        json.field(CodingKeys.stock, stock)
        json.field(CodingKeys.createdAt, createdAt)
        json.field(CodingKeys.issuedAt, issuedAt)
    }
}

extension Product: JSONObject {
    func writeFields(to json: inout JSONWriter) {
        summary.writeFields(to: &json)
        json.field(CodingKeys.images, images)
        json.field(CodingKeys.vendors, vendors)
    }
}

extension Product.Image: JSONObject {
    func writeFields(to json: inout JSONWriter) {
        json.field(CodingKeys.id, id)
        json.field(CodingKeys.url, url)
        json.field(CodingKeys.thumbnailURL, thumbnailURL)
        json.field(CodingKeys.succeed, succeed)
        json.field(CodingKeys.issuedAt, issuedAt)
    }
}

extension Product.Vendor: JSONObject {
    func writeFields(to json: inout JSONWriter) {
        json.field(CodingKeys.id, id)
        json.field(CodingKeys.name, name)
        json.field(CodingKeys.createdAt, createdAt)
        json.field(CodingKeys.issuedAt, issuedAt)
    }
}
