import HTTPServer
import Market
import ViewModels

/// The requests that an item's form makes while it is filled in: validation of completed rows at
/// `/items/check`, and saving an account's draft at `/items/draft`.
struct ItemFormTypingScene: Sendable {
    /// The field that names a row the user has left; sent once for each row.
    private static let leftRow = "left"

    private let drafts: ItemFormDraft
    private let reader: ItemFormReader
    private let pages: Pages

    init(_ dependencies: Dependencies) {
        drafts = ItemFormDraft(storage: dependencies.storage)
        reader = ItemFormReader(photos: dependencies.photoUploads, forms: dependencies.formLimiter)
        pages = dependencies.pages
    }

    /// Answers `{"faults": {"title": "…", "price": null}, "price": "75,000원", "category": 9,
    /// "categoryName": "가구"}`: what is wrong in each row that was left, the price as it was
    /// understood, and the category to suggest.
    func check(_ context: RequestContext) async throws -> Response {
        let input = try await reader.typed(context) { input, form in
            let rows = form.all(Self.leftRow).compactMap { value -> ItemForm.Field? in
                if case .text(let name) = value { ItemForm.Field(rawValue: name) } else { nil }
            }
            return ItemFormCheck.Input(input, rows: Set(rows))
        }
        let output = ItemFormCheck().output(for: input)
        var json = JSONWriter()
        json.object { json in
            json.key("faults")
            json.object { json in
                for row in output.rows {
                    json.key(row.field.rawValue)
                    json.value(row.message.map { pages.text($0, for: context) })
                }
            }
            json.key("price")
            json.value(output.price.map { pages.text($0, for: context) })
            json.field("category", output.likelyCategory?.rawValue)
            json.field(
                "categoryName", output.likelyCategory.map { pages.text($0.name, for: context) })
        }
        var response = Response(type: "application/json", body: json.take())
        response.append("Cache-Control", "no-store")
        return response
    }

    /// Answers the page's script, so without a redirect; 409 means that another draft is waiting.
    func keep(_ context: RequestContext) async throws -> Response {
        guard let account = context.member?.account.id else { return Response(.forbidden) }
        let input = try await reader.typed(context) { input, _ in input }
        let outcome = try await drafts.submit(input, of: account)
        return switch outcome {
        case .kept, .forgotten: Response(.noContent)
        case .otherWaits: Response(.conflict)
        case .tooLong: Response(.contentTooLarge)
        }
    }

    /// Discards the draft that is waiting. Its button belongs to the form of the new item, so that
    /// without scripts, too, what was typed there is kept, in its place.
    func forget(_ context: RequestContext) async throws -> Response {
        let account = try context.account
        // Without scripts, the photos are uploaded only now.
        let input = try await reader.input(context)
        switch try await drafts.submit(input, discardingOther: true, of: account) {
        case .kept: return .redirect(to: Link.itemForm() + "?draft=1")
        case .forgotten: return .redirect(to: Link.itemForm())
        // Never so for a form that takes the other's place.
        case .otherWaits: throw SiteError.conflict
        case .tooLong: throw SiteError.contentTooLarge
        }
    }
}
