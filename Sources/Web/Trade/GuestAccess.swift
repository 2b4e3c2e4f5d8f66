import HTTPServer
import Market
import Mustache
import ViewModels

/// Lets who posted an item as a guest to what was written about it, and has them sell it: by the grant
/// that editing takes, or by the item's password, which gives the grant.
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

    /// Answers by `answer` who holds the grant, and asks anybody else for the password. Who is
    /// signed in as the item's owner reads all of them as an account, and one at its own path.
    /// - Parameter id: of the conversation that is asked for; nil for all.
    func read(
        _ context: RequestContext, _ item: Item.ID, _ id: Conversation.ID?,
        answer: (Conversation.Reader) async throws -> Response
    ) async throws -> Response {
        if try await authorization.isOwner(context, of: item) {
            guard let id else { return try await answer(context.reader) }
            return .redirect(to: Link.conversation(id))
        }
        guard grants.isHeld(context, for: item) else {
            let input = PasswordPrompt.Input(id: item, purpose: .answering(in: id))
            return try page.form(try await prompt.output(for: input), for: context)
        }
        return try await answer(.guest(item))
    }

    /// The same of a form, with which the password may come along: what was typed or chosen is not lost to
    /// who has to type that too.
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
            if grants.isHeld(context, for: item) { return try await answer(form, .guest(item)) }
            var input = PasswordPrompt.Input(
                id: item, purpose: .answering(in: id), proof: .password(form["password"]),
                address: context.address)
            input.message.text = form["text"]
            input.message.token = form.sendingToken("token")
            input.message.quickAnswer = form["quick"]
            // With a password come those alone that were kept when it was asked for.
            input.message.photos = PhotoUploads.storedPhotos(form.entries)
            if form["password"].isEmpty {
                let photos = try await keep(form)
                input.message.photos = photos.compactMap(\.id)
                input.message.losesPhotos = photos.contains { $0.refusal != nil }
            }
            return try await submit(input, context) { try await answer(form, .guest(item)) }
        }
    }

    /// Has the seller of an item, a guest or an account, do something with it that a button on its
    /// page asks for: a guest without the grant is asked for the password, and it is done with that.
    /// - Parameter answer: is told how many are left, where that was typed.
    func sell(
        _ context: RequestContext, _ item: Item.ID, _ action: OwnItems.Action,
        answer: (Conversation.Reader, String?) async throws -> Response
    ) async throws -> Response {
        let isOwner = try await authorization.isOwner(context, of: item)
        let seller = try isOwner ? context.reader : .guest(item)
        let isLetIn = isOwner || grants.isHeld(context, for: item)
        // The other buttons send nothing that is to be read.
        if isLetIn, action != .sellElsewhere { return try await answer(seller, nil) }
        let (password, left) = try await page.forms.withForm(of: context) { form in
            (form.text("password"), form.text("left"))
        }
        if isLetIn { return try await answer(seller, left) }
        // How many are left is asked anew behind the password.
        let input = PasswordPrompt.Input(
            id: item, purpose: .selling(left == nil ? action : .sell),
            proof: .password(password ?? ""), address: context.address)
        guard password != nil else {
            return try page.form(try await prompt.output(for: input), for: context)
        }
        return try await submit(input, context) { try await answer(seller, left) }
    }

    /// The page of what its seller is asked about an item; leads back to that where there is nothing
    /// to ask. It is asked for anew by who goes back to it: by then it may be done.
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
            grants.give(for: item, on: &response, at: context.now)
            await marks.leave(for: item, context, on: &response)
            return response
        }
    }

    /// Who holds the grant of a guest's item; nil for who does not.
    func reader(
        _ context: RequestContext, of item: Item.ID
    ) async throws -> Conversation.Reader? {
        let isOwner = try await authorization.isOwner(context, of: item)
        return !isOwner && grants.isHeld(context, for: item) ? .guest(item) : nil
    }
}
