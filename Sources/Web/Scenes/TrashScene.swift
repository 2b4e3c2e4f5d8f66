import HTTPServer
import Market
import Mustache
import ViewModels

/// `/my/trash`, and `POST /my/deletions/7/restoration`, which brings back what was deleted.
struct TrashScene: Sendable {
    private let trash: Trash
    private let pages: Pages
    private let cookies: CookieJar

    init(_ parts: SiteParts) {
        trash = Trash(storage: parts.storage)
        pages = parts.pages
        cookies = parts.cookies
    }

    func show(_ visit: Visit) async throws -> Response {
        let output = try await trash.output(of: try visit.account, at: visit.now)
        return try pages.response(output, \.organiser.trash, for: visit)
    }

    func restore(_ visit: Visit) async throws -> Response {
        let outcome = try await trash.restore(
            try visit.id(), of: try visit.account, at: visit.now)
        switch outcome {
        case .saved(let kind):
            let page = visit.pageBefore(orElse: kind == .memos ? .memos : .taskLists)
            return Flash(.restored).redirect(to: page, cookies)
        case .refused(let output, let refusal):
            return try pages.response(
                output, refusal, alert: output.alert, \.organiser.trash, for: visit)
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
        Field("restorationPath") { Scene.restoration($0.id).path },
        Field("dateDeleted") { $0.dateDeleted },
        Field("dateGone") { $0.dateGone },
    ]
}
