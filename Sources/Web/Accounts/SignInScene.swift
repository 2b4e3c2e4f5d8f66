import HTTPServer
import ViewModels

/// `/signin`, and whatever leads there because it takes an account.
struct SignInScene: Sendable {
    private let signIn: SignIn
    private let sessions: Sessions
    private let pages: Pages
    private let cookies: CookieJar
    private let forms: FormLimiter

    init(_ dependencies: Dependencies) {
        signIn = dependencies.signIn
        sessions = dependencies.sessions
        pages = dependencies.pages
        cookies = dependencies.cookies
        forms = dependencies.formLimiter
    }

    func show(_ context: RequestContext) async throws -> Response {
        let returnPath = ReturnPath(after: context.request)
        guard context.member == nil else { return .redirect(to: returnPath.text) }
        let page = SignInPage(output: signIn.blank(), returnPath: returnPath, carried: nil)
        return try pages.response(page, \.accounts.signIn, for: context)
    }

    func submit(_ context: RequestContext) async throws -> Response {
        let form = try await forms.withForm(of: context, .withoutFiles) { $0 }
        let returnPath = ReturnPath(named: form.text("return"))
        let carried = CarriedForm(in: form)
        let input = SignIn.Input(
            nickname: form.text("nickname") ?? "", password: form.text("password") ?? "",
            address: context.address)
        switch try await signIn.submit(input, at: context.now) {
        case .saved(let account):
            var context = context
            context.member = try await sessions.begin(account, for: context)
            var response = try goingOn(context, to: returnPath, carried)
            sessions.handOut(to: context, on: &response)
            return response
        case .refused(let output, let refusal):
            let page = SignInPage(output: output, returnPath: returnPath, carried: carried)
            var response = try pages.response(
                page, \.accounts.signIn, status: refusal.status, alert: output.alert,
                caching: "no-store", for: context)
            refusal.appendRetryAfter(to: &response)
            return response
        }
    }

    private func goingOn(
        _ context: RequestContext, to path: ReturnPath, _ carried: CarriedForm?
    ) throws -> Response {
        guard let carried else { return Flash(.signedIn).redirect(to: path.text, cookies) }
        return try pages.response(
            ResumptionPage(form: carried), \.accounts.resumption, alert: .signedIn,
            caching: "no-store", for: context)
    }

    /// Asks who came for what takes an account to sign in, and goes on from there after it: to the
    /// page asked for, or with the form that was sent.
    func ask(_ context: RequestContext, carrying form: CarriedForm?) async throws -> Response {
        guard context.request.method == .post else {
            return .redirect(to: ReturnPath(of: context.request).path(by: Link.signIn))
        }
        let carried: CarriedForm
        if let form { carried = form } else { carried = try await self.form(of: context) }
        let page = SignInPage(output: signIn.blank(), returnPath: .home, carried: carried)
        return try pages.response(
            page, \.accounts.signIn, status: .forbidden, alert: .signInFirst, caching: "no-store",
            for: context)
    }

    /// The form as it was sent, without its files, which are read past and dropped.
    private func form(of context: RequestContext) async throws -> CarriedForm {
        var limits = FormLimits()
        limits.file = 0
        let action = ReturnPath(of: context.request)
        guard !context.request.body.isEmpty else { return CarriedForm([], to: action) }
        return try await forms.withForm(of: context, limits) { try CarriedForm($0, to: action) }
    }
}
