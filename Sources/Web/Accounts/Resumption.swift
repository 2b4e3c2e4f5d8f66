import HTTPServer
import Market
import ViewModels

/// What the pages on the way to an account carry: the page to return to, or a form to send on.
struct Continuation: Sendable {
    let returnPath: ReturnPath
    let carried: CarriedForm?

    /// For a visitor who arrives at the first of these pages.
    init(after request: Request, carrying form: CarriedForm? = nil) {
        returnPath = ReturnPath(after: request)
        carried = form
    }

    /// Reads what the form of one of these pages carries.
    init(in form: Form) {
        returnPath = ReturnPath(named: form.text("return"))
        carried = CarriedForm(in: form)
    }

    /// The path of another of these pages, which presets the nickname typed so far.
    func path(to page: Path<>, nickname typed: String) -> String {
        let path = returnPath.path(by: page)
        guard let nickname = Nickname(typed)?.text.percentEncoded() else { return path }
        return path + (path.contains("?") ? "&" : "?") + "nickname=" + nickname
    }

    /// The hidden fields for the carried form.
    var hiddenFields: [CarriedField] { carried?.hiddenFields ?? [] }
}

/// Decides what happens to a form carried through the sign-in, the sign-up or a password recovery.
struct Resumption: Sendable {
    private let actions: [PendingAction]
    private let sessions: Sessions
    private let page: Presenter<CarriedForm>

    /// - Parameter actions: the actions that are carried out at once.
    init(_ dependencies: Dependencies, _ actions: [PendingAction]) throws {
        self.actions = actions
        sessions = dependencies.sessions
        page = try dependencies.page("accounts/resumption")
    }

    /// The purpose of the action carried out at once for this form; nil if the form is shown again first.
    func purpose(of form: CarriedForm?) -> SignIn.Purpose? {
        form.flatMap(action)?.purpose
    }

    /// The answer for a visitor who has just signed in: carries out a pressed button, and asks
    /// about any other form.
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

    /// Carries out a pressed button for the member, who stays signed in even if it fails. Returns nil if they
    /// must send the form on themselves. A failed one can be sent on, too; its cause is then logged.
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

    /// Whether the form's writer is another account than the one signed in now, who must not read it.
    func isOfAnother(_ form: CarriedForm, _ context: RequestContext) -> Bool {
        guard let writer = form.writer, !form.fields.isEmpty else { return false }
        return context.member.map { sessions.writerMark(of: $0.account.id) } != writer
    }

    /// Asks whether to send the form now.
    func ask(
        _ form: CarriedForm, status: Status = .ok, alert: Alert, for context: RequestContext
    ) throws -> Response {
        try page.response(form, status: status, alert: alert, caching: "no-store", for: context)
    }

    private func action(_ form: CarriedForm) -> PendingAction? {
        actions.first { $0.isAsked(by: form) }
    }
}
