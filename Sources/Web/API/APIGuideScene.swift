import HTTPServer
import Market
import Mustache

/// `/api`: tells developers how programs call the market.
struct APIGuideScene: Sendable {
    private let pages: Pages
    private let origin: Origin
    private let mostMegabytes: Int
    private let template: PageTemplate<APIGuidePage>

    init(_ dependencies: Dependencies) throws {
        pages = dependencies.pages
        template = try pages.templates.page("api/api-guide")
        origin = dependencies.origin
        mostMegabytes = dependencies.photoUploads.mostMegabytes
    }

    func show(_ context: RequestContext) async throws -> Response {
        let page = APIGuidePage(
            origin: origin.text(for: context.request), mostMegabytes: mostMegabytes)
        return try await pages.response(
            for: context, variant: "", at: page.origin, template
        ) { page }
    }
}

/// The guide, with examples that run against the very site that shows it.
struct APIGuidePage: TemplateData, Aging {
    /// `https://market.example`.
    let origin: String
    /// Of a photo.
    let mostMegabytes: Int

    /// It says nothing of the items.
    var freshUntil: Timestamp { Timestamp(seconds: .max) }

    static let fields: [Field<APIGuidePage>] = [
        Field("origin") { $0.origin },
        Field("mostMegabytes") { $0.mostMegabytes },
    ]
}
