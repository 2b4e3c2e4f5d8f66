import HTTPServer
import Mustache
import ViewModels

/// What asks for the account's password again: `/my/account/deletion`, the end of an account, and
/// `/my/recovery-codes`, new codes in place of those lost or used up.
struct AccountPromptScene: Sendable {
    private let deletion: AccountDeletion
    private let codes: RecoveryCodes
    private let sessions: Sessions
    private let prompt: Presenter<AccountPrompt.Output>
    private let codesPage: Presenter<RecoveryCodesPage>

    init(_ dependencies: Dependencies) throws {
        deletion = AccountDeletion(
            storage: dependencies.storage, check: dependencies.accountCheck,
            reserved: dependencies.reservedNicknames)
        codes = RecoveryCodes(
            storage: dependencies.storage, check: dependencies.accountCheck,
            secrets: dependencies.secrets)
        sessions = dependencies.sessions
        prompt = try dependencies.page("accounts/account-prompt")
        codesPage = try dependencies.page("accounts/recovery-codes")
    }

    func showDeletion(_ context: RequestContext) async throws -> Response {
        let output = try await deletion.output(for: try context.account)
        return try prompt.form(output, for: context)
    }

    func delete(_ context: RequestContext) async throws -> Response {
        let (account, password) = try await prompt.input(context) { ($0, $1["password"]) }
        let result = try await deletion.submit(
            password, of: account, from: context.address, at: context.now)
        return try await prompt.answer(result, for: context) { _ in
            var response = prompt.redirect(to: Link.itemList(), .accountDeleted)
            sessions.clearToken(on: &response)
            return response
        }
    }

    func showCodes(_ context: RequestContext) async throws -> Response {
        _ = try context.account
        return try prompt.form(codes.output(), for: context)
    }

    func renewCodes(_ context: RequestContext) async throws -> Response {
        let (account, password) = try await prompt.input(context) { ($0, $1["password"]) }
        let result = try await codes.submit(
            password, of: account, from: context.address, at: context.now)
        return try await prompt.answer(result, for: context) { codes in
            let page = RecoveryCodesPage(
                codes: codes, returnPath: ReturnPath(named: Link.profile()), isNew: false)
            return try codesPage.response(page, caching: "no-store", for: context)
        }
    }
}

extension AccountPrompt.Output: TemplateData {
    public static let fields: [Field<AccountPrompt.Output>] =
        [
            Field("heading") { $0.heading },
            Field("explanation") { $0.explanation },
            Field("losses") { $0.losses },
            Field("submitLabel") { $0.submitLabel },
            Field("action") { $0.purpose.action },
            Field("isDeleting") { $0.purpose == .deletingAccount },
        ] + faults("password")
}

extension AccountPrompt.Purpose {
    /// Where the form is sent to.
    fileprivate var action: String {
        switch self {
        case .renewingCodes: Link.recoveryCodes()
        case .deletingAccount: Link.accountDeletion()
        }
    }
}

/// The codes, shown once, and where to go on.
struct RecoveryCodesPage: Sendable {
    let codes: [String]
    var returnPath: ReturnPath
    /// Whether the account was opened just now.
    let isNew: Bool
    /// What came along to a new account, to be sent from here; nil leads on to `returnPath`.
    var carried: CarriedForm?
    /// How many listings the browser has posted as a guest, which may become the new account's.
    var posted = 0

    /// As the box shows it and the file holds it.
    private var text: String { codes.joined(separator: "\n") }

    /// What the browser has posted may be taken over first: else those who wait there for an answer are
    /// forgotten.
    private var nextPath: String {
        posted > 0 ? returnPath.path(by: Link.postedTakeover) : returnPath.text
    }
}

extension RecoveryCodesPage: TemplateData {
    static let fields: [Field<RecoveryCodesPage>] = [
        Field("isNew") { $0.isNew },
        Field("count") { $0.codes.count },
        Field("text") { $0.text },
        Field("file") { "data:text/plain;charset=utf-8," + $0.text.percentEncoded() },
        Field("nextPath") { $0.nextPath },
        Field("carried") { $0.carried },
        Field("posted") { $0.posted },
    ]
}
