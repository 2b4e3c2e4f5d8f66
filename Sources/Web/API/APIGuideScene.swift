import HTTPServer
import Market
import Mustache
import ViewModels

/// `/api`: the guide for developers of API clients.
struct APIGuideScene: Sendable {
    private let pages: Pages
    private let origin: Origin
    private let dates: APIDates
    private let zone: MarketTimeZone
    private let mostMegabytes: Int
    private let templates: ByLanguage<PageTemplate<APIGuidePage>>

    init(_ dependencies: Dependencies) throws {
        pages = dependencies.pages
        let library = pages.templates
        templates = try ByLanguage { try library.page("api/api-guide-\($0.tag)") }
        origin = dependencies.origin
        dates = dependencies.apiDates
        zone = dependencies.zone
        mostMegabytes = dependencies.photoUploads.mostMegabytes
    }

    func show(_ context: RequestContext) async throws -> Response {
        let style = dates.style(for: context.request)
        let page = APIGuidePage(
            origin: origin.text(for: context.request),
            dateExample: style.day(context.now, in: zone),
            mostMegabytes: mostMegabytes)
        let template = templates[pages.languages.language(of: context)]
        return try await pages.response(
            for: context, variant: page.dateExample, at: page.origin, template
        ) { page }
    }
}

/// The guide, with examples that work with the very site that shows it.
struct APIGuidePage: TemplateData, Aging {
    /// `https://market.example`.
    let origin: String
    /// Today's date as the second generation writes it.
    let dateExample: String
    /// The largest photo, in MB.
    let mostMegabytes: Int

    /// Never expires, because the guide does not depend on the items.
    var freshUntil: Timestamp { Timestamp(seconds: .max) }

    static let fields: [Field<APIGuidePage>] = [
        Field("origin") { $0.origin },
        Field("dateExample") { $0.dateExample },
        Field("currencies") { _ in Currency.allCases.map(\.rawValue).joined(separator: ", ") },
        Field("mostOnPage") { _ in Int(ItemCatalog.largestPageSize) },
        Field("mostMegabytes") { $0.mostMegabytes },
    ]
}
