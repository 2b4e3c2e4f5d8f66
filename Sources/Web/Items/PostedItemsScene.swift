import HTTPServer
import Market
import Mustache
import ViewModels

/// `/items/posted`: what the browser has posted as a guest, to be answered by each one's password.
struct PostedItemsScene: Sendable {
    private let items: PostedItems
    private let marks: PostingMark
    private let page: Presenter<PostedItems.Output>

    init(_ dependencies: Dependencies) throws {
        items = PostedItems(storage: dependencies.storage)
        marks = dependencies.marks
        page = try dependencies.page("items/posted-items")
    }

    /// Leads to the only one at once.
    func show(_ context: RequestContext) async throws -> Response {
        let output = try await items.output(for: marks.items(context), at: context.now)
        if let item = output.entries.first, output.entries.count == 1, output.hidden.isEmpty {
            return .redirect(to: Link.item(item.id))
        }
        return try page.response(output, for: context)
    }
}

extension PostedItems.Entry: TemplateData {
    public static let fields: [Field<PostedItems.Entry>] = [
        Field("item") { $0.item },
        Field("id") { $0.id },
        Field("conversations") { $0.conversations },
    ]
}

extension PostedItems.Output: TemplateData {
    public static let fields: [Field<PostedItems.Output>] = [
        Field("entries") { $0.entries },
        Field("hidden") { $0.hidden },
        Field("emptyText") { $0.emptyText },
    ]
}
