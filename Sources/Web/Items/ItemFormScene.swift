import HTTPServer
import Market
import Secrets
import ViewModels

/// The form of an item: `/items/new` and `POST /items` post one, `/items/7/edit` edits one, for its
/// owner or behind its password.
struct ItemFormScene: Sendable {
    private let form: ItemForm
    private let checklist: ItemChecklist
    private let prompt: PasswordPromptScene
    private let authorization: ItemAuthorization
    private let grants: EditGrant
    private let marks: PostingMark
    private let reader: ItemFormReader
    private let page: Presenter<ItemForm.Output>

    init(_ dependencies: Dependencies, prompt: PasswordPromptScene) throws {
        form = dependencies.itemForm
        checklist = ItemChecklist(storage: dependencies.storage)
        self.prompt = prompt
        authorization = ItemAuthorization(storage: dependencies.storage)
        grants = dependencies.grants
        marks = dependencies.marks
        reader = ItemFormReader(photos: dependencies.photoUploads, forms: dependencies.formLimiter)
        page = try dependencies.page("items/item-form")
    }

    func show(_ context: RequestContext) async throws -> Response {
        try context.checkMayPost()
        var input = ItemForm.Input(mode: .posting(by: context.member?.account.id))
        input.submissionKey = Token.random()
        input.draftKey = input.submissionKey
        input.continuesDraft = context.request.query["draft"] != nil
        input.begin(with: ItemListQuery(context.request.query).input)
        return try show(try await form.output(for: input, at: context.now), for: context)
    }

    func post(_ context: RequestContext) async throws -> Response {
        let input = try await reader.newItem(context)
        return try await submit(input, context) { id in
            if let seller = context.member?.account.id, input.wantsChecklist {
                // The item stands whatever becomes of its list, which its page offers again.
                _ = try? await checklist.submit(
                    id, standard: page.pages.standardSteps(for: context), of: seller,
                    at: context.now)
            }
            guard context.member == nil else { return page.redirect(to: Link.item(id), .posted) }
            // Who has posted nothing else would be led to where they are.
            let isFirst = marks.items(context).allSatisfy { $0 == id }
            var response = page.redirect(to: Link.item(id), isFirst ? .posted : .postedAgain)
            await marks.leave(for: id, context, on: &response)
            if await isNew(id, context) { grants.noteNew(id, context, on: &response) }
            return response
        }
    }

    /// A form sent again is answered by its first item whatever password comes along: who sends it has shown
    /// nothing.
    private func isNew(_ id: Item.ID, _ context: RequestContext) async -> Bool {
        // Whatever is in the way: its password is asked for.
        let item = try? await authorization.storage.item(id)
        return item?.datePosted == context.now
    }

    func showEdit(_ context: RequestContext, _ id: Item.ID) async throws -> Response {
        let isOwner = try await authorization.isOwner(context, of: id)
        guard isOwner || grants.isHeld(context, for: id) else {
            return try await prompt.show(
                PasswordPrompt.Input(id: id, purpose: .editing), context)
        }
        if isOwner { try context.checkMayPost() }
        let input = ItemForm.Input(mode: .editing(id, .granted(nil)))
        return try show(try await form.output(for: input), for: context)
    }

    /// Takes the edit of the owner and of one who holds the grant; else of one who sends the
    /// password along.
    func edit(_ context: RequestContext, _ id: Item.ID) async throws -> Response {
        // Who has no business with the item is told before the form is read.
        let isOwner = try await isOwner(context, of: id)
        var input = try await reader.input(context)
        let isGranted = isOwner || grants.isHeld(context, for: id)
        input.mode = .editing(
            id,
            isGranted
                ? .granted(isOwner ? try context.account : nil) : .password(input.password))
        if !isGranted { input.isPoster = await marks.isHeld(context, for: id) }
        return try await submit(input, context) { id in
            let alert = await authorization.alertOfEdit(id)
            var response = page.redirect(to: Link.item(id), alert)
            // The password came along: it is not asked for again at the next step.
            if !isGranted {
                grants.give(for: id, on: &response, at: context.now)
                await marks.leave(for: id, context, on: &response)
            }
            return response
        }
    }

    /// The form of an owner whose session has ended is carried with its photos.
    private func isOwner(_ context: RequestContext, of id: Item.ID) async throws -> Bool {
        do {
            return try await authorization.isOwner(context, of: id)
        } catch SiteError.signedOut {
            throw SiteError.signedOut(carrying: try await reader.carried(context))
        }
    }

    private func submit(
        _ input: ItemForm.Input, _ context: RequestContext,
        saved: (Item.ID) async -> Response
    ) async throws -> Response {
        guard input.arrangement == nil else {
            return try show(try await form.output(for: input), for: context)
        }
        switch try await form.submit(input, at: context.now) {
        case .saved(let id): return await saved(id)
        case .refused(let output): return try show(output, for: context)
        }
    }

    private func show(
        _ output: ItemForm.Output, for context: RequestContext
    ) throws -> Response {
        try page.form(
            output,
            // An arranged form is no refused one, even where it names a photo that cannot be one.
            status: output.input.arrangement == nil ? nil : .ok,
            // A form with a password in it is not left lying about; any other must still be there
            // for who goes back to it, with its submission key.
            caching: output.input.password.isEmpty ? Pages.revalidated : "no-store",
            for: context)
    }
}

extension ItemForm.Input {
    /// Filled in with what a list was asked for, that leads here where it has nothing to show.
    fileprivate mutating func begin(with asked: ItemList.Input) {
        purpose = asked.purpose ?? purpose
        title = asked.text
        category = asked.category.map { .typed(String($0.rawValue)) } ?? ""
        price = .typed(asked.maximumPrice)
        // What is posted is in one place.
        place = asked.neighbourhoods.count == 1 ? asked.neighbourhoods[0].description : ""
    }
}
