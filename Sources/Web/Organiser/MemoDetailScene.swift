import HTTPServer
import Mustache
import ViewModels

/// `/my/memos/7`: one memo to read.
struct MemoDetailScene: Sendable {
    private let memo: MemoDetail
    private let pages: Pages

    init(_ dependencies: Dependencies) {
        memo = MemoDetail(storage: dependencies.storage)
        pages = dependencies.pages
    }

    func show(_ context: RequestContext) async throws -> Response {
        let output = try await memo.output(for: try context.id(), of: try context.account)
        return try pages.response(output, \.organiser.memo, for: context)
    }
}

extension MemoDetail.Output: TemplateData {
    public static let fields: [Field<MemoDetail.Output>] = [
        Field("id") { $0.id },
        Field("title") { $0.title },
        Field("text") { $0.text },
        Field("item") { $0.item },
        Field("reminder") { $0.reminder },
        Field("dateCreated") { $0.dateCreated },
        Field("dateModified") { $0.dateModified },
    ]
}
