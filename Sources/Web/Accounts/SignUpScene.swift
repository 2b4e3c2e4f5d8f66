import HTTPServer
import Mustache
import ViewModels

/// `/signup`: the form that opens an account, and the page of recovery codes that answers it.
struct SignUpScene: Sendable {
    private let signUp: SignUp
    private let sessions: Sessions
    private let resumption: Resumption
    private let marks: PostingMark
    private let page: Presenter<CredentialsPage>
    private let codesPage: Presenter<RecoveryCodesPage>

    init(_ dependencies: Dependencies, _ resumption: Resumption) throws {
        signUp = dependencies.signUp
        sessions = dependencies.sessions
        self.resumption = resumption
        marks = dependencies.marks
        page = try dependencies.page("accounts/sign-up")
        codesPage = try dependencies.page("accounts/recovery-codes")
    }

    func show(_ context: RequestContext) async throws -> Response {
        try page.begin(context) { signUp.output(nickname: $0) }
    }

    func submit(_ context: RequestContext) async throws -> Response {
        let form = try await page.forms.withForm(of: context) { $0 }
        let continuation = Continuation(in: form)
        let input = SignUp.Input(form, for: resumption.purpose(of: continuation.carried))
        if form.isToBeFilledIn {
            let output = signUp.output(nickname: input.nickname, for: input.purpose)
            return try page.form(output, continuation, for: context)
        }
        switch try await signUp.submit(input, from: context.address, at: context.now) {
        case .saved(let opened):
            return try await sessions.begin(opened.credentials, for: context) { context in
                try await show(opened.codes, context, continuation)
            }
        case .refused(let output): return try page.form(output, continuation, for: context)
        }
    }

    /// Shows the codes as the answer to the POST; a redirect would have to store them, and they
    /// must exist only on this page.
    private func show(
        _ codes: [String], _ context: RequestContext, _ continuation: Continuation
    ) async throws -> Response {
        var page = RecoveryCodesPage(
            codes: codes, returnPath: continuation.returnPath, isNew: true,
            posted: await marks.countItems(context))
        var alert: Alert?
        if let carried = continuation.carried {
            switch await resumption.outcome(of: carried, for: context) {
            case nil where resumption.isOfAnother(carried, context):
                alert = Alert(.signedInAsAnother)
            case nil: page.carried = carried
            case .success(let outcome):
                page.returnPath = outcome.path
                alert = outcome.alert
            case .failure(let error):
                page.carried = carried
                alert = error.page.alert
            }
        }
        return try codesPage.response(page, alert: alert, caching: "no-store", for: context)
    }
}
