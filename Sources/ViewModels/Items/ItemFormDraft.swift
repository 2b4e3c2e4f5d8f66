import Market

/// What an account types into the form of a new item, kept until it is posted.
public struct ItemFormDraft: Sendable {
    /// As the form has it by now; nil forgets what was kept.
    public typealias Input = ItemForm.Input?

    private let storage: any ItemDraftStorage

    /// Keeps drafts in `storage`.
    public init(storage: any ItemDraftStorage) {
        self.storage = storage
    }

    /// What became of it.
    public enum Output: Equatable, Sendable {
        /// It is there to go on with.
        case kept
        /// Nothing is kept, since there is nothing in it.
        case forgotten
        /// Nothing was kept or forgotten: it is longer than `ItemDraft.mostBytes`.
        case tooLong
    }

    /// Keeps a draft in place of the one before. One with nothing in it forgets that.
    /// - Throws: `.notFound` when the account is gone.
    public func submit(
        _ input: Input, of account: Account.ID
    ) async throws(StorageError) -> Output {
        let draft = input.map(ItemDraft.init)
        guard let draft, !draft.isBlank else {
            try await storage.setDraft(nil, of: account)
            return .forgotten
        }
        guard draft.bytes <= ItemDraft.mostBytes else { return .tooLong }
        try await storage.setDraft(draft, of: account)
        return .kept
    }
}

extension ItemDraft {
    fileprivate init(_ input: ItemForm.Input) {
        self.init(
            isRequest: input.purpose == .request, title: input.title,
            category: input.category.text, price: input.price.text, place: input.place,
            discountedPrice: input.discountedPrice.text, currency: input.currency,
            stock: input.stock.text, description: input.content,
            isFree: input.isFreeShareChosen, photos: input.storedPhotos)
    }

    /// Whether nobody would miss it: nothing is written, and no photo is there.
    fileprivate var isBlank: Bool {
        photos.isEmpty && [title, price, description].allSatisfy { $0.trimmed.isEmpty }
    }

    fileprivate var bytes: Int {
        [title, category, price, place, discountedPrice, currency, stock, description]
            .reduce(0) { $0 + $1.utf8.count }
    }
}

extension ItemForm.Input {
    /// The form with what was kept typed into it.
    func continuing(_ draft: ItemDraft) -> ItemForm.Input {
        var input = self
        input.purpose = draft.isRequest ? .request : .offer
        input.title = draft.title
        input.category = .typed(draft.category)
        input.price = .typed(draft.price)
        input.place = draft.place
        input.discountedPrice = .typed(draft.discountedPrice)
        input.currency = draft.currency
        input.stock = .typed(draft.stock)
        input.content = draft.description
        input.isFreeShareChosen = draft.isFree
        input.photos = draft.photos.map { .stored($0) }
        return input
    }
}
