import HTTPServer
import Market
import OpenMarket
import ViewModels

/// The first generation's calls: `/api/items/{page}`, `/api/item` and `/api/item/{id}`.
struct ItemEndpoints: Sendable {
    private static let names: [ItemForm.Field: String] = [
        .photos: "images[]", .content: "descriptions",
    ]

    private let operations: ItemOperations
    private let answers: APIResponses

    init(_ dependencies: Dependencies) {
        // Its clients understand only 404 as a wrong password; one of them waits for ever on 403.
        operations = ItemOperations(dependencies, names: Self.names, wrongPassword: .notFound)
        answers = APIResponses(dependencies)
    }

    func list(_ context: RequestContext, _ page: Substring) async throws -> Response {
        // Its clients read prices as whole numbers, and reject a page that has any other.
        let input = ItemCatalog.Input(page: String(page), onlyWholePrices: true)
        return try await answers.kept(for: context) { style in
            switch try await operations.catalog.output(for: input) {
            case .success(let page): .json(OpenMarket.ItemPage(page, style))
            case .failure(let refusal):
                throw APIError(refusal.faults, names: [:], words: operations.words)
            }
        }
    }

    func show(_ context: RequestContext, _ id: Market.Item.ID) async throws -> Response {
        return try await answers.kept(for: context, isNamedByBytes: true) { style in
            .json(OpenMarket.Item(try await operations.catalog.item(id), style))
        }
    }

    func post(_ context: RequestContext) async throws -> Response {
        try await operations.withForm(of: context) { form in
            var fields = try APIFields(form)
            var input = ItemForm.Input()
            input.demands = [.photos, .price]
            input.title = fields.text(.title) ?? ""
            input.category =
                fields.number(.category) ?? .number(Double(Market.Category.other.rawValue))
            input.price = fields.number(.price) ?? ""
            input.discountedPrice = fields.number(.discountedPrice) ?? ""
            input.currency = fields.text(.currency) ?? ""
            input.stock = fields.number(.stock) ?? ""
            input.content = fields.text(.descriptions) ?? ""
            input.password = fields.text(.password) ?? ""
            return answer(
                try await operations.post(input, photos: form.callPhotos, context), context)
        }
    }

    /// Changes an item; with the password alone it only checks the password.
    func change(_ context: RequestContext, _ id: Market.Item.ID) async throws -> Response {
        return try await operations.withForm(of: context) { form in
            var fields = try APIFields(form)
            var changes = ItemChange.Input(id: id)
            changes.title = fields.text(.title)
            changes.category = fields.number(.category)
            changes.price = fields.number(.price)
            changes.discountedPrice = fields.number(.discountedPrice)
            changes.currency = fields.text(.currency)
            changes.stock = fields.number(.stock)
            changes.content = fields.text(.descriptions)
            let expected = try await expected(id, context)
            try await operations.prove(fields.text(.password), for: id, context)
            return answer(
                try await operations.change(
                    changes, photos: form.callPhotos, of: expected, context), context)
        }
    }

    /// Deletes an item and answers with it.
    func delete(_ context: RequestContext, _ id: Market.Item.ID) async throws -> Response {
        var fields = try await operations.fields(of: context)
        let password = fields.text(.password) ?? ""
        try fields.check()
        let expected = try await expected(id, context)
        return answer(
            try await operations.delete(id, .password(password), of: expected, context), context)
    }

    private func expected(_ id: Market.Item.ID, _ context: RequestContext) async throws
        -> ListedItem?
    {
        try await operations.expected(id, context) { item in
            answers.tag(for: context) { OpenMarket.Item(item, $0) }
        }
    }

    private func answer(_ item: ListedItem, _ context: RequestContext) -> Response {
        answers.response(for: context) { OpenMarket.Item(item, $0) }
    }
}
