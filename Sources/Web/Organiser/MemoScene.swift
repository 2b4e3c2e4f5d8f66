import HTTPServer
import Market
import Mustache
import ViewModels

/// `/my/memos`: all memos, newest first; `/my/memos/7`: one memo; `/my/memos/new` and
/// `/my/memos/7/edit`: the form that writes or edits one.
struct MemoScene: Sendable {
    private let storage: any MarketStorage
    private let zone: MarketTimeZone
    private let list: Presenter<PagedList<MemoList.Entry, Memo.ID>>
    private let detail: Presenter<MemoDetail.Output>
    private let editor: Presenter<MemoEditor.Output>

    init(_ dependencies: Dependencies) throws {
        storage = dependencies.storage
        zone = dependencies.zone
        list = try dependencies.page("organiser/memo-list")
        detail = try dependencies.page("organiser/memo-detail")
        editor = try dependencies.page("organiser/memo-editor")
    }

    func showList(_ context: RequestContext) async throws -> Response {
        let output = try await MemoList(storage: storage, zone: zone)
            .output(for: try context.account, before: context.pageKey())
        return try list.response(PagedList(path: Link.memos(), page: output), for: context)
    }

    func show(_ context: RequestContext, _ id: Memo.ID) async throws -> Response {
        let output = try await MemoDetail(storage: storage, zone: zone).output(
            for: id, of: try context.account)
        return try detail.response(output, for: context)
    }

    func showNew(_ context: RequestContext) async throws -> Response {
        _ = try context.account
        let input = NoteInput(item: context.request.query["item"] ?? "")
        let output = try await MemoEditor(storage: storage, zone: zone).output(
            for: input, at: context.now)
        return try editor.form(output, for: context)
    }

    func showEdit(_ context: RequestContext, _ id: Memo.ID) async throws -> Response {
        let output = try await MemoEditor(storage: storage, zone: zone)
            .output(for: id, of: try context.account, at: context.now)
        return try editor.form(output, for: context)
    }

    func create(_ context: RequestContext) async throws -> Response {
        let (input, result) = try await submit(nil, context)
        return try editor.answer(result, for: context, saying: .memoSaved) { _ in
            Item.ID(digits: input.item).map { Link.item($0) } ?? Link.memos()
        }
    }

    func edit(_ context: RequestContext, _ id: Memo.ID) async throws -> Response {
        let (_, result) = try await submit(id, context)
        return try editor.answer(result, for: context, saying: .updated) { Link.memo($0) }
    }

    private func submit(
        _ id: Memo.ID?, _ context: RequestContext
    ) async throws -> (NoteInput, FormResult<Memo.ID, MemoEditor.Output>) {
        let (account, input, revision) = try await editor.input(context) { account, form in
            (account, NoteInput(form, text: "text"), form.revision)
        }
        let result = try await MemoEditor(storage: storage, zone: zone)
            .submit(input, for: id, revision: revision, of: account, at: context.now)
        return (input, result)
    }
}

extension MemoList.Entry: TemplateData {
    public static let fields: [Field<MemoList.Entry>] = [
        Field("id") { $0.id },
        Field("title") { $0.title },
        Field("titleLanguage") { WrittenLanguage($0.title) },
        Field("excerpt") { $0.excerpt.isEmpty ? nil : $0.excerpt },
        Field("excerptLanguage") { WrittenLanguage($0.excerpt) },
        Field("dateModified") { $0.dateModified },
        Field("itemTitle") { $0.itemTitle },
        Field("itemLanguage") { WrittenLanguage($0.itemTitle ?? "") },
        Field("reminder") { $0.reminder },
    ]
}

extension MemoDetail.Output: TemplateData {
    public static let fields: [Field<MemoDetail.Output>] = [
        Field("id") { $0.id },
        Field("title") { $0.title },
        Field("text") { $0.text },
        Field("textLanguage") { WrittenLanguage($0.title) },
        Field("item") { $0.item },
        Field("reminder") { $0.reminder },
        Field("dateCreated") { $0.dateCreated },
        Field("dateModified") { $0.dateModified },
    ]
}

extension MemoEditor.Output: TemplateData {
    public static let fields: [Field<MemoEditor.Output>] =
        [
            Field("heading") { $0.heading },
            Field("action") { $0.id.map { Link.memoEdit($0) } ?? Link.memos() },
            Field("cancelPath") { $0.id.map { Link.memo($0) } ?? Link.memos() },
            Field("revision") { $0.id == nil ? nil : $0.revision },
            Field("text") { $0.input.text },
            Field("reminder") { $0.input.reminder },
            Field("earliestReminder") { $0.earliestReminder },
            Field("item") { $0.item },
            Field("current") { $0.current },
            Field("isFresh") { $0.refusal == nil },
        ] + faults("text", "reminder", "item")
}
