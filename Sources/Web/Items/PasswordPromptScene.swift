import HTTPServer
import Market
import Mustache
import ViewModels

/// Asks for an item's password: `/items/7/authorization` before editing, `/items/7/deletion`,
/// `/items/7/takeover`.
struct PasswordPromptScene: Sendable {
    private let prompt: PasswordPrompt
    private let authorization: ItemAuthorization
    private let pages: Pages
    private let template: PageTemplate<PasswordPrompt.Output>
    private let grants: EditGrant
    private let cookies: CookieJar
    private let forms: FormLimiter

    init(_ dependencies: Dependencies) throws {
        prompt = PasswordPrompt(storage: dependencies.storage, check: dependencies.passwordCheck)
        authorization = ItemAuthorization(storage: dependencies.storage)
        pages = dependencies.pages
        template = try pages.templates.page("password-prompt")
        grants = dependencies.grants
        cookies = dependencies.cookies
        forms = dependencies.formLimiter
    }

    func showAuthorization(_ context: RequestContext, _ id: Item.ID) async throws -> Response {
        .redirect(to: Link.itemEdit(id))
    }

    func authorize(_ context: RequestContext, _ id: Item.ID) async throws -> Response {
        try await submit(.editing, of: id, context) {
            var response = Response.redirect(to: Link.itemEdit(id))
            grants.give(for: id, on: &response, at: context.now)
            return response
        }
    }

    func showDeletion(_ context: RequestContext, _ id: Item.ID) async throws -> Response {
        let isOwner = try await authorization.isOwner(context, of: id)
        let proof = isOwner ? OwnerProof.granted(try context.account) : .password("")
        return try await show(
            PasswordPrompt.Input(id: id, purpose: .deleting, proof: proof), context)
    }

    func delete(_ context: RequestContext, _ id: Item.ID) async throws -> Response {
        try await submit(.deleting, of: id, context) {
            Flash(.deleted).redirect(to: Link.itemList(), cookies)
        }
    }

    func showTakeover(_ context: RequestContext, _ id: Item.ID) async throws -> Response {
        let account = try context.account
        guard try await !authorization.isOwner(context, of: id) else {
            return .redirect(to: Link.item(id))
        }
        return try await show(
            PasswordPrompt.Input(id: id, purpose: .takingOver(by: account)), context)
    }

    func takeOver(_ context: RequestContext, _ id: Item.ID) async throws -> Response {
        try await submit(.takingOver(by: try context.account), of: id, context) {
            Flash(.takenOver).redirect(to: Link.item(id), cookies)
        }
    }

    /// The prompt with which one begins.
    func show(
        _ input: PasswordPrompt.Input, _ context: RequestContext
    ) async throws -> Response {
        try pages.form(try await prompt.output(for: input), template, for: context)
    }

    private func submit(
        _ purpose: PasswordPrompt.Purpose, of id: Item.ID, _ context: RequestContext,
        saved: () -> Response
    ) async throws -> Response {
        let isOwner = try await authorization.isOwner(context, of: id)
        let password = try await forms.withForm(of: context, .withoutFiles) { $0["password"] }
        let input = PasswordPrompt.Input(
            id: id, purpose: purpose,
            proof: isOwner ? .granted(try context.account) : .password(password),
            address: context.address)
        switch try await prompt.submit(input, at: context.now) {
        case .saved: return saved()
        case .refused(let output): return try pages.form(output, template, for: context)
        }
    }
}

extension PasswordPrompt.Output: TemplateData {
    public static let fields: [Field<PasswordPrompt.Output>] = [
        Field("id") { $0.id },
        Field("heading") { $0.heading },
        Field("itemTitle") { $0.itemTitle },
        Field("explanation") { $0.explanation },
        Field("submitLabel") { $0.submitLabel },
        Field("action") { $0.action },
        Field("asksPassword") { $0.asksPassword },
        Field("isDeleting") { $0.purpose == .deleting },
        Field("passwordFault") { $0.message("password") },
    ]

    private var action: String {
        switch purpose {
        case .editing: Link.itemAuthorization(id)
        case .deleting: Link.itemDeletion(id)
        case .takingOver: Link.itemTakeover(id)
        }
    }
}

/// Knows the owner of an item, and turns away who can have no business with it.
struct ItemAuthorization: Sendable {
    let storage: any ItemStorage

    /// Whether the visitor is signed in as the owner; false where the item's password is to show
    /// it.
    /// - Throws: `.notFound` for another account's item, `.signedOut` when its owner may have come
    ///   without a session.
    func isOwner(_ context: RequestContext, of id: Item.ID) async throws -> Bool {
        switch try await storage.access(to: id, of: context.member?.account.id) {
        case .own: return true
        case .password: return false
        case .none:
            _ = try context.account
            throw SiteError.notFound
        }
    }
}

/// What the owner of an item gets for its password: a signed cookie that opens its edit form for a
/// while. It is for that item alone.
struct EditGrant: Sendable {
    private static let lifetime: Int64 = 30 * 60

    private let tokens = SignedToken(lifetime: lifetime, separator: ".")
    private let cookies: CookieJar

    init(cookies: CookieJar) {
        self.cookies = cookies
    }

    func give(for id: Item.ID, on response: inout Response, at now: Timestamp) {
        cookies.set(
            .edit, to: tokens.make(for: purpose(id), at: now), path: Link.item(id),
            lifetime: Int(Self.lifetime), on: &response)
    }

    func take(for id: Item.ID, on response: inout Response) {
        cookies.set(.edit, to: "", path: Link.item(id), lifetime: 0, on: &response)
    }

    func isHeld(_ context: RequestContext, for id: Item.ID) -> Bool {
        guard let token = cookies.value(.edit, in: context.request) else { return false }
        return tokens.isValid(token, for: purpose(id), at: context.now)
    }

    private func purpose(_ id: Item.ID) -> String { "edit item \(id)" }
}
