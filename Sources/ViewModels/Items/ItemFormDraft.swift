import Market

/// Keeps what an account types into the form of a new item as a draft, until it is posted or
/// discarded. No other form replaces the draft meanwhile, unless the account says so.
public struct ItemFormDraft: Sendable {
    /// The form as it is now; nil discards the draft.
    public typealias Input = ItemForm.Input?

    private let storage: any ItemDraftStorage

    /// Keeps drafts in `storage`.
    public init(storage: any ItemDraftStorage) {
        self.storage = storage
    }

    /// What became of the draft.
    public enum Output: Equatable, Sendable {
        /// The draft is kept, to go on with.
        case kept
        /// No draft is kept, because there is nothing in it.
        case forgotten
        /// Nothing was kept or discarded: a draft of another form is waiting.
        case otherWaits
        /// Nothing was kept or discarded: the draft is longer than `ItemDraft.mostBytes`.
        case tooLong
    }

    /// Keeps a draft in place of the previous one of the same form; a blank one discards it.
    /// - Parameter discardsOther: whether a draft of another form is discarded for it, too.
    /// - Throws: `.notFound` when the account is gone.
    public func submit(
        _ input: Input, discardingOther discardsOther: Bool = false, of account: Account.ID
    ) async throws(StorageError) -> Output {
        guard let input else {
            try await storage.deleteDraft(nil, of: account)
            return .forgotten
        }
        let draft = ItemDraft(input)
        guard !draft.isBlank else {
            try await storage.deleteDraft(discardsOther ? nil : draft.key, of: account)
            return .forgotten
        }
        guard draft.bytes <= ItemDraft.mostBytes else { return .tooLong }
        let isKept = try await storage.setDraft(draft, discardingOther: discardsOther, of: account)
        return isKept ? .kept : .otherWaits
    }
}

extension ItemDraft {
    fileprivate init(_ input: ItemForm.Input) {
        let texts = ItemForm.Field.texts.map { ($0.rawValue, input[$0]) }
        self.init(
            key: input.draftKey,
            texts: Dictionary(texts, uniquingKeysWith: { first, _ in first }),
            photos: input.storedPhotos)
    }

    /// Whether nobody would miss it: it has no title, price, content or photo.
    fileprivate var isBlank: Bool {
        let written: [ItemForm.Field] = [.title, .price, .content]
        return photos.isEmpty && written.allSatisfy { texts[$0.rawValue]?.trimmed.isEmpty ?? true }
    }

    fileprivate var bytes: Int { texts.values.reduce(0) { $0 + $1.utf8.count } }
}

extension ItemDraft {
    private static let longestTitle = 40

    /// Says that the draft is there to go on with.
    var unfinishedText: Phrase {
        title.isEmpty ? Phrase(.unfinished) : Phrase(.unfinishedTitled, .text(title))
    }

    private var title: String {
        oneLine(texts[ItemForm.Field.title.rawValue] ?? "", atMost: Self.longestTitle)
    }
}

extension ItemForm.Input {
    /// The form filled in with a draft.
    func continuing(_ draft: ItemDraft) -> ItemForm.Input {
        var input = self
        for field in ItemForm.Field.texts {
            if let text = draft.texts[field.rawValue] { input[field] = text }
        }
        input.photos = draft.photos.map { .stored($0) }
        input.draftKey = draft.key
        return input
    }
}
