import HTTPServer
import Market
import ViewModels

/// What goes through the pages on the way to an account: where to go on, or a form to go on with.
struct Continuation: Sendable {
    let returnPath: ReturnPath
    let carried: CarriedForm?

    /// Of who comes to the first of these pages.
    init(after request: Request, carrying form: CarriedForm? = nil) {
        returnPath = ReturnPath(after: request)
        carried = form
    }

    /// As the form of one of them brings it along.
    init(in form: Form) {
        returnPath = ReturnPath(named: form.text("return"))
        carried = CarriedForm(in: form)
    }

    /// Another of these pages, where the nickname typed stands already.
    func path(to page: Path<>, nickname typed: String) -> String {
        let path = returnPath.path(by: page)
        guard let nickname = Nickname(typed)?.text.percentEncoded() else { return path }
        return path + (path.contains("?") ? "&" : "?") + "nickname=" + nickname
    }

    /// What stands in the forms for what is carried.
    var hiddenFields: [CarriedField] { carried?.hiddenFields ?? [] }
}

/// What becomes of a form that came through the sign-in, the sign-up or the recovery of a password.
struct Resumption: Sendable {
    private let actions: [PendingAction]
    private let sessions: Sessions
    private let page: Presenter<CarriedForm>

    /// - Parameter actions: what is done at once.
    init(_ dependencies: Dependencies, _ actions: [PendingAction]) throws {
        self.actions = actions
        sessions = dependencies.sessions
        page = try dependencies.page("accounts/resumption")
    }

    /// What is done at once with it; nil when it is shown again first.
    func purpose(of form: CarriedForm?) -> SignIn.Purpose? {
        form.flatMap(action)?.purpose
    }

    /// Answers who has just signed in: does what was pressed, and asks about any other form.
    /// - Parameter alert: says that they are signed in.
    func answer(
        _ form: CarriedForm, alert: Alert, for context: RequestContext
    ) async throws -> Response {
        switch await outcome(of: form, for: context) {
        case nil where isOfAnother(form, context):
            let isSuspended = context.member?.isSuspended ?? false
            return page.redirect(
                to: Link.itemList(), isSuspended ? .suspended : .signedInAsAnother)
        case nil: return try ask(form, alert: alert, for: context)
        case .success(let outcome): return outcome.response
        case .failure(let error):
            let page = error.page
            var response = try ask(form, status: page.status, alert: page.alert, for: context)
            error.appendHints(to: &response)
            return response
        }
    }

    /// Does what was pressed, for who has just signed in, and is so whatever becomes of it. Nil when
    /// they are to send it on themselves. They may send on what failed, too: then the operator reads
    /// why.
    func outcome(
        of form: CarriedForm, for context: RequestContext
    ) async -> Result<PendingAction.Outcome, SiteError>? {
        do {
            guard let outcome = try await action(form)?.outcome(of: form, for: context) else {
                return nil
            }
            return .success(outcome)
        } catch {
            return .failure(SiteError(error))
        }
    }

    /// Whether somebody else has written it than who is signed in now: it is not theirs to read.
    func isOfAnother(_ form: CarriedForm, _ context: RequestContext) -> Bool {
        guard let writer = form.writer, !form.fields.isEmpty else { return false }
        return context.member.map { sessions.writerMark(of: $0.account.id) } != writer
    }

    /// Asks whether it is to be sent now.
    func ask(
        _ form: CarriedForm, status: Status = .ok, alert: Alert, for context: RequestContext
    ) throws -> Response {
        try page.response(form, status: status, alert: alert, caching: "no-store", for: context)
    }

    private func action(_ form: CarriedForm) -> PendingAction? {
        actions.first { $0.isAsked(by: form) }
    }
}
