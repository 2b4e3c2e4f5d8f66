import HTTPServer
import Mustache
import ViewModels

/// `/my`: the organiser's main page.
struct OrganiserHomeScene: Sendable {
    private let home: OrganiserHome
    private let pages: Pages

    init(_ dependencies: Dependencies) {
        home = OrganiserHome(storage: dependencies.storage)
        pages = dependencies.pages
    }

    func show(_ context: RequestContext) async throws -> Response {
        let output = try await home.output(of: try context.account, at: context.now)
        return try pages.response(output, \.organiser.home, for: context)
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
