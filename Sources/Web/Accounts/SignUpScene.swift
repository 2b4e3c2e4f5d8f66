import HTTPServer
import Mustache
import ViewModels

/// `/signup`: the form that opens an account, and the recovery codes that answer it.
struct SignUpScene: Sendable {
    private let signUp: SignUp
    private let sessions: Sessions
    private let page: Presenter<CredentialsPage>
    private let codesPage: Presenter<RecoveryCodesPage>

    init(_ dependencies: Dependencies) throws {
        signUp = dependencies.signUp
        sessions = dependencies.sessions
        page = try dependencies.page("accounts/sign-up")
        codesPage = try dependencies.page("accounts/recovery-codes")
    }

    func show(_ context: RequestContext) async throws -> Response {
        let returnPath = ReturnPath(after: context.request)
        guard context.member == nil else { return .redirect(to: returnPath.text) }
        let output = signUp.output(nickname: context.request.query["nickname"] ?? "")
        return try page.form(
            CredentialsPage(nickname: output.nickname, returnPath: returnPath), for: context)
    }

    func submit(_ context: RequestContext) async throws -> Response {
        let form = try await page.forms.withForm(of: context) { $0 }
        let returnPath = ReturnPath(named: form.text("return"))
        let input = SignUp.Input(nickname: form["nickname"], password: form["password"])
        switch try await signUp.submit(input, from: context.address, at: context.now) {
        case .saved(let opened):
            // A redirect would have to keep the codes somewhere; they are nowhere but on this page.
            let codes = RecoveryCodesPage(
                codes: opened.codes, returnPath: returnPath, isNew: true)
            return try await sessions.begin(opened.account, for: context) { context in
                try codesPage.response(codes, caching: "no-store", for: context)
            }
        case .refused(let output):
            let output = CredentialsPage(
                nickname: output.nickname, refusal: output.refusal, returnPath: returnPath)
            return try page.form(output, caching: "no-store", for: context)
        }
    }
}
