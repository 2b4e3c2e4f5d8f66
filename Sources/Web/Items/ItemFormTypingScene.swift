import HTTPServer
import Market
import ViewModels

/// What the form of an item asks for while it is filled in: what is wrong with the rows that were
/// left, at `/items/check`, and to keep what an account has typed, at `/items/draft`.
struct ItemFormTypingScene: Sendable {
    /// Names a row that was left; there is one for each.
    private static let leftRow = "left"

    private let drafts: ItemFormDraft
    private let reader: ItemFormReader
    private let pages: Pages

    init(_ dependencies: Dependencies) {
        drafts = ItemFormDraft(storage: dependencies.storage)
        reader = ItemFormReader(photos: dependencies.photoUploads, forms: dependencies.formLimiter)
        pages = dependencies.pages
    }

    /// Answers `{"faults": {"title": "…", "price": null}, "price": "75,000원"}`: what has to be put
    /// right in each row that was left, and the price as it was read.
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
        }
        var response = Response(type: "application/json", body: json.take())
        response.append("Cache-Control", "no-store")
        return response
    }

    /// Told by the page's script, which is led nowhere: 409 says that another draft waits.
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

    func forget(_ context: RequestContext) async throws -> Response {
        _ = try await drafts.submit(nil, of: try context.account)
        return .redirect(to: Link.itemForm())
    }
}
