import HTTPServer
import Market
import ViewModels

/// What both generations of calls have done with listings, each under its own names of the fields.
struct ListingDesk: Sendable {
    /// The parts that hold photos; clients of both generations use either name.
    static let photoNames: Set<String> = ["images", "images[]"]
    /// The part that holds the fields as JSON, for the clients that send them so.
    static let fieldsName = "params"
    private static let partNames = photoNames.union(CallFields.Name.allCases.map(\.rawValue))
        .union([fieldsName])

    let catalog: ItemCatalog
    private let form: ItemForm
    private let prompt: PasswordPrompt
    private let intake: PhotoIntake
    private let forms: FormGate
    private let names: [ItemForm.Field: String]

    /// - Parameter names: what the callers call the fields.
    init(_ parts: SiteParts, names: [ItemForm.Field: String]) {
        catalog = ItemCatalog(storage: parts.storage)
        form = parts.itemForm
        prompt = PasswordPrompt(storage: parts.storage, check: parts.passwordCheck)
        intake = parts.photoIntake
        forms = parts.formGate
        self.names = names
    }

    /// Reads the form of a call and lends it.
    func withForm<Result>(
        of visit: Visit, _ use: (Form) async throws -> Result
    ) async throws -> Result {
        var limits = intake.formLimits()
        limits.names = Self.partNames
        limits.fileNames = Self.photoNames
        return try await forms.withForm(of: visit, limits, use)
    }

    /// Reads the JSON of a call.
    /// - Throws: as `CallFields.init(jsonOf:)`; `SiteError.unavailable`.
    func fields(of visit: Visit) async throws -> CallFields {
        try await forms.withPlace(for: visit) { try await CallFields(jsonOf: visit.request) }
    }

    /// Posts a listing of a guest's.
    /// - Throws: `CallError` when something has to be put right; then nothing is kept, no photo
    ///   either.
    func post(
        _ input: ItemForm.Input, photos: [Form.Entry], _ visit: Visit
    ) async throws -> ListedItem {
        try refuse(form.faults(in: input, hasPhotos: !photos.isEmpty))
        if let outcome = form.refusal(of: input, from: visit.address, at: visit.now) {
            return try await item(of: outcome)
        }
        var input = input
        input.photos = try await developed(photos, visit)
        let outcome = try await form.post(input, from: visit.address, at: visit.now)
        return try await item(of: outcome)
    }

    /// - Throws: `CallError` when the password is wrong, missing, or was tried too often;
    ///   `StorageError.notFound`.
    func prove(_ password: String?, for id: Item.ID, _ visit: Visit) async throws {
        try await submit(.editing, of: id, .password(password ?? ""), visit)
    }

    /// The listing as its caller knows it, for who says which state is to be changed.
    /// - Parameter tag: names a state, as its caller was answered.
    /// - Throws: 412 when it is in another state by now; `StorageError.notFound`.
    func expected(
        _ id: Item.ID, _ visit: Visit, tag: (ListedItem) -> EntityTag
    ) async throws -> ListedItem? {
        guard visit.request.isConditional else { return nil }
        let item = try await catalog.item(id)
        guard visit.request.mayChange(tag(item)) else { throw CallError(.preconditionFailed) }
        return item
    }

    /// Changes a listing whose password was proved.
    /// - Parameter expected: the state to be changed; nil changes whatever it is by now.
    /// - Throws: as `post`.
    func change(
        _ id: Item.ID, _ changes: ItemForm.Changes, photos: [Form.Entry] = [],
        of expected: ListedItem?, _ visit: Visit
    ) async throws -> ListedItem {
        guard !changes.isEmpty || !photos.isEmpty else { return try await catalog.item(id) }
        var changes = changes
        if !photos.isEmpty {
            try refuse(try await form.faults(in: changes, of: id))
            changes.photos = try await developed(photos, visit)
        }
        let checked = changes
        let outcome = try await asGuests(id) {
            try await form.change(id, checked, of: expected, at: visit.now)
        }
        return try await item(of: outcome)
    }

    /// Deletes a listing whose password, or what was got for it, is the proof.
    /// - Parameter expected: the state to be deleted; nil deletes whatever it is by now.
    /// - Throws: as `prove`; 412.
    func delete(
        _ id: Item.ID, _ proof: OwnerProof, of expected: ListedItem?, _ visit: Visit
    ) async throws -> ListedItem {
        let item = if let expected { expected } else { try await catalog.item(id) }
        try await submit(.deleting, of: id, proof, expecting: expected, visit)
        return item
    }

    /// - Throws: 413 when one is too large.
    private func developed(
        _ photos: [Form.Entry], _ visit: Visit
    ) async throws -> [PhotoEntry] {
        let entries = try await intake.allOrNone(photos, from: visit.address, at: visit.now)
        if case .refused(let file, let fault)? = entries.first, case .tooLarge = fault {
            let message = fault.message(for: file)
            throw CallError(.contentTooLarge, message, fields: [name(.photos): message])
        }
        return entries
    }

    private func submit(
        _ purpose: PasswordPrompt.Purpose, of id: Item.ID, _ proof: OwnerProof,
        expecting expected: ListedItem? = nil, _ visit: Visit
    ) async throws {
        let input = PasswordPrompt.Input(
            id: id, purpose: purpose, proof: proof, address: visit.address, expected: expected)
        let outcome = try await asGuests(id) { try await prompt.submit(input, at: visit.now) }
        guard case .refused(let output, let refusal) = outcome else { return }
        throw CallError(
            refusal, output.alert, output.passwordFault.map { [(name(.password), $0)] } ?? [])
    }

    /// Calls tell whose a listing is, so that they can say why no password opens an account's.
    private func asGuests<Value>(
        _ id: Item.ID, _ work: () async throws -> Value
    ) async throws -> Value {
        do {
            return try await work()
        } catch let error as StorageError where error.isNotFound {
            guard try await catalog.item(id).seller != nil else { throw error }
            throw CallError(.wrongPassword, .wrongPassword, [(name(.password), "비밀번호가 틀렸습니다.")])
        }
    }

    private func item(of outcome: ItemForm.Outcome) async throws -> ListedItem {
        switch outcome {
        case .saved(let id): return try await catalog.item(id)
        case .refused(let output, let refusal):
            throw CallError(refusal, output.alert, messages(output.faults))
        }
    }

    private func refuse(_ faults: [ItemForm.Fault]) throws(CallError) {
        guard faults.isEmpty else { throw CallError(invalid: messages(faults)) }
    }

    private func messages(_ faults: [ItemForm.Fault]) -> [(field: String, message: String)] {
        faults.map { (name($0.field), $0.message) }
    }

    private func name(_ field: ItemForm.Field) -> String {
        names[field] ?? field.rawValue
    }
}

extension Form {
    /// The photos of a call, whatever they are called.
    var callPhotos: [Entry] {
        entries.filter { ListingDesk.photoNames.contains($0.name) }
    }
}
