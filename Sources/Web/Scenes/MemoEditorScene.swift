import HTTPServer
import Market
import ViewModels

/// `/my/memos/new`, `POST /my/memos` and `/my/memos/7/edit`: writes a memo or edits one.
struct MemoEditorScene: Sendable {
    private let editor: MemoEditor
    private let pages: Pages
    private let cookies: CookieJar
    private let forms: FormGate

    init(_ parts: SiteParts) {
        editor = MemoEditor(storage: parts.storage)
        pages = parts.pages
        cookies = parts.cookies
        forms = parts.formGate
    }

    func showNew(_ visit: Visit) async throws -> Response {
        _ = try visit.account
        let output = try await editor.blank(item: visit.request.query["item"] ?? "")
        return try pages.response(output, \.organiser.memoEditor, for: visit)
    }

    func create(_ visit: Visit) async throws -> Response {
        let account = try visit.account
        let input = try await forms.withForm(of: visit, .withoutFiles) { MemoEditor.Input($0) }
        switch try await editor.create(input, of: account, at: visit.now) {
        case .saved:
            let item = Item.ID(digits: input.item).map { Scene.item($0) }
            return Flash(.posted).redirect(to: item ?? .memos, cookies)
        case .refused(let output, let refusal): return try page(output, refusal, visit)
        }
    }

    func show(_ visit: Visit) async throws -> Response {
        let output = try await editor.filled(with: try visit.id(), of: try visit.account)
        return try pages.response(output, \.organiser.memoEditor, for: visit)
    }

    func edit(_ visit: Visit) async throws -> Response {
        let account = try visit.account
        let (input, revision) = try await forms.withForm(of: visit, .withoutFiles) { form in
            (MemoEditor.Input(form), form.revision)
        }
        do {
            let outcome = try await editor.edit(
                try visit.id(), input, revision: revision, of: account, at: visit.now)
            switch outcome {
            case .saved(let id): return Flash(.updated).redirect(to: .memo(id), cookies)
            case .refused(let output, let refusal): return try page(output, refusal, visit)
            }
        } catch ViewModelError.notFound {
            let output = try await editor.rescue(input)
            return try pages.response(
                output, \.organiser.memoEditor, status: .notFound, alert: output.alert,
                for: visit)
        }
    }

    private func page(
        _ output: MemoEditor.Output, _ refusal: Refusal, _ visit: Visit
    ) throws -> Response {
        try pages.response(
            output, refusal, alert: output.alert, \.organiser.memoEditor, for: visit)
    }
}

extension MemoEditor.Input {
    fileprivate init(_ form: Form) {
        self.init(
            text: form.text("text") ?? "", reminder: form.text("reminder") ?? "",
            item: form.text("item") ?? "")
    }
}
