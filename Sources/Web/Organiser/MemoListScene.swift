import HTTPServer
import Mustache
import ViewModels

/// `/my/memos`: the memos, newest first.
struct MemoListScene: Sendable {
    private let memos: MemoList
    private let pages: Pages

    init(_ dependencies: Dependencies) {
        memos = MemoList(storage: dependencies.storage)
        pages = dependencies.pages
    }

    func show(_ context: RequestContext) async throws -> Response {
        let output = try await memos.output(
            before: context.request.query["before"], of: try context.account)
        return try pages.response(output, \.organiser.memos, for: context)
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
