import Mustache

struct Listing: TemplateData {
    var title = "원목의자"
    var price: Int64 = 35_000
    var stock = 1
    var note: String?
    var isReserved = false
    var seller = Seller()
    var photos: [Photo] = []
    var tags: [String] = []
    var sizes: [[Int]] = []
    var lastBid: Seller?
    var extra: Value = .null

    static let fields: [Field<Listing>] = [
        Field("title") { $0.title },
        Field("price") { $0.price },
        Field("stock") { $0.stock },
        Field("note") { $0.note },
        Field("isReserved") { $0.isReserved },
        Field("seller") { $0.seller },
        Field("photos") { $0.photos },
        Field("tags") { $0.tags },
        Field("sizes") { $0.sizes },
        Field("lastBid") { $0.lastBid },
        Field("extra") { $0.extra },
    ]
}

struct Seller: TemplateData {
    var nickname = "연남동 목수"
    var area: Substring = "연남동"
    var bio: String?

    static let fields: [Field<Seller>] = [
        Field("nickname") { $0.nickname },
        Field("area") { $0.area },
        Field("bio") { $0.bio },
    ]
}

struct Photo: TemplateData {
    var path: String
    var alt: String?

    static let fields: [Field<Photo>] = [
        Field("path") { $0.path },
        Field("alt") { $0.alt },
    ]
}

/// An answer to a listing, with the answers to it.
struct Reply: TemplateData {
    var text: String
    var replies: [Reply] = []

    static let fields: [Field<Reply>] = [
        Field("text") { $0.text },
        Field("replies") { $0.replies },
    ]

    /// `depth` replies, each to the one before.
    static func thread(_ depth: Int) -> Reply {
        (1..<depth).reduce(Reply(text: "끝")) { reply, _ in Reply(text: "네", replies: [reply]) }
    }
}

/// What every page shows around its own content.
struct Chrome: TemplateData {
    var site = "장터"
    var title = "처음"

    static let fields: [Field<Chrome>] = [
        Field("site") { $0.site },
        Field("title") { $0.title },
    ]
}
