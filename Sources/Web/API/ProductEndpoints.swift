import HTTPServer
import Market
import OpenMarket
import ViewModels

/// The second generation's calls: `/api/products`.
struct ProductEndpoints: Sendable {
    private static let names: [ItemForm.Field: String] = [
        .photos: "images", .title: "name", .content: "description", .password: "secret",
    ]
    /// In bytes; longer answers are kept in a file.
    private static let mostInMemory = 256 << 10
    private static let pageNames = ["page": "page_no", "page_size": "items_per_page"]
    private let operations: ItemOperations
    private let answers: APIResponses
    private let searches: TurnLimiter
    private let temporaryFolder: String

    init(_ dependencies: Dependencies) {
        operations = ItemOperations(dependencies, names: Self.names)
        answers = APIResponses(dependencies)
        searches = dependencies.searchLimiter
        temporaryFolder = dependencies.temporaryFolder
    }

    func list(_ context: RequestContext) async throws -> Response {
        let query = context.request.query
        let input = ItemCatalog.Input(
            page: query.filled("page_no"), pageSize: query.filled("items_per_page"),
            text: query.filled("search_value"))
        return try await answers.kept(for: context) { style in
            let page = { @Sendable [operations] () async throws -> [UInt8] in
                switch try await operations.catalog.output(for: input) {
                case .success(let page): JSONWriter.bytes(of: ProductPage(page, style))
                case .failure(let refusal):
                    throw APIError(refusal.faults, names: Self.pageNames, words: operations.words)
                }
            }
            guard input.isCostly else { return .bytes(try await page()) }
            return try await searches.run(for: context.address) { [temporaryFolder] in
                try Self.body(try await page(), temporaryFolder)
            }
        }
    }

    /// Keeps a long answer in a temporary file rather than in memory while a slow client reads it.
    private static func body(_ json: [UInt8], _ folder: String) throws -> Response.Body {
        guard json.count > mostInMemory else { return .bytes(json) }
        guard let file = OpenFile.temporary(in: folder, holding: json) else {
            throw SiteError.failed("no file for a page of the API can be made in \(folder)")
        }
        return .file(file)
    }

    func show(_ context: RequestContext, _ id: Market.Item.ID) async throws -> Response {
        return try await answers.kept(for: context, isNamedByBytes: true) { style in
            .json(Product(try await operations.catalog.item(id), style))
        }
    }

    func post(_ context: RequestContext) async throws -> Response {
        try await operations.withForm(of: context) { form in
            var fields = try await APIFields(part: ItemOperations.fieldsName, of: form)
            var input = ItemForm.Input()
            input.demands = [.photos, .price]
            input.discountMeaning = .takenOff
            input.title = fields.text(.name) ?? ""
            input.category = .number(Double(Market.Category.other.rawValue))
            input.price = fields.number(.price) ?? ""
            input.discountedPrice = fields.number(.discountedPrice) ?? ""
            input.currency = fields.text(.currency) ?? ""
            input.stock = fields.number(.stock) ?? "0"
            input.content = fields.text(.description, .descriptions) ?? ""
            input.password = fields.text(.secret) ?? ""
            input.vendor = context.request.headers["identifier"].flatMap(VendorIdentifier.init)
            try fields.check()
            return answer(
                try await operations.post(input, photos: form.callPhotos, context), context)
        }
    }

    func change(_ context: RequestContext, _ id: Market.Item.ID) async throws -> Response {
        var fields = try await operations.fields(of: context)
        let secret = fields.text(.secret)
        try fields.check()
        let expected = try await operations.expected(id, context) { item in
            answers.tag(for: context) { Product(item, $0) }
        }
        try await operations.prove(secret, for: id, context)
        var changes = ItemChange.Input(id: id)
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
        return answer(try await operations.change(changes, of: expected, context), context)
    }

    /// - Throws: 400 if the item has no such photo.
    private func photo(
        _ entered: EnteredNumber, of id: Market.Item.ID
    ) async throws -> Photo.ID {
        let number = Int64(entered)
        let photos = try await operations.catalog.item(id).photos
        guard let photo = photos.first(where: { Int64($0.number) == number }) else {
            throw APIError(
                invalid: [
                    CallFault(
                        "thumbnail_id", "이 상품의 사진 가운데 하나를 골라주세요.",
                        "Choose one of the photos of this product.")
                ])
        }
        return photo
    }

    private func answer(_ item: ListedItem, _ context: RequestContext) -> Response {
        answers.response(for: context) { Product(item, $0) }
    }
}

extension Query {
    /// The value if it is present and not blank.
    fileprivate func filled(_ name: String) -> String? {
        self[name].flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
    }
}
