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
    private let page: Presenter<CarriedForm>

    /// - Parameter actions: what is done at once.
    init(_ dependencies: Dependencies, _ actions: [PendingAction]) throws {
        self.actions = actions
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
        if let outcome = await outcome(of: form, for: context) {
            return page.redirect(to: outcome.path.text, outcome.alert)
        }
        return try ask(form, alert: alert, for: context)
    }

    /// Does what was pressed, for who has just signed in. Nil when they are to send it on
    /// themselves.
    func outcome(of form: CarriedForm, for context: RequestContext) async -> PendingAction.Outcome?
    {
        // They are signed in whatever becomes of it; what went wrong is said when they send it on.
        try? await action(form)?.outcome(of: form, for: context)
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
