import HTTPServer
import Market
import Mustache
import ViewModels

/// Asks for an item's password: `/items/7/authorization` before editing, `/items/7/management` to open all
/// that this allows on the item's page, `/items/7/deletion`, `/items/7/takeover`. `POST
/// /items/7/restoration` restores what a guest has just deleted.
struct PasswordPromptScene: Sendable {
    private let prompt: PasswordPrompt
    private let authorization: ItemAuthorization
    private let items: any SellingStorage
    private let page: Presenter<PasswordPrompt.Output>
    private let grants: EditGrant
    private let marks: PostingMark

    init(_ dependencies: Dependencies) throws {
        prompt = PasswordPrompt(storage: dependencies.storage, check: dependencies.passwordCheck)
        authorization = ItemAuthorization(storage: dependencies.storage)
        items = dependencies.storage
        page = try dependencies.page("items/password-prompt")
        grants = dependencies.grants
        marks = dependencies.marks
    }

    func authorize(_ context: RequestContext, _ id: Item.ID) async throws -> Response {
        try await submit(.editing, of: id, context) { _ in
            await letIn(context, id, to: Link.itemEdit(id))
        }
    }

    /// Shows the prompt; redirects a visitor who may already change the item to its page.
    func showManagement(_ context: RequestContext, _ id: Item.ID) async throws -> Response {
        let isOwner = try await authorization.isOwner(context, of: id)
        let isHeld = await grants.isHeld(context, for: id)
        guard !isOwner, !isHeld else { return .redirect(to: Link.item(id)) }
        return try await show(PasswordPrompt.Input(id: id, purpose: .managing), context)
    }

    func manage(_ context: RequestContext, _ id: Item.ID) async throws -> Response {
        try await submit(.managing, of: id, context) { _ in
            await letIn(context, id, to: Link.item(id))
        }
    }

    /// Makes this browser forget the item, so that the next person to use it cannot change the item.
    func endManagement(_ context: RequestContext, _ id: Item.ID) async throws -> Response {
        var response = page.redirect(to: Link.item(id), .managementEnded)
        // Each grant comes with a mark, which is then the first.
        let isLast = marks.items(context).first.map { $0 == id } ?? true
        grants.withdraw(for: id, isLast: isLast, context, on: &response)
        marks.remove(for: id, context, on: &response)
        return response
    }

    private func letIn(
        _ context: RequestContext, _ id: Item.ID, to path: String
    ) async -> Response {
        var response = Response.redirect(to: path)
        await grants.give(for: id, on: &response, at: context.now)
        await marks.leave(for: id, context, on: &response)
        return response
    }

    func showDeletion(_ context: RequestContext, _ id: Item.ID) async throws -> Response {
        let isOwner = try await authorization.isOwner(context, of: id)
        let proof = try await proof(of: id, for: .deleting, isOwner: isOwner, context)
        return try await show(
            PasswordPrompt.Input(id: id, purpose: .deleting, proof: proof), context)
    }

    func delete(_ context: RequestContext, _ id: Item.ID) async throws -> Response {
        try await submit(.deleting, of: id, context) { deletion in
            let undoing = deletion.map(Alert.Undoing.deletion) ?? .guestDeletion(id)
            var response = Flash.undoing(undoing).redirect(to: Link.itemList(), page.pages.cookies)
            guard deletion == nil else { return response }
            let mayUndo = await grants.give(forDeleted: id, context, on: &response)
            return mayUndo ? response : page.redirect(to: Link.itemList(), .deleted)
        }
    }

    /// Restores what a guest has deleted in this browser within the last hour.
    func restore(_ context: RequestContext, _ id: Item.ID) async throws -> Response {
        guard await grants.isHeld(context, forDeleted: id) else { throw SiteError.notFound }
        try await items.restoreGuestItem(id, at: context.now)
        return page.redirect(to: Link.item(id), .restored)
    }

    func showTakeover(_ context: RequestContext, _ id: Item.ID) async throws -> Response {
        let account = try context.account
        guard try await !authorization.isOwner(context, of: id) else {
            return .redirect(to: Link.item(id))
        }
        try context.checkMayPost()
        return try await show(
            PasswordPrompt.Input(id: id, purpose: .takingOver(by: account)), context)
    }

    func takeOver(_ context: RequestContext, _ id: Item.ID) async throws -> Response {
        try await submit(.takingOver(by: try context.account), of: id, context) { _ in
            page.redirect(to: Link.item(id), .takenOver)
        }
    }

    /// The empty prompt.
    func show(
        _ input: PasswordPrompt.Input, _ context: RequestContext
    ) async throws -> Response {
        try page.form(try await prompt.output(for: input), for: context)
    }

    private func submit(
        _ purpose: PasswordPrompt.Purpose, of id: Item.ID, _ context: RequestContext,
        saved: (Deletion.ID?) async -> Response
    ) async throws -> Response {
        let isOwner = try await authorization.isOwner(context, of: id)
        let password = try await page.forms.withForm(of: context) { $0["password"] }
        var input = PasswordPrompt.Input(
            id: id, purpose: purpose,
            proof: try await proof(
                of: id, for: purpose, typing: password, isOwner: isOwner, context),
            address: context.address)
        input.keepsDeleted = true
        if !isOwner { input.isPoster = await marks.isHeld(context, for: id) }
        let result = try await prompt.submit(input, at: context.now)
        return try await page.answer(result, for: context, saved: saved)
    }

    /// A guest's grant is enough to delete the item, since the item can be restored. If a password was typed
    /// as well, it is checked all the same.
    private func proof(
        of id: Item.ID, for purpose: PasswordPrompt.Purpose, typing password: String = "",
        isOwner: Bool, _ context: RequestContext
    ) async throws -> OwnerProof {
        if isOwner { return .granted(try context.account) }
        if purpose == .deleting, password.isEmpty, await grants.isHeld(context, for: id) {
            return .granted(nil)
        }
        return .password(password)
    }
}

extension PasswordPrompt.Output: TemplateData {
    public static let fields: [Field<PasswordPrompt.Output>] =
        [
            Field("id") { $0.id },
            Field("heading") { $0.heading },
            Field("itemTitle") { $0.itemTitle },
            Field("itemLanguage") { WrittenLanguage($0.itemTitle ?? "") },
            Field("explanation") { $0.explanation },
            Field("warnings") { $0.warnings },
            Field("submitLabel") { $0.submitLabel },
            Field("action") { $0.action },
            Field("asksPassword") { $0.asksPassword },
            Field("message") { $0.message.text },
            Field("token") { $0.message.token },
            Field("quickAnswer") { $0.message.quickAnswer },
            Field("attached") { $0.message.photos.map(AttachedPhoto.init) },
            Field("losesPhotos") { $0.message.losesPhotos },
            Field("isDeleting") { $0.purpose == .deleting },
            Field("isSelling") { $0.isSelling },
        ] + faults("password")

    /// Whether the prompt answers a button on the item's page rather than a link.
    private var isSelling: Bool { if case .selling = purpose { true } else { false } }

    private var action: String {
        switch purpose {
        case .editing: Link.itemAuthorization(id)
        case .managing: Link.itemManagement(id)
        case .deleting: Link.itemDeletion(id)
        case .takingOver: Link.itemTakeover(id)
        case .answering(nil): Link.itemConversations(id)
        case .answering(in: let conversation?): Link.itemMessages(id, conversation)
        case .selling(let action): action.path(id)
        }
    }
}
