import HTTPServer
import Market
import ViewModels

/// What both generations of calls have done with items, each under its own names of the fields.
struct ItemOperations: Sendable {
    /// The parts that hold photos; clients of both generations use either name.
    static let photoNames: Set<String> = ["images", "images[]"]
    /// The part that holds the fields as JSON, for the clients that send them so.
    static let fieldsName = "params"
    private static let partNames = photoNames.union(APIFields.Name.allCases.map(\.rawValue))
        .union([fieldsName])

    let catalog: ItemCatalog
    private let form: ItemForm
    private let itemChange: ItemChange
    private let prompt: PasswordPrompt
    private let uploads: PhotoUploads
    private let forms: FormLimiter
    private let names: [ItemForm.Field: String]
    private let wrongPassword: Status
    let words: CallWords

    /// - Parameters:
    ///   - names: what the callers call the fields.
    ///   - wrongPassword: what they are answered then.
    init(
        _ dependencies: Dependencies, names: [ItemForm.Field: String],
        wrongPassword: Status = .forbidden
    ) {
        catalog = ItemCatalog(storage: dependencies.storage)
        form = dependencies.itemForm
        itemChange = ItemChange(form: dependencies.itemForm)
        prompt = PasswordPrompt(storage: dependencies.storage, check: dependencies.passwordCheck)
        uploads = dependencies.photoUploads
        forms = dependencies.formLimiter
        self.names = names
        self.wrongPassword = wrongPassword
        words = CallWords(templates: dependencies.pages.templates)
    }

    /// Reads the form of a call and lends it.
    func withForm<Result>(
        of context: RequestContext, _ use: (Form) async throws -> Result
    ) async throws -> Result {
        var limits = uploads.formLimits()
        limits.names = Self.partNames
        limits.fileNames = Self.photoNames
        return try await forms.withForm(of: context, limits, use)
    }

    /// Reads the JSON of a call.
    /// - Throws: as `APIFields.init(jsonOf:)`; `SiteError.unavailable`.
    func fields(of context: RequestContext) async throws -> APIFields {
        try await forms.withPlace(for: context) { try await APIFields(jsonOf: context.request) }
    }

    /// Posts an item of a guest's.
    /// - Throws: `APIError` when something has to be put right; then nothing is kept, no photo
    ///   either.
    func post(
        _ input: ItemForm.Input, photos: [Form.Entry], _ context: RequestContext
    ) async throws -> ListedItem {
        var input = input
        input.address = context.address
        let hasPhotos = !photos.isEmpty
        if let refusal = form.refusal(of: input, hasPhotos: hasPhotos, at: context.now) {
            throw error(refusal)
        }
        input.photos = try await developed(photos, context)
        return try await item(of: try await form.submit(input, at: context.now))
    }

    /// - Throws: `APIError` when the password is wrong, missing, or was tried too often;
    ///   `StorageError.notFound`.
    func prove(_ password: String?, for id: Item.ID, _ context: RequestContext) async throws {
        try await submit(.editing, of: id, .password(password ?? ""), context)
    }

    /// The item as its caller knows it, for who says which state is to be changed.
    /// - Parameter tag: names a state, as its caller was answered.
    /// - Throws: 412 when it is in another state by now; `StorageError.notFound`.
    func expected(
        _ id: Item.ID, _ context: RequestContext, tag: (ListedItem) -> EntityTag
    ) async throws -> ListedItem? {
        guard context.request.isConditional else { return nil }
        let item = try await catalog.item(id)
        guard context.request.mayChange(tag(item)) else { throw APIError(.preconditionFailed) }
        return item
    }

    /// Changes an item whose password was proved.
    /// - Parameter expected: the state to be changed; nil changes whatever it is by now.
    /// - Throws: as `post`.
    func change(
        _ changes: ItemChange.Input, photos: [Form.Entry] = [], of expected: ListedItem?,
        _ context: RequestContext
    ) async throws -> ListedItem {
        guard !changes.isEmpty || !photos.isEmpty else {
            return try await catalog.item(changes.id)
        }
        var changes = changes
        changes.expected = expected
        if !photos.isEmpty {
            if let refusal = try await itemChange.refusal(of: changes) { throw error(refusal) }
            changes.photos = try await developed(photos, context)
        }
        let checked = changes
        let result = try await asGuests(changes.id) {
            try await itemChange.submit(checked, at: context.now)
        }
        return try await item(of: result)
    }

    /// Deletes an item whose password, or what was got for it, is the proof.
    /// - Parameter expected: the state to be deleted; nil deletes whatever it is by now.
    /// - Throws: as `prove`; 412.
    func delete(
        _ id: Item.ID, _ proof: OwnerProof, of expected: ListedItem?, _ context: RequestContext
    ) async throws -> ListedItem {
        let item = if let expected { expected } else { try await catalog.item(id) }
        try await submit(.deleting, of: id, proof, expecting: expected, context)
        return item
    }

    /// - Throws: 413 when one is too large.
    private func developed(
        _ photos: [Form.Entry], _ context: RequestContext
    ) async throws -> [PhotoEntry] {
        let entries = try await uploads.allOrNone(photos, from: context.address, at: context.now)
        if case .refused(let file, let fault)? = entries.first, case .tooLarge = fault {
            let told = words.fault(name(.photos), fault.message(for: file))
            throw APIError(
                .contentTooLarge, told.message, reason: "\(told.field): \(told.reason)",
                fields: [told.field: told.message])
        }
        return entries
    }

    private func submit(
        _ purpose: PasswordPrompt.Purpose, of id: Item.ID, _ proof: OwnerProof,
        expecting expected: ListedItem? = nil, _ context: RequestContext
    ) async throws {
        let input = PasswordPrompt.Input(
            id: id, purpose: purpose, proof: proof, address: context.address, expected: expected)
        let result = try await asGuests(id) { try await prompt.submit(input, at: context.now) }
        guard case .refused(let output) = result else { return }
        throw error(output.refusal)
    }

    /// Calls tell whose an item is, so that they can say why no password opens an account's.
    private func asGuests<Value>(
        _ id: Item.ID, _ work: () async throws -> Value
    ) async throws -> Value {
        do {
            return try await work()
        } catch let error as StorageError where error.isNotFound {
            guard try await catalog.item(id).seller != nil else { throw error }
            let message = "회원이 올린 상품이라 비밀번호로는 할 수 없어요. 장터에서 로그인하고 해주세요."
            throw APIError(
                wrongPassword, message,
                reason: "The listing belongs to an account: no password opens it.",
                fields: [name(.password): message])
        }
    }

    private func item(
        of result: FormResult<Item.ID, ItemForm.Output>
    ) async throws -> ListedItem {
        switch result {
        case .saved(let id): return try await catalog.item(id)
        case .refused(let output): throw error(output.refusal)
        }
    }

    private func error(_ refusal: Refusal?) -> APIError {
        APIError(
            refusal?.reason ?? .invalid, refusal?.alert,
            (refusal?.faults ?? []).map { fault in
                words.fault(
                    ItemForm.Field(rawValue: fault.field).map(name) ?? fault.field, fault.message)
            }, wrongPassword: wrongPassword, words: words)
    }

    private func name(_ field: ItemForm.Field) -> String {
        names[field] ?? field.rawValue
    }
}

extension Form {
    /// The photos of a call, whatever they are called.
    var callPhotos: [Entry] {
        entries.filter { ItemOperations.photoNames.contains($0.name) }
    }
}
