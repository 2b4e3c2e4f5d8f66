import HTTPServer
import Mustache

/// `/offline`: what a browser keeps to show where the network fails. It is the same for everybody
/// who reads the same language.
struct OfflineScene: Sendable {
    private let pages: Pages
    private let template: PageTemplate<OfflinePage>

    init(_ pages: Pages) throws {
        self.pages = pages
        template = try pages.templates.page("offline")
    }

    func show(_ context: RequestContext) async throws -> Response {
        try pages.response(OfflinePage(), template, for: context)
    }
}

/// Says nothing but words.
private struct OfflinePage: TemplateData {
    static let fields: [Field<OfflinePage>] = []
}
