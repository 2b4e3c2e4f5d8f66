import HTTPServer
import Mustache
import ViewModels

/// Pages that ask for the account's password again: `/my/account/deletion` deletes the account;
/// `/my/recovery-codes` replaces recovery codes that are lost or used up.
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
    /// The path that the form is posted to.
    fileprivate var action: String {
        switch self {
        case .renewingCodes: Link.recoveryCodes()
        case .deletingAccount: Link.accountDeletion()
        }
    }
}

/// The recovery codes, shown once, and where to go on.
struct RecoveryCodesPage: Sendable {
    let codes: [String]
    var returnPath: ReturnPath
    /// Whether the account has just been opened.
    let isNew: Bool
    /// A form carried through the sign-up, to be sent from this page; if nil, the page leads on to
    /// `returnPath`.
    var carried: CarriedForm?
    /// How many listings this browser has posted as a guest; the new account may take them over.
    var posted = 0

    /// The codes as the page and the file contain them.
    private var text: String { codes.joined(separator: "\n") }

    /// Offers to take over the guest listings first; otherwise people waiting there for an answer
    /// would be forgotten.
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
