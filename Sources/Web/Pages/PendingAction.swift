import HTTPServer
import ViewModels

/// A button that takes an account. Nothing is typed for it, so that it is done as soon as the guest
/// who pressed it has signed in; any other form is shown again first.
///
/// It comes along in the form of the sign-in, which another site cannot send (`CrossSite`); no link
/// brings one.
struct PendingAction: Sendable {
    /// What became of it, done or refused.
    struct Outcome: Sendable {
        /// Where to go on.
        let path: ReturnPath
        /// Says what was done, or why it was not.
        let alert: Alert?
        /// Leads there, or is the page that says why not, as it answers a member who presses.
        let response: Response
    }

    /// Is told what stands in the variable segments of the path.
    typealias Handler<each Parameter> =
        @Sendable (RequestContext, CarriedForm, repeat each Parameter) async throws -> Outcome

    let purpose: SignIn.Purpose
    /// Of the path that it is sent to.
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

    /// Does it for who is signed in now. Nil for another's form.
    func outcome(of form: CarriedForm, for context: RequestContext) async throws -> Outcome? {
        guard let parameters = parameters(of: form) else { return nil }
        return try await handler(context, form, parameters)
    }

    /// What stands in the variable segments; nil when the form was sent to another path.
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
    /// What became of a pending action; refused, it is the page that a member reads.
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
