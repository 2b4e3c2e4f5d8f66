import HTTPServer
import Mustache
import ViewModels

/// `/my`: the organiser's main page.
struct OrganiserHomeScene: Sendable {
    private let home: OrganiserHome
    private let pages: Pages

    init(_ parts: SiteParts) {
        home = OrganiserHome(storage: parts.storage)
        pages = parts.pages
    }

    func show(_ visit: Visit) async throws -> Response {
        let output = try await home.output(of: try visit.account, at: visit.now)
        return try pages.response(output, \.organiser.home, for: visit)
    }
}

extension OrganiserHome.Output: TemplateData {
    public static let fields: [Field<OrganiserHome.Output>] = [
        Field("lists") { $0.lists },
        Field("openTodos") { $0.openTodos },
        Field("dueReminders") { $0.dueReminders },
        Field("lastCompleted") { $0.lastCompleted },
        Field("newestMemo") { $0.newestMemo },
    ]
}
