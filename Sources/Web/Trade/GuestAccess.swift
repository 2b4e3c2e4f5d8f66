import HTTPServer
import Market
import Mustache
import ViewModels

/// Gives the guest who posted an item access to its conversations and to selling it: by the edit
/// grant, or by the item's password, which earns the grant.
struct GuestAccess: Sendable {
    private let prompt: PasswordPrompt
    private let page: Presenter<PasswordPrompt.Output>
    private let authorization: ItemAuthorization
    private let grants: EditGrant
    private let marks: PostingMark

    init(_ dependencies: Dependencies) throws {
        prompt = PasswordPrompt(storage: dependencies.storage, check: dependencies.passwordCheck)
        page = try dependencies.page("items/password-prompt")
        authorization = ItemAuthorization(storage: dependencies.storage)
        grants = dependencies.grants
        marks = dependencies.marks
    }

    /// Calls `answer` for a holder of the grant, and asks anybody else for the password. The item's owner,
    /// signed in, reads all conversations as an account, and is redirected to a single one's own path.
    /// - Parameter id: the conversation that is asked for; nil for all.
    func read(
        _ context: RequestContext, _ item: Item.ID, _ id: Conversation.ID?,
        answer: (Conversation.Reader) async throws -> Response
    ) async throws -> Response {
        if try await authorization.isOwner(context, of: item) {
            guard let id else { return try await answer(context.reader) }
            return .redirect(to: Link.conversation(id))
        }
        guard await grants.isHeld(context, for: item) else {
            let input = PasswordPrompt.Input(id: item, purpose: .answering(in: id))
            return try page.form(try await prompt.output(for: input), for: context)
        }
        return try await answer(.guest(item))
    }

    /// The same for a form that may contain the password, which is checked even if the grant is held. With
    /// neither of them, what was typed or chosen is kept while the password is asked for.
    /// - Parameter keep: stores the photos of the form.
    func write(
        _ context: RequestContext, _ item: Item.ID, _ id: Conversation.ID?,
        _ limits: FormLimits = .withoutFiles,
        keeping keep: (Form) async throws -> [PhotoEntry] = { _ in [] },
        answer: (Form, Conversation.Reader) async throws -> Response
    ) async throws -> Response {
        if try await authorization.isOwner(context, of: item) {
            return .redirect(
                to: id.map { Link.conversation($0) } ?? Link.itemConversations(item))
        }
        return try await page.forms.withForm(of: context, limits) { form in
            if form["password"].isEmpty, await grants.isHeld(context, for: item) {
                return try await answer(form, .guest(item))
            }
            var input = PasswordPrompt.Input(
                id: item, purpose: .answering(in: id), proof: .password(form["password"]),
                address: context.address)
            input.message.text = form["text"]
            input.message.token = form.sendingToken("token")
            input.message.quickAnswer = form["quick"]
            // A form with a password has only photos that were stored when the password was asked for.
            input.message.photos = PhotoUploads.storedPhotos(form.entries)
            if form["password"].isEmpty {
                let photos = try await keep(form)
                input.message.photos = photos.compactMap(\.id)
                input.message.losesPhotos = photos.contains { $0.refusal != nil }
            }
            return try await submit(input, context) { try await answer(form, .guest(item)) }
        }
    }

    /// Lets the seller of an item, a guest or an account, do what a button on its page asks for. A
    /// guest without the grant is asked for the password, and then it is done.
    /// - Parameter answer: receives how many pieces are left, as typed, nil for none; and until when a
    ///   guest may change the item without its password, nil for an account.
    func sell(
        _ context: RequestContext, _ item: Item.ID, _ action: OwnItems.Action,
        answer: (Conversation.Reader, String?, Timestamp?) async throws -> Response
    ) async throws -> Response {
        let isOwner = try await authorization.isOwner(context, of: item)
        let seller = try isOwner ? context.reader : .guest(item)
        // The other buttons have no fields that an owner could send.
        if isOwner, action != .sellElsewhere { return try await answer(seller, nil, nil) }
        let (password, left) = try await page.forms.withForm(of: context) { form in
            // The button for all of them counts, whatever the field beside it says.
            (form.text("password"), form.text("all") == nil ? form.text("left") : nil)
        }
        if isOwner { return try await answer(seller, left, nil) }
        // A password is checked even if the grant is held.
        if (password ?? "").isEmpty, let end = await grants.end(context, for: item) {
            return try await answer(seller, left, end)
        }
        // After the password, how many are left is asked again.
        let input = PasswordPrompt.Input(
            id: item, purpose: .selling(left == nil ? action : .sell),
            proof: .password(password ?? ""), address: context.address)
        guard password != nil else {
            return try page.form(try await prompt.output(for: input), for: context)
        }
        return try await submit(input, context) {
            try await answer(seller, left, grants.endOfNew(at: context.now))
        }
    }

    /// The page that asks the item's seller a question; redirects to the item if there is nothing to ask. Must
    /// not be cached, because by the time the seller goes back to it, it may have been answered.
    func ask<Output: TemplateData>(
        _ context: RequestContext, _ item: Item.ID, on page: Presenter<Output>,
        about output: (Conversation.Reader) async throws -> Output?
    ) async throws -> Response {
        try await read(context, item, nil) { seller in
            guard let asked = try await output(seller) else {
                return .redirect(to: Link.item(item))
            }
            return try page.response(asked, caching: "no-store", for: context)
        }
    }

    private func submit(
        _ input: PasswordPrompt.Input, _ context: RequestContext,
        answer: () async throws -> Response
    ) async throws -> Response {
        let item = input.id
        var input = input
        input.isPoster = await marks.isHeld(context, for: item)
        let result = try await prompt.submit(input, at: context.now)
        return try await page.answer(result, for: context) { _ in
            var response = try await answer()
            await grants.give(for: item, on: &response, at: context.now)
            await marks.leave(for: item, context, on: &response)
            return response
        }
    }

    /// The guest as a reader, if they hold the item's grant; otherwise nil.
    func reader(
        _ context: RequestContext, of item: Item.ID
    ) async throws -> Conversation.Reader? {
        guard try await !authorization.isOwner(context, of: item) else { return nil }
        return await grants.isHeld(context, for: item) ? .guest(item) : nil
    }
}
