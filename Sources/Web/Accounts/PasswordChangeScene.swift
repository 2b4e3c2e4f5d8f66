import HTTPServer
import Mustache
import ViewModels

/// `/my/password`: changes the password for somebody who knows the present one.
struct PasswordChangeScene: Sendable {
    private let change: PasswordChange
    private let page: Presenter<PasswordChange.Output>

    init(_ dependencies: Dependencies) throws {
        change = PasswordChange(check: dependencies.accountCheck)
        page = try dependencies.page("accounts/password-change")
    }

    func show(_ context: RequestContext) async throws -> Response {
        _ = try context.account
        return try page.form(change.output(), for: context)
    }

    func submit(_ context: RequestContext) async throws -> Response {
        let member = try context.signedIn
        let input = try await page.forms.withForm(of: context) { form in
            PasswordChange.Input(password: form["password"], newPassword: form["new_password"])
        }
        let result = try await change.submit(
            input, of: member.account, keeping: member.session, from: context.address,
            at: context.now)
        return try page.answer(result, for: context, saying: .passwordChanged) { _ in
            Link.profile()
        }
    }
}

extension PasswordChange.Output: TemplateData {
    public static let fields = faults("password", "new_password")
}

/// `/recovery`: sets a new password for somebody with a recovery code, and goes on as the sign-in
/// that led here would have.
struct PasswordRecoveryScene: Sendable {
    private let recovery: PasswordRecovery
    private let sessions: Sessions
    private let resumption: Resumption
    private let page: Presenter<PasswordRecoveryPage>

    init(_ dependencies: Dependencies, _ resumption: Resumption) throws {
        recovery = PasswordRecovery(check: dependencies.accountCheck, secrets: dependencies.secrets)
        sessions = dependencies.sessions
        self.resumption = resumption
        page = try dependencies.page("accounts/password-recovery")
    }

    func show(_ context: RequestContext) async throws -> Response {
        let output = recovery.output(nickname: context.request.query["nickname"] ?? "")
        let continuation = Continuation(after: context.request)
        return try show(output, continuation, caching: Pages.revalidated, context)
    }

    func submit(_ context: RequestContext) async throws -> Response {
        let form = try await page.forms.withForm(of: context) { $0 }
        let continuation = Continuation(in: form)
        let input = PasswordRecovery.Input(
            nickname: form["nickname"], code: form["code"], newPassword: form["new_password"])
        if form.isToBeFilledIn {
            let output = recovery.output(nickname: input.nickname)
            return try show(output, continuation, context)
        }
        switch try await recovery.submit(input, from: context.address, at: context.now) {
        case .saved(let credentials):
            return try await sessions.begin(credentials, for: context) { context in
                try await goOn(context, continuation)
            }
        case .refused(let output): return try show(output, continuation, context)
        }
    }

    private func show(
        _ output: PasswordRecovery.Output, _ continuation: Continuation,
        caching: StaticString = "no-store", _ context: RequestContext
    ) throws -> Response {
        let page = PasswordRecoveryPage(
            output: output, continuation: continuation,
            purpose: resumption.purpose(of: continuation.carried))
        return try self.page.form(page, caching: caching, for: context)
    }

    /// Without a page to return to, leads to the profile, which says how many codes are left.
    private func goOn(
        _ context: RequestContext, _ continuation: Continuation
    ) async throws -> Response {
        if let carried = continuation.carried {
            return try await resumption.answer(
                carried, alert: Alert(.passwordChanged), for: context)
        }
        let path = continuation.returnPath
        return page.redirect(to: path == .home ? Link.profile() : path.text, .passwordChanged)
    }
}

/// The recovery form, and what it carries.
struct PasswordRecoveryPage: FormOutput {
    let output: PasswordRecovery.Output
    let continuation: Continuation
    /// What is done afterwards; nil for nothing in particular.
    let purpose: SignIn.Purpose?

    var nickname: String { output.input.nickname }
    var refusal: Refusal? { output.refusal }
}

extension PasswordRecoveryPage: TemplateData {
    static let fields: [Field<PasswordRecoveryPage>] =
        [
            Field("nickname") { $0.nickname },
            Field("code") { $0.output.input.code },
            Field("returnPath") { $0.continuation.returnPath.text },
            Field("signInPath") { $0.continuation.path(to: Link.signIn, nickname: $0.nickname) },
            Field("explanation") { $0.purpose?.explanation },
            Field("isCarrying") { $0.continuation.carried != nil },
            Field("hiddenFields") { $0.continuation.hiddenFields },
        ] + faults("nickname", "code", "new_password")
}
