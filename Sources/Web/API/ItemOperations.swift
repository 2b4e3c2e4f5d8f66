import HTTPServer
import Market
import ViewModels

/// The operations on items that both generations of calls share, each with its own field names.
struct ItemOperations: Sendable {
    /// The form fields for photos; clients of both generations use either name.
    static let photoNames: Set<String> = ["images", "images[]"]
    /// The form field that holds the other fields as JSON, for clients that send them so.
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
    ///   - names: the callers' names for the fields.
    ///   - wrongPassword: the status for a wrong password.
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

    /// Reads the form of a call and passes it to `use`.
    func withForm<Result>(
        of context: RequestContext, _ use: (Form) async throws -> Result
    ) async throws -> Result {
        var limits = uploads.formLimits()
        limits.names = Self.partNames
        limits.fileNames = Self.photoNames
        return try await forms.withForm(of: context, limits, use)
    }

    /// Reads the JSON of a call.
    /// - Throws: the same as `APIFields.init(jsonOf:)`; `SiteError.unavailable`.
    func fields(of context: RequestContext) async throws -> APIFields {
        try await forms.withPlace(for: context) { try await APIFields(jsonOf: context.request) }
    }

    /// Posts an item as a guest.
    /// - Throws: `APIError` if a field is faulty; then nothing is stored, not even a photo.
    func post(
        _ input: ItemForm.Input, photos: [Form.Entry], _ context: RequestContext
    ) async throws -> ListedItem {
        var input = input
        input.address = context.address
        let hasPhotos = !photos.isEmpty
        let refusal = try await form.refusal(of: input, hasPhotos: hasPhotos, at: context.now)
        if let refusal { throw error(refusal) }
        input.photos = try await developed(photos, context)
        let posted = try saved(try await form.submit(input, at: context.now))
        return try await catalog.item(posted.id)
    }

    /// Checks the item's password.
    /// - Throws: `APIError` if the password is wrong or missing, or if there were too many tries;
    ///   `StorageError.notFound`.
    func prove(_ password: String?, for id: Item.ID, _ context: RequestContext) async throws {
        try await submit(.editing, of: id, .password(password ?? ""), context)
    }

    /// The item's present state, if the call is conditional; nil if it is not.
    /// - Parameter tag: returns the entity tag of a state, as sent to the caller.
    /// - Throws: 412 if the item has changed since; `StorageError.notFound`.
    func expected(
        _ id: Item.ID, _ context: RequestContext, tag: (ListedItem) -> EntityTag
    ) async throws -> ListedItem? {
        guard context.request.isConditional else { return nil }
        let item = try await catalog.item(id)
        guard context.request.mayChange(tag(item)) else { throw APIError(.preconditionFailed) }
        return item
    }

    /// Changes an item whose password has been checked.
    /// - Parameter expected: the state to change; nil changes the item whatever its state.
    /// - Throws: the same as `post`.
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
        return try await catalog.item(try saved(result))
    }

    /// Deletes an item, with its password or a key obtained for it as the proof.
    /// - Parameter expected: the state to delete; nil deletes the item whatever its state.
    /// - Throws: the same as `prove`; 412.
    func delete(
        _ id: Item.ID, _ proof: OwnerProof, of expected: ListedItem?, _ context: RequestContext
    ) async throws -> ListedItem {
        let item = if let expected { expected } else { try await catalog.item(id) }
        try await submit(.deleting, of: id, proof, expecting: expected, context)
        return item
    }

    /// - Throws: 413 if a photo is too large.
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

    /// Runs `work` on a guest's item. If it is an account's, the error says that no password opens
    /// it; the API may say so, because its answers show the seller anyway.
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

    private func saved<Saved: Sendable>(
        _ result: FormResult<Saved, ItemForm.Output>
    ) throws -> Saved {
        switch result {
        case .saved(let saved): return saved
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
    /// The photos of a call, under either name.
    var callPhotos: [Entry] {
        entries.filter { ItemOperations.photoNames.contains($0.name) }
    }
}
