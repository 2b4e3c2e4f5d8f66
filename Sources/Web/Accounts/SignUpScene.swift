import HTTPServer
import ViewModels

/// `/signup`: the form that opens an account, and the recovery codes that answer it.
struct SignUpScene: Sendable {
    private let signUp: SignUp
    private let sessions: Sessions
    private let pages: Pages
    private let forms: FormLimiter

    init(_ dependencies: Dependencies) {
        signUp = dependencies.signUp
        sessions = dependencies.sessions
        pages = dependencies.pages
        forms = dependencies.formLimiter
    }

    func show(_ context: RequestContext) async throws -> Response {
        let returnPath = ReturnPath(after: context.request)
        guard context.member == nil else { return .redirect(to: returnPath.text) }
        let page = SignUpPage(output: signUp.blank(), returnPath: returnPath)
        return try pages.response(page, \.accounts.signUp, for: context)
    }

    func submit(_ context: RequestContext) async throws -> Response {
        let form = try await forms.withForm(of: context, .withoutFiles) { $0 }
        let returnPath = ReturnPath(named: form.text("return"))
        let input = SignUp.Input(
            nickname: form.text("nickname") ?? "", password: form.text("password") ?? "",
            address: context.address)
        switch try await signUp.submit(input, at: context.now) {
        case .saved(let opened):
            // A redirect would have to keep the codes somewhere; they are nowhere but on this page.
            let page = RecoveryCodesPage(
                output: opened.codes, returnPath: returnPath, isNew: true)
            var context = context
            context.member = try await sessions.begin(opened.account, for: context)
            var response = try pages.response(
                page, \.accounts.recoveryCodes, caching: "no-store", for: context)
            sessions.handOut(to: context, on: &response)
            return response
        case .refused(let output, let refusal):
            let page = SignUpPage(output: output, returnPath: returnPath)
            var response = try pages.response(
                page, \.accounts.signUp, status: refusal.status, alert: output.alert,
                caching: "no-store", for: context)
            refusal.appendRetryAfter(to: &response)
            return response
        }
    }
}
