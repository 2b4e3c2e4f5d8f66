import HTTPServer
import Mustache
import ViewModels

/// `/signup`: the form that opens an account, and the recovery codes that answer it.
struct SignUpScene: Sendable {
    private let signUp: SignUp
    private let sessions: Sessions
    private let pages: Pages
    private let template: PageTemplate<SignUpPage>
    private let codes: PageTemplate<RecoveryCodesPage>
    private let forms: FormLimiter

    init(_ dependencies: Dependencies) throws {
        signUp = dependencies.signUp
        sessions = dependencies.sessions
        pages = dependencies.pages
        template = try pages.templates.page("accounts/sign-up")
        codes = try pages.templates.page("accounts/recovery-codes")
        forms = dependencies.formLimiter
    }

    func show(_ context: RequestContext) async throws -> Response {
        let returnPath = ReturnPath(after: context.request)
        guard context.member == nil else { return .redirect(to: returnPath.text) }
        let page = SignUpPage(output: signUp.output(), returnPath: returnPath)
        return try pages.form(page, template, for: context)
    }

    func submit(_ context: RequestContext) async throws -> Response {
        let form = try await forms.withForm(of: context, .withoutFiles) { $0 }
        let returnPath = ReturnPath(named: form.text("return"))
        let input = SignUp.Input(
            nickname: form["nickname"], password: form["password"], address: context.address)
        switch try await signUp.submit(input, at: context.now) {
        case .saved(let opened):
            // A redirect would have to keep the codes somewhere; they are nowhere but on this page.
            let page = RecoveryCodesPage(
                codes: opened.codes, returnPath: returnPath, isNew: true)
            return try await sessions.begin(opened.account, for: context) { context in
                try pages.response(page, codes, caching: "no-store", for: context)
            }
        case .refused(let output):
            let page = SignUpPage(output: output, returnPath: returnPath)
            return try pages.form(page, template, caching: "no-store", for: context)
        }
    }
}

/// The sign-up with where to go on after it.
struct SignUpPage: FormOutput {
    let output: SignUp.Output
    let returnPath: ReturnPath

    var refusal: Refusal? { output.refusal }
}

extension SignUpPage: TemplateData {
    static let fields: [Field<SignUpPage>] = [
        Field("nickname") { $0.output.nickname },
        Field("nicknameFault") { $0.message("nickname") },
        Field("passwordFault") { $0.message("password") },
        Field("returnPath") { $0.returnPath.text },
        Field("signInPath") { $0.returnPath.path(by: Link.signIn) },
    ]
}

/// `/my/recovery-codes`: new codes in place of those lost or used up.
struct RecoveryCodesScene: Sendable {
    private let codes: RecoveryCodes
    private let prompt: AccountPromptPages
    private let pages: Pages
    private let template: PageTemplate<RecoveryCodesPage>

    init(_ dependencies: Dependencies) throws {
        codes = RecoveryCodes(
            storage: dependencies.storage, check: dependencies.accountCheck,
            secrets: dependencies.secrets)
        prompt = try AccountPromptPages(dependencies)
        pages = dependencies.pages
        template = try pages.templates.page("accounts/recovery-codes")
    }

    func show(_ context: RequestContext) async throws -> Response {
        _ = try context.account
        return try prompt.response(codes.output(), context)
    }

    func submit(_ context: RequestContext) async throws -> Response {
        switch try await codes.submit(try await prompt.input(context), at: context.now) {
        case .saved(let codes):
            let page = RecoveryCodesPage(
                codes: codes, returnPath: ReturnPath(named: Link.profile()), isNew: false)
            return try pages.response(page, template, caching: "no-store", for: context)
        case .refused(let output): return try prompt.response(output, context)
        }
    }
}

/// The codes, shown once, and where to go on.
struct RecoveryCodesPage: Sendable {
    let codes: [String]
    let returnPath: ReturnPath
    /// Whether the account was opened just now.
    let isNew: Bool

    /// As the box shows it and the file holds it.
    private var text: String { codes.joined(separator: "\n") }
}

extension RecoveryCodesPage: TemplateData {
    static let fields: [Field<RecoveryCodesPage>] = [
        Field("isNew") { $0.isNew },
        Field("count") { $0.codes.count },
        Field("text") { $0.text },
        Field("file") { "data:text/plain;charset=utf-8," + $0.text.percentEncoded() },
        Field("returnPath") { $0.returnPath.text },
    ]
}
