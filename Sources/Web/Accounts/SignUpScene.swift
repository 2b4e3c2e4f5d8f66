import HTTPServer
import ViewModels

/// `/signup`: the form that opens an account, and the recovery codes that answer it.
struct SignUpScene: Sendable {
    private let signUp: SignUp
    private let sessions: Sessions
    private let pages: Pages
    private let forms: FormGate

    init(_ parts: SiteParts) {
        signUp = parts.signUp
        sessions = parts.sessions
        pages = parts.pages
        forms = parts.formGate
    }

    func show(_ visit: Visit) async throws -> Response {
        let returnPath = ReturnPath(after: visit.request)
        guard visit.member == nil else { return .redirect(to: returnPath.text) }
        let page = SignUpPage(output: signUp.blank(), returnPath: returnPath)
        return try pages.response(page, \.accounts.signUp, for: visit)
    }

    func submit(_ visit: Visit) async throws -> Response {
        let form = try await forms.withForm(of: visit, .withoutFiles) { $0 }
        let returnPath = ReturnPath(named: form.text("return"))
        let input = SignUp.Input(
            nickname: form.text("nickname") ?? "", password: form.text("password") ?? "",
            address: visit.address)
        switch try await signUp.submit(input, at: visit.now) {
        case .saved(let opened):
            // A redirect would have to keep the codes somewhere; they are nowhere but on this page.
            let page = RecoveryCodesPage(
                output: opened.codes, returnPath: returnPath, isNew: true)
            var visit = visit
            visit.member = try await sessions.begin(opened.account, for: visit)
            var response = try pages.response(
                page, \.accounts.recoveryCodes, caching: "no-store", for: visit)
            sessions.handOut(to: visit, on: &response)
            return response
        case .refused(let output, let refusal):
            let page = SignUpPage(output: output, returnPath: returnPath)
            var response = try pages.response(
                page, \.accounts.signUp, status: refusal.status, alert: output.alert,
                caching: "no-store", for: visit)
            refusal.appendRetryAfter(to: &response)
            return response
        }
    }
}
