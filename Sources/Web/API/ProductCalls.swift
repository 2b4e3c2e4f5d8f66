import HTTPServer
import Market
import OpenMarket
import ViewModels

/// The second generation of calls: `/api/products`.
struct ProductCalls: Sendable {
    private static let names: [ItemForm.Field: String] = [
        .photos: "images", .title: "name", .content: "description", .password: "secret",
    ]
    private static let pageNames = ["page": "page_no", "page_size": "items_per_page"]
    private let desk: ListingDesk
    private let answers: CallAnswers
    private let searches: SearchGate

    init(_ parts: SiteParts) {
        desk = ListingDesk(parts, names: Self.names)
        answers = CallAnswers(parts)
        searches = parts.searchGate
    }

    func list(_ visit: Visit) async throws -> Response {
        let query = visit.request.query
        let input = ItemCatalog.Input(
            page: query.filled("page_no"), pageSize: query.filled("items_per_page"),
            text: query.filled("search_value"))
        return try await answers.kept(for: visit) { links in
            switch try await page(input, visit) {
            case .found(let page): ProductPage(page, links)
            case .refused(let faults): throw CallError(faults, names: Self.pageNames)
            }
        }
    }

    private func page(
        _ input: ItemCatalog.Input, _ visit: Visit
    ) async throws -> ItemCatalog.Outcome {
        guard input.text != nil else { return try await desk.catalog.page(input) }
        return try await searches.run(for: visit) { [desk] in try await desk.catalog.page(input) }
    }

    func show(_ visit: Visit) async throws -> Response {
        let id = try visit.itemID
        return try await answers.kept(for: visit, isNamedByBytes: true) { links in
            Product(try await desk.catalog.item(id), links)
        }
    }

    func post(_ visit: Visit) async throws -> Response {
        try await desk.withForm(of: visit) { form in
            var fields = try await CallFields(part: ListingDesk.fieldsName, of: form)
            var input = ItemForm.Input()
            input.demands = [.photos, .price]
            input.discountMeaning = .takenOff
            input.title = fields.text(.name) ?? ""
            input.category = "\(Market.Category.other.rawValue)"
            input.price = fields.number(.price) ?? ""
            input.discountedPrice = fields.number(.discountedPrice) ?? ""
            input.currency = fields.text(.currency) ?? ""
            input.stock = fields.number(.stock) ?? "0"
            input.content = fields.text(.description, .descriptions) ?? ""
            input.password = fields.text(.secret) ?? ""
            try fields.check()
            return answer(
                try await desk.post(input, photos: form.callPhotos, visit), visit)
        }
    }

    func change(_ visit: Visit) async throws -> Response {
        let id = try visit.itemID
        var fields = try await desk.fields(of: visit)
        let secret = fields.text(.secret)
        try fields.check()
        let expected = try await desk.expected(id, visit) { item in
            answers.tag(for: visit) { Product(item, $0) }
        }
        try await desk.prove(secret, for: id, visit)
        var changes = ItemForm.Changes()
        changes.discountMeaning = .takenOff
        changes.title = fields.text(.name)
        changes.price = fields.number(.price)
        changes.discountedPrice = fields.number(.discountedPrice)
        changes.currency = fields.text(.currency)
        changes.stock = fields.number(.stock)
        changes.content = fields.text(.description, .descriptions)
        let cover = fields.number(.thumbnailID)
        try fields.check()
        if let cover { changes.cover = try await photo(cover, of: id) }
        return answer(try await desk.change(id, changes, of: expected, visit), visit)
    }

    /// - Throws: 400 when the listing has no such photo.
    private func photo(_ number: String, of id: Market.Item.ID) async throws -> Photo.ID {
        let photos = try await desk.catalog.item(id).photos
        guard let photo = photos.first(where: { "\($0.number)" == number }) else {
            throw CallError(invalid: ["thumbnail_id": "이 상품의 사진 가운데 하나를 골라주세요."])
        }
        return photo
    }

    private func answer(_ item: ListedItem, _ visit: Visit) -> Response {
        answers.response(for: visit) { Product(item, $0) }
    }
}

extension Query {
    /// A value that is there and not blank.
    fileprivate func filled(_ name: String) -> String? {
        self[name].flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
    }
}
