import HTTPServer
import ViewModels

/// What becomes of a form that came through the sign-in or the sign-up.
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
