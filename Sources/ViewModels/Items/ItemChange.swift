import Market

/// Changes some fields of a guest's item for an API client that has proved its password. The other
/// fields keep their values, even if somebody else changes them at the same moment.
public struct ItemChange: Sendable {
    /// The item's form, with the changes typed in.
    public typealias Output = ItemForm.Output

    private static let mostTries = 20

    private let form: ItemForm

    /// Saves through `form`, under its rules.
    public init(form: ItemForm) {
        self.form = form
    }

    /// What to change, as typed; nil leaves a field as it is.
    public struct Input: Sendable {
        /// The item to change.
        public var id: Item.ID
        /// All of the photos, in the order shown.
        public var photos: [PhotoEntry]?
        /// The photo to be shown first.
        public var cover: Photo.ID?
        /// As in `ItemForm.Input`.
        public var title: String?
        /// A category's id.
        public var category: EnteredNumber?
        /// In units of the currency; an empty value is not the same as nil.
        public var price: EnteredNumber?
        /// Meant as `discountMeaning` says.
        public var discountedPrice: EnteredNumber?
        /// How `discountedPrice` is meant.
        public var discountMeaning = ItemForm.DiscountMeaning.lowered
        /// An ISO 4217 code.
        public var currency: String?
        /// How many there are.
        public var stock: EnteredNumber?
        /// The description.
        public var content: String?
        /// The state in which the item must be; nil changes it in any state.
        public var expected: ListedItem?

        /// Changes nothing yet.
        public init(id: Item.ID) {
            self.id = id
        }

        /// Whether there is nothing to change.
        public var isEmpty: Bool {
            photos == nil && cover == nil
                && [category, price, discountedPrice, stock].allSatisfy { $0 == nil }
                && [title, currency, content].allSatisfy { $0 == nil }
        }
    }

    /// Why the item would not be changed, apart from its photos: checked before these are processed.
    /// - Throws: `.itemNotFound`.
    public func refusal(of input: Input) async throws(StorageError) -> Refusal? {
        let item = try await form.storage.item(input.id)
        let places = try await form.storage.places()
        let faults = ItemValidation(typed(input, over: item), in: places).faults
        return faults.isEmpty ? nil : Refusal(faults)
    }

    /// Saves the changes.
    /// - Throws: `.itemNotFound`; `.notFound` when an account has taken it over; `.changedMeanwhile`
    ///   when it is no longer as expected; `.busy` when others keep changing it.
    public func submit(
        _ input: Input, at now: Timestamp
    ) async throws(StorageError) -> FormResult<Item.ID, ItemForm.Output> {
        for _ in 0..<Self.mostTries {
            let item = try await form.storage.item(input.id)
            guard item.seller == nil else { throw .notFound }
            guard input.expected?.shows(item) ?? true else { throw .changedMeanwhile }
            if let result = try await tryToChange(item, input, at: now) { return result }
        }
        throw .busy
    }

    /// Returns nil if the item was changed between reading and writing it.
    private func tryToChange(
        _ item: Item, _ input: Input, at now: Timestamp
    ) async throws(StorageError) -> FormResult<Item.ID, ItemForm.Output>? {
        var isOld = false
        let result: FormResult<Item.ID, ItemForm.Output> = try await form.submit(
            typed(input, over: item)
        ) { content, typed throws(StorageError) in
            do throws(StorageError) {
                try await form.storage.update(
                    item.id, content: content, photos: typed.storedPhotos, at: now,
                    if: .isWritten(as: item))
            } catch .changedMeanwhile {
                isOld = true
            }
            return .success(item.id)
        }
        return isOld ? nil : result
    }

    /// The item as form input, with the changes typed over it.
    private func typed(_ changes: Input, over item: Item) -> ItemForm.Input {
        var input = ItemForm.Input(
            filledInWith: item, mode: .editing(item.id, .granted(nil)),
            discountMeaning: changes.discountMeaning)
        if let photos = changes.photos {
            input.photos = photos
            // An item whose photos are replaced must have some afterwards too.
            input.demands.insert(.photos)
        }
        if let cover = changes.cover, let index = input.photos.firstIndex(of: .stored(cover)) {
            input.photos.insert(input.photos.remove(at: index), at: 0)
        }
        if changes.price != nil { input.demands.insert(.price) }
        input.title = changes.title ?? input.title
        input.category = changes.category ?? input.category
        input.price = changes.price ?? input.price
        input.discountedPrice = changes.discountedPrice ?? input.discountedPrice
        input.currency = changes.currency ?? input.currency
        input.stock = changes.stock ?? input.stock
        input.content = changes.content ?? input.content
        return input
    }
}
