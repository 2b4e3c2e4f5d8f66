import HTTPServer
import ViewModels

/// A button that needs an account. It carries nothing typed, so the action is done as soon as the
/// guest who pressed it has signed in; any other form is shown again first.
///
/// The action arrives in the sign-in's form, which another site cannot send (`CrossSite`); it
/// cannot come from a link.
struct PendingAction: Sendable {
    /// What became of the action, done or refused.
    struct Outcome: Sendable {
        /// The page to go on to.
        let path: ReturnPath
        /// What was done, or why it was refused.
        let alert: Alert?
        /// The redirect there, or the page that explains the refusal, as a member would get it.
        let response: Response
    }

    /// Receives the values of the path's variable segments.
    typealias Handler<each Parameter> =
        @Sendable (RequestContext, CarriedForm, repeat each Parameter) async throws -> Outcome

    let purpose: SignIn.Purpose
    /// The segments of the path that the button posts to.
    private let segments: [Substring]
    private let handler:
        @Sendable (RequestContext, CarriedForm, [Substring]) async throws -> Outcome

    init<each Parameter: PathParameter>(
        _ path: Path<repeat each Parameter>, for purpose: SignIn.Purpose,
        _ handler: @escaping Handler<repeat each Parameter>
    ) {
        self.purpose = purpose
        segments = Self.segments(of: path.pattern)
        self.handler = { context, form, segments in
            let parameters = try path.parameters(in: segments)
            return try await handler(context, form, repeat each parameters)
        }
    }

    func isAsked(by form: CarriedForm) -> Bool { parameters(of: form) != nil }

    /// Carries out the action for the account that is signed in now. Returns nil for another action's form.
    func outcome(of form: CarriedForm, for context: RequestContext) async throws -> Outcome? {
        guard let parameters = parameters(of: form) else { return nil }
        return try await handler(context, form, parameters)
    }

    /// The values of the variable segments; nil if the form was sent to another path.
    private func parameters(of form: CarriedForm) -> [Substring]? {
        let sent = Self.segments(of: form.action.text)
        guard sent.count == segments.count else { return nil }
        let pairs = zip(segments, sent)
        guard pairs.allSatisfy({ $0.hasPrefix(":") || $0 == $1 }) else { return nil }
        return pairs.filter { $0.0.hasPrefix(":") }.map(\.1)
    }

    private static func segments(of path: String) -> [Substring] {
        path.split(separator: "/", omittingEmptySubsequences: false)
    }
}

extension Presenter where Output: FormOutput {
    /// The outcome of a pending action; if it was refused, its response is the page that a member would get.
    func outcome<Saved>(
        _ result: FormResult<Saved, Output>, for context: RequestContext,
        saying alert: Alert.Name, on path: ReturnPath
    ) throws -> PendingAction.Outcome {
        switch result {
        case .saved:
            PendingAction.Outcome(
                path: path, alert: Alert(alert), response: redirect(to: path.text, alert))
        case .refused(let output):
            PendingAction.Outcome(
                path: path, alert: output.alert, response: try form(output, for: context))
        }
    }
}
