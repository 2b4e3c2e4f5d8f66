import HTTPServer
import ViewModels

/// `/my/tasks/7`: one task, the form that edits it, and the buttons that complete it or take it
/// back.
struct TodoDetailScene: Sendable {
    private let todo: TodoDetail
    private let pages: Pages
    private let cookies: CookieJar
    private let forms: FormGate

    init(_ parts: SiteParts) {
        todo = TodoDetail(storage: parts.storage)
        pages = parts.pages
        cookies = parts.cookies
        forms = parts.formGate
    }

    func show(_ visit: Visit) async throws -> Response {
        let output = try await todo.output(for: try visit.id(), of: try visit.account)
        return try pages.response(output, \.organiser.todo, for: visit)
    }

    func edit(_ visit: Visit) async throws -> Response {
        let account = try visit.account
        let (input, revision) = try await forms.withForm(of: visit, .withoutFiles) { form in
            (TodoInput(form), form.revision)
        }
        let outcome = try await todo.edit(
            try visit.id(), input, revision: revision, of: account, at: visit.now)
        switch outcome {
        case .saved(let list): return Flash(.updated).redirect(to: .taskList(list), cookies)
        case .refused(let output, let refusal):
            return try pages.response(
                output, refusal, alert: output.alert, \.organiser.todo, for: visit)
        }
    }

    func complete(_ visit: Visit) async throws -> Response {
        try await setCompleted(true, visit)
    }

    func takeBack(_ visit: Visit) async throws -> Response {
        try await setCompleted(false, visit)
    }

    private func setCompleted(_ isCompleted: Bool, _ visit: Visit) async throws -> Response {
        let list = try await todo.setCompleted(
            isCompleted, try visit.id(), of: try visit.account, at: visit.now)
        return .redirect(to: visit.pageBefore(orElse: .taskList(list)))
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
