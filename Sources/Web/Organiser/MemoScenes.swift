import HTTPServer
import Market
import Mustache
import ViewModels

/// `/my/memos`: the memos, newest first.
struct MemoListScene: Sendable {
    private let memos: MemoList
    private let template: PageTemplate<MemoList.Output>
    private let pages: Pages

    init(_ dependencies: Dependencies) throws {
        memos = MemoList(storage: dependencies.storage)
        template = try dependencies.pages.templates.page("organiser/memo-list")
        pages = dependencies.pages
    }

    func show(_ context: RequestContext) async throws -> Response {
        let input = MemoList.Input(
            account: try context.account, before: context.request.query["before"])
        return try pages.response(try await memos.output(for: input), template, for: context)
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

/// `/my/memos/7`: one memo to read.
struct MemoDetailScene: Sendable {
    private let memo: MemoDetail
    private let template: PageTemplate<MemoDetail.Output>
    private let pages: Pages

    init(_ dependencies: Dependencies) throws {
        memo = MemoDetail(storage: dependencies.storage)
        template = try dependencies.pages.templates.page("organiser/memo-detail")
        pages = dependencies.pages
    }

    func show(_ context: RequestContext, _ id: Memo.ID) async throws -> Response {
        let input = MemoDetail.Input(account: try context.account, id: id)
        return try pages.response(try await memo.output(for: input), template, for: context)
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

/// `/my/memos/new`, `POST /my/memos` and `/my/memos/7/edit`: writes a memo or edits one.
struct MemoEditorScene: Sendable {
    private let editor: MemoEditor
    private let template: PageTemplate<MemoEditor.Output>
    private let pages: Pages
    private let cookies: CookieJar
    private let forms: FormLimiter

    init(_ dependencies: Dependencies) throws {
        editor = MemoEditor(storage: dependencies.storage)
        template = try dependencies.pages.templates.page("organiser/memo-editor")
        pages = dependencies.pages
        cookies = dependencies.cookies
        forms = dependencies.formLimiter
    }

    func showNew(_ context: RequestContext) async throws -> Response {
        let item = context.request.query["item"] ?? ""
        return try await show(MemoEditor.Input(account: try context.account, item: item), context)
    }

    func show(_ context: RequestContext, _ id: Memo.ID) async throws -> Response {
        try await show(
            MemoEditor.Input(account: try context.account, mode: .editing(id)), context)
    }

    func create(_ context: RequestContext) async throws -> Response {
        let input = try await input(.composing, context)
        return try await submit(input, context) { _ in
            let item = Item.ID(digits: input.item).map { Link.item($0) }
            return Flash(.posted).redirect(to: item ?? Link.memos(), cookies)
        }
    }

    func edit(_ context: RequestContext, _ id: Memo.ID) async throws -> Response {
        try await submit(try await input(.editing(id), context), context) { id in
            Flash(.updated).redirect(to: Link.memo(id), cookies)
        }
    }

    private func show(
        _ input: MemoEditor.Input, _ context: RequestContext
    ) async throws -> Response {
        try pages.form(try await editor.output(for: input), template, for: context)
    }

    private func input(
        _ mode: MemoEditor.Mode, _ context: RequestContext
    ) async throws -> MemoEditor.Input {
        let account = try context.account
        return try await forms.withForm(of: context, .withoutFiles) { form in
            MemoEditor.Input(
                account: account, mode: mode, text: form["text"], reminder: form["reminder"],
                item: form["item"], revision: form.revision)
        }
    }

    private func submit(
        _ input: MemoEditor.Input, _ context: RequestContext, saved: (Memo.ID) -> Response
    ) async throws -> Response {
        switch try await editor.submit(input, at: context.now) {
        case .saved(let id): return saved(id)
        case .refused(let output): return try pages.form(output, template, for: context)
        }
    }
}

extension MemoEditor.Output: TemplateData {
    public static let fields: [Field<MemoEditor.Output>] = [
        Field("heading") { $0.heading },
        Field("action") { $0.action },
        Field("cancelPath") { $0.cancelPath },
        Field("revision") { $0.revision },
        Field("text") { $0.input.text },
        Field("reminder") { $0.input.reminder },
        Field("item") { $0.item },
        Field("current") { $0.current },
        Field("isFresh") { $0.refusal == nil },
        Field("textFault") { $0.message("text") },
        Field("reminderFault") { $0.message("reminder") },
        Field("itemFault") { $0.message("item") },
    ]

    private var action: String {
        switch input.mode {
        case .composing: Link.memos()
        case .editing(let id): Link.memoEdit(id)
        }
    }

    private var cancelPath: String {
        switch input.mode {
        case .composing: Link.memos()
        case .editing(let id): Link.memo(id)
        }
    }

    private var revision: Int64? {
        switch input.mode {
        case .composing: nil
        case .editing: input.revision
        }
    }
}
