import HTTPServer
import Mustache
import ViewModels

/// `/my/memos`: the memos, newest first.
struct MemoListScene: Sendable {
    private let memos: MemoList
    private let pages: Pages

    init(_ parts: SiteParts) {
        memos = MemoList(storage: parts.storage)
        pages = parts.pages
    }

    func show(_ visit: Visit) async throws -> Response {
        let output = try await memos.output(
            before: visit.request.query["before"], of: try visit.account)
        return try pages.response(output, \.organiser.memos, for: visit)
    }
}

extension MemoList.Output: TemplateData {
    public static let fields: [Field<MemoList.Output>] = [
        Field("entries") { $0.entries },
        Field("isPaged") { !$0.isFirstPage },
        Field("older") { $0.older },
        Field("emptyText") { $0.emptyText },
    ]
}

extension MemoList.Entry: TemplateData {
    public static let fields: [Field<MemoList.Entry>] = [
        Field("id") { $0.id },
        Field("excerpt") { $0.excerpt },
        Field("dateModified") { $0.dateModified },
        Field("isPinned") { $0.isPinned },
        Field("reminder") { $0.reminder },
    ]
}
