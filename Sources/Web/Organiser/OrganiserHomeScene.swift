import HTTPServer
import Mustache
import ViewModels

/// `/my`: the organiser's main page.
struct OrganiserHomeScene: Sendable {
    private let home: OrganiserHome
    private let page: Presenter<OrganiserHome.Output>

    init(_ dependencies: Dependencies) throws {
        home = OrganiserHome(storage: dependencies.storage)
        page = try dependencies.page("organiser/organiser-home")
    }

    func show(_ context: RequestContext) async throws -> Response {
        let output = try await home.output(for: try context.account, at: context.now)
        return try page.response(output, for: context)
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
