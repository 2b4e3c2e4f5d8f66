import HTTPServer
import ViewModels

/// `/signin`, and whatever leads there because it takes an account.
struct SignInScene: Sendable {
    private let signIn: SignIn
    private let sessions: Sessions
    private let pages: Pages
    private let cookies: CookieJar
    private let forms: FormGate

    init(_ parts: SiteParts) {
        signIn = parts.signIn
        sessions = parts.sessions
        pages = parts.pages
        cookies = parts.cookies
        forms = parts.formGate
    }

    func show(_ visit: Visit) async throws -> Response {
        let returnPath = ReturnPath(after: visit.request)
        guard visit.member == nil else { return .redirect(to: returnPath.text) }
        let page = SignInPage(output: signIn.blank(), returnPath: returnPath, carried: nil)
        return try pages.response(page, \.accounts.signIn, for: visit)
    }

    func submit(_ visit: Visit) async throws -> Response {
        let form = try await forms.withForm(of: visit, .withoutFiles) { $0 }
        let returnPath = ReturnPath(named: form.text("return"))
        let carried = CarriedForm(in: form)
        let input = SignIn.Input(
            nickname: form.text("nickname") ?? "", password: form.text("password") ?? "",
            address: visit.address)
        switch try await signIn.submit(input, at: visit.now) {
        case .saved(let account):
            var visit = visit
            visit.member = try await sessions.begin(account, for: visit)
            var response = try goingOn(visit, to: returnPath, carried)
            sessions.handOut(to: visit, on: &response)
            return response
        case .refused(let output, let refusal):
            let page = SignInPage(output: output, returnPath: returnPath, carried: carried)
            var response = try pages.response(
                page, \.accounts.signIn, status: refusal.status, alert: output.alert,
                caching: "no-store", for: visit)
            refusal.appendRetryAfter(to: &response)
            return response
        }
    }

    private func goingOn(
        _ visit: Visit, to path: ReturnPath, _ carried: CarriedForm?
    ) throws -> Response {
        guard let carried else { return Flash(.signedIn).redirect(to: path.text, cookies) }
        return try pages.response(
            ResumptionPage(form: carried), \.accounts.resumption, alert: .signedIn,
            caching: "no-store", for: visit)
    }

    /// Asks who came for what takes an account to sign in, and goes on from there after it: to the
    /// page asked for, or with the form that was sent.
    func ask(_ visit: Visit, carrying form: CarriedForm?) async throws -> Response {
        guard visit.request.method == .post else {
            return .redirect(to: ReturnPath(of: visit.request).path(by: .signIn))
        }
        let carried: CarriedForm
        if let form { carried = form } else { carried = try await self.form(of: visit) }
        let page = SignInPage(output: signIn.blank(), returnPath: .home, carried: carried)
        return try pages.response(
            page, \.accounts.signIn, status: .forbidden, alert: .signInFirst, caching: "no-store",
            for: visit)
    }

    /// The form as it was sent, without its files, which are read past and dropped.
    private func form(of visit: Visit) async throws -> CarriedForm {
        var limits = FormLimits()
        limits.file = 0
        let action = ReturnPath(of: visit.request)
        guard !visit.request.body.isEmpty else { return CarriedForm([], to: action) }
        return try await forms.withForm(of: visit, limits) { try CarriedForm($0, to: action) }
    }
}
