import HTTPServer
import Market
import ViewModels

/// `/my/memos/new`, `POST /my/memos` and `/my/memos/7/edit`: writes a memo or edits one.
struct MemoEditorScene: Sendable {
    private let editor: MemoEditor
    private let pages: Pages
    private let cookies: CookieJar
    private let forms: FormLimiter

    init(_ dependencies: Dependencies) {
        editor = MemoEditor(storage: dependencies.storage)
        pages = dependencies.pages
        cookies = dependencies.cookies
        forms = dependencies.formLimiter
    }

    func showNew(_ context: RequestContext) async throws -> Response {
        _ = try context.account
        let output = try await editor.blank(item: context.request.query["item"] ?? "")
        return try pages.response(output, \.organiser.memoEditor, for: context)
    }

    func create(_ context: RequestContext) async throws -> Response {
        let account = try context.account
        let input = try await forms.withForm(of: context, .withoutFiles) { MemoEditor.Input($0) }
        switch try await editor.create(input, of: account, at: context.now) {
        case .saved:
            let item = Item.ID(digits: input.item).map { Link.item($0) }
            return Flash(.posted).redirect(to: item ?? Link.memos(), cookies)
        case .refused(let output, let refusal): return try page(output, refusal, context)
        }
    }

    func show(_ context: RequestContext) async throws -> Response {
        let output = try await editor.filled(with: try context.id(), of: try context.account)
        return try pages.response(output, \.organiser.memoEditor, for: context)
    }

    func edit(_ context: RequestContext) async throws -> Response {
        let account = try context.account
        let (input, revision) = try await forms.withForm(of: context, .withoutFiles) { form in
            (MemoEditor.Input(form), form.revision)
        }
        do {
            let outcome = try await editor.edit(
                try context.id(), input, revision: revision, of: account, at: context.now)
            switch outcome {
            case .saved(let id): return Flash(.updated).redirect(to: Link.memo(id), cookies)
            case .refused(let output, let refusal): return try page(output, refusal, context)
            }
        } catch StorageError.notFound {
            let output = try await editor.rescue(input)
            return try pages.response(
                output, \.organiser.memoEditor, status: .notFound, alert: output.alert,
                for: context)
        }
    }

    private func page(
        _ output: MemoEditor.Output, _ refusal: Refusal.Reason, _ context: RequestContext
    ) throws -> Response {
        try pages.response(
            output, refusal, alert: output.alert, \.organiser.memoEditor, for: context)
    }
}

extension MemoEditor.Input {
    fileprivate init(_ form: Form) {
        self.init(
            text: form.text("text") ?? "", reminder: form.text("reminder") ?? "",
            item: form.text("item") ?? "")
    }
}
