import HTTPServer
import Market
import Mustache
import ViewModels

/// `/my/trash`, and `POST /my/deletions/7/restoration`, which brings back what was deleted.
struct TrashScene: Sendable {
    private let trash: Trash
    private let pages: Pages
    private let cookies: CookieJar

    init(_ dependencies: Dependencies) {
        trash = Trash(storage: dependencies.storage)
        pages = dependencies.pages
        cookies = dependencies.cookies
    }

    func show(_ context: RequestContext) async throws -> Response {
        let output = try await trash.output(of: try context.account, at: context.now)
        return try pages.response(output, \.organiser.trash, for: context)
    }

    func restore(_ context: RequestContext) async throws -> Response {
        let outcome = try await trash.restore(
            try context.id(), of: try context.account, at: context.now)
        switch outcome {
        case .saved(let kind):
            let page = context.pageBefore(orElse: kind == .memos ? Link.memos() : Link.taskLists())
            return Flash(.restored).redirect(to: page, cookies)
        case .refused(let output, let refusal):
            return try pages.response(
                output, refusal, alert: output.alert, \.organiser.trash, for: context)
        }
    }
}

extension Trash.Output: TemplateData {
    public static let fields: [Field<Trash.Output>] = [
        Field("entries") { $0.entries },
        Field("emptyText") { $0.emptyText },
    ]
}

extension Trash.Entry: TemplateData {
    public static let fields: [Field<Trash.Entry>] = [
        Field("title") { $0.title },
        Field("restorationPath") { Link.restoration($0.id) },
        Field("dateDeleted") { $0.dateDeleted },
        Field("dateGone") { $0.dateGone },
    ]
}
