import HTTPServer
import ViewModels

/// `/my/tasks/7`: one task, the form that edits it, and the buttons that complete it or take it
/// back.
struct TodoDetailScene: Sendable {
    private let todo: TodoDetail
    private let pages: Pages
    private let cookies: CookieJar
    private let forms: FormLimiter

    init(_ dependencies: Dependencies) {
        todo = TodoDetail(storage: dependencies.storage)
        pages = dependencies.pages
        cookies = dependencies.cookies
        forms = dependencies.formLimiter
    }

    func show(_ context: RequestContext) async throws -> Response {
        let output = try await todo.output(for: try context.id(), of: try context.account)
        return try pages.response(output, \.organiser.todo, for: context)
    }

    func edit(_ context: RequestContext) async throws -> Response {
        let account = try context.account
        let (input, revision) = try await forms.withForm(of: context, .withoutFiles) { form in
            (TodoInput(form), form.revision)
        }
        let outcome = try await todo.edit(
            try context.id(), input, revision: revision, of: account, at: context.now)
        switch outcome {
        case .saved(let list): return Flash(.updated).redirect(to: Link.taskList(list), cookies)
        case .refused(let output, let refusal):
            return try pages.response(
                output, refusal, alert: output.alert, \.organiser.todo, for: context)
        }
    }

    func complete(_ context: RequestContext) async throws -> Response {
        try await setCompleted(true, context)
    }

    func takeBack(_ context: RequestContext) async throws -> Response {
        try await setCompleted(false, context)
    }

    private func setCompleted(_ isCompleted: Bool, _ context: RequestContext) async throws
        -> Response
    {
        let list = try await todo.setCompleted(
            isCompleted, try context.id(), of: try context.account, at: context.now)
        return .redirect(to: context.pageBefore(orElse: Link.taskList(list)))
    }
}

extension TodoInput {
    init(_ form: Form) {
        self.init(
            title: form.text("title") ?? "", reminder: form.text("reminder") ?? "",
            item: form.text("item") ?? "")
    }
}

extension Form {
    /// The revision that an edit was made from; 0, which none is, when the form does not say.
    var revision: Int64 {
        text("revision").flatMap { Int64(digits: $0) } ?? 0
    }
}
