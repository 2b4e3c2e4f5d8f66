import HTTPServer
import Market
import OpenMarket
import ViewModels

/// The first generation of calls: `/api/items/{page}`, `/api/item` and `/api/item/{id}`.
struct ItemCalls: Sendable {
    private static let names: [ItemForm.Field: String] = [
        .photos: "images[]", .content: "descriptions",
    ]

    private let desk: ListingDesk
    private let answers: CallAnswers

    init(_ parts: SiteParts) {
        desk = ListingDesk(parts, names: Self.names)
        answers = CallAnswers(parts)
    }

    func list(_ visit: Visit) async throws -> Response {
        let input = ItemCatalog.Input(page: String(visit.parameters[0]))
        return try await answers.kept(for: visit) { links in
            switch try await desk.catalog.page(input) {
            case .found(let page): OpenMarket.ItemPage(page, links)
            case .refused(let faults): throw CallError(faults, names: [:])
            }
        }
    }

    func show(_ visit: Visit) async throws -> Response {
        let id = try visit.itemID
        return try await answers.kept(for: visit, isNamedByBytes: true) { links in
            OpenMarket.Item(try await desk.catalog.item(id), links)
        }
    }

    func post(_ visit: Visit) async throws -> Response {
        try await desk.withForm(of: visit) { form in
            var fields = try CallFields(form)
            var input = ItemForm.Input()
            input.demands = [.photos, .price]
            input.title = fields.text(.title) ?? ""
            input.category = fields.number(.category) ?? "\(Market.Category.other.rawValue)"
            input.price = fields.number(.price) ?? ""
            input.discountedPrice = fields.number(.discountedPrice) ?? ""
            input.currency = fields.text(.currency) ?? ""
            input.stock = fields.number(.stock) ?? ""
            input.content = fields.text(.descriptions) ?? ""
            input.password = fields.text(.password) ?? ""
            return answer(
                try await desk.post(input, photos: form.callPhotos, visit), visit)
        }
    }

    /// With the password alone it is no more than its check.
    func change(_ visit: Visit) async throws -> Response {
        let id = try visit.itemID
        return try await desk.withForm(of: visit) { form in
            var fields = try CallFields(form)
            var changes = ItemForm.Changes()
            changes.title = fields.text(.title)
            changes.category = fields.number(.category)
            changes.price = fields.number(.price)
            changes.discountedPrice = fields.number(.discountedPrice)
            changes.currency = fields.text(.currency)
            changes.stock = fields.number(.stock)
            changes.content = fields.text(.descriptions)
            let expected = try await expected(id, visit)
            try await desk.prove(fields.text(.password), for: id, visit)
            return answer(
                try await desk.change(
                    id, changes, photos: form.callPhotos, of: expected, visit), visit)
        }
    }

    /// Answers what was deleted.
    func delete(_ visit: Visit) async throws -> Response {
        let id = try visit.itemID
        var fields = try await desk.fields(of: visit)
        let password = fields.text(.password) ?? ""
        try fields.check()
        let expected = try await expected(id, visit)
        return answer(
            try await desk.delete(id, .password(password), of: expected, visit), visit)
    }

    private func expected(_ id: Market.Item.ID, _ visit: Visit) async throws -> ListedItem? {
        try await desk.expected(id, visit) { item in
            answers.tag(for: visit) { OpenMarket.Item(item, $0) }
        }
    }

    private func answer(_ item: ListedItem, _ visit: Visit) -> Response {
        answers.response(for: visit) { OpenMarket.Item(item, $0) }
    }
}
