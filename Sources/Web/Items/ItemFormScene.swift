import HTTPServer
import Market
import Secrets
import ViewModels

/// An item's form: `/items/new` and `POST /items` for a new one, `/items/7/edit` to edit one, by
/// its owner or with its password.
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
        return try await submit(input, context) { saved in
            let id = saved.id
            if let seller = context.member?.account.id, input.wantsChecklist {
                // The item is posted even if the checklist fails; the item's page offers it again.
                _ = try? await checklist.submit(
                    id, standard: page.pages.standardSteps(for: context), of: seller,
                    at: context.now)
            }
            guard context.member == nil else { return page.redirect(to: Link.item(id), .posted) }
            // With only this one item posted, the link to all posted items would lead back to this page.
            let isFirst = marks.items(context).allSatisfy { $0 == id }
            var response = page.redirect(to: Link.item(id), isFirst ? .posted : .postedAgain)
            // A form sent again gets the first sending's item, whatever password it contains.
            await marks.leave(for: id, isGranted: saved.isPasswordNew, context, on: &response)
            if saved.isPasswordNew {
                grants.noteNew(id, context, on: &response)
                await grants.give(for: id, on: &response, at: context.now)
            }
            return response
        }
    }

    func showEdit(_ context: RequestContext, _ id: Item.ID) async throws -> Response {
        if try await authorization.isOwner(context, of: id) {
            try context.checkMayPost()
        } else if await !grants.isHeld(context, for: id) {
            return try await prompt.show(PasswordPrompt.Input(id: id, purpose: .editing), context)
        }
        let input = ItemForm.Input(mode: .editing(id, .granted(nil)))
        return try show(try await form.output(for: input), for: context)
    }

    /// Edits the item for its owner, for a visitor who holds the grant, or with the password sent along, which
    /// is checked even if the grant is held.
    func edit(_ context: RequestContext, _ id: Item.ID) async throws -> Response {
        // Turns away anybody else before the form is read.
        let isOwner = try await isOwner(context, of: id)
        var input = try await reader.input(context)
        let isHeld = await grants.isHeld(context, for: id)
        let isGranted = isOwner || input.password.isEmpty && isHeld
        input.mode = .editing(
            id,
            isGranted
                ? .granted(isOwner ? try context.account : nil) : .password(input.password))
        if !isGranted { input.isPoster = await marks.isHeld(context, for: id) }
        return try await submit(input, context) { _ in
            let alert = await authorization.alertOfEdit(id)
            var response = page.redirect(to: Link.item(id), alert)
            // The password was in the form, so the next step need not ask for it again.
            if !isGranted {
                await grants.give(for: id, on: &response, at: context.now)
                await marks.leave(for: id, context, on: &response)
            }
            return response
        }
    }

    /// Like `ItemAuthorization.isOwner`; the form of an owner whose session has ended is carried
    /// with its photos.
    private func isOwner(_ context: RequestContext, of id: Item.ID) async throws -> Bool {
        do {
            return try await authorization.isOwner(context, of: id)
        } catch SiteError.signedOut {
            throw SiteError.signedOut(carrying: try await reader.carried(context))
        }
    }

    private func submit(
        _ input: ItemForm.Input, _ context: RequestContext,
        saved: (ItemForm.Saved) async -> Response
    ) async throws -> Response {
        guard input.arrangement == nil else {
            return try show(try await form.output(for: input), for: context)
        }
        switch try await form.submit(input, at: context.now) {
        case .saved(let item): return await saved(item)
        case .refused(let output): return try show(output, for: context)
        }
    }

    private func show(
        _ output: ItemForm.Output, for context: RequestContext
    ) throws -> Response {
        try page.form(
            output,
            // Rearranging a form is not a refusal, even if a file in it cannot be a photo.
            status: output.input.arrangement == nil ? nil : .ok,
            // A form that contains a password must not be cached; any other must still be there,
            // with its submission key, for a visitor who goes back to it.
            caching: output.input.password.isEmpty ? Pages.revalidated : "no-store",
            for: context)
    }
}

extension ItemForm.Input {
    /// Fills in the conditions of a list that had no results and links here.
    fileprivate mutating func begin(with asked: ItemList.Input) {
        purpose = asked.purpose ?? purpose
        title = asked.text
        category = asked.category.map { .typed(String($0.rawValue)) } ?? ""
        price = .typed(asked.maximumPrice)
        currency = Currency(ofRange: asked.maximumPrice).rawValue
        // An item is in one neighbourhood only.
        place = asked.neighbourhoods.count == 1 ? asked.neighbourhoods[0].description : ""
    }
}
