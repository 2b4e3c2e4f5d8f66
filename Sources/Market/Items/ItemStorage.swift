/// Where items are kept. Every method is atomic; what a write answered survives a crash.
public protocol ItemStorage: Sendable {
    /// - Returns: at most `query.limit` items in the query's order. For `.preceding`, those nearest to
    ///   the key, still in that order.
    func items(_ query: ItemQuery) async throws(StorageError) -> ItemPage

    /// How many items match a filter in each category, without regard to the one it names, and in
    /// each neighbourhood: whoever asks, since what somebody has blocked is few of many, and counts
    /// are kept for all.
    func itemCounts(_ filter: ItemFilter) async throws(StorageError) -> ItemCounts

    /// The search with words that are found in place of those that are not, spelt nearly alike; nil
    /// where something is found, whatever a filter says, and where there is no such word.
    func correction(of search: SearchQuery) async throws(StorageError) -> SearchQuery?

    /// What somebody may be about to type, whose last word is not finished: words of titles on sale
    /// that it begins, the most frequent first, behind the other words.
    func completions(
        of typed: SearchQuery, limit: Int
    ) async throws(StorageError) -> [String]

    /// Reads everything in one snapshot; a text that is in many titles takes its time to count. An
    /// offset past the end answers no items, and the count all the same; a text without a letter
    /// or digit is in no title and no name.
    func items(_ query: ItemOffsetQuery) async throws(StorageError) -> ItemOffsetPage

    /// When unsold items were changed: at most `limit` of those in the places, the oldest first.
    func itemDates(
        _ places: Range<Item.Position>, limit: Int
    ) async throws(StorageError) -> [ItemDate]

    /// - Throws: `.itemNotFound`.
    func listedItem(_ id: Item.ID) async throws(StorageError) -> ListedItem

    /// Those of several that are open to everybody, in the order in which they are named.
    /// - Parameter viewer: who looks at them, to whom nothing is shown of people whom they have blocked; nil
    ///   for a guest.
    func openItems(
        _ ids: [Item.ID], for viewer: Account.ID?
    ) async throws(StorageError) -> [ItemSummary]

    /// - Throws: `.itemNotFound`.
    func item(_ id: Item.ID) async throws(StorageError) -> Item

    /// The item with what its page shows beside it.
    /// - Parameter viewer: who looks at it; nil for a guest.
    /// - Throws: `.itemNotFound`.
    func detailedItem(
        _ id: Item.ID, for viewer: Account.ID?, _ limits: DetailedItem.Limits
    ) async throws(StorageError) -> DetailedItem

    /// The same of one that lies in another's trash, for an operator: with its seller, hidden only if an
    /// operator has hidden it, and with nothing beside it.
    /// - Throws: `.itemNotFound`.
    func detailedItemInTrash(
        _ id: Item.ID, for viewer: Account.ID
    ) async throws(StorageError) -> DetailedItem

    /// The encoded hash of the item's password.
    /// - Throws: `.itemNotFound`, `.noPassword` when it is an account's.
    func passwordHash(of id: Item.ID) async throws(StorageError) -> String

    /// What an item stays posted for, as `Item.isPurposeFixed` has it; nil where that may be changed.
    /// - Throws: `.itemNotFound`.
    func fixedPurpose(of id: Item.ID) async throws(StorageError) -> Item.Purpose?

    /// Adds an item; ids only ever grow. A submission that was inserted before adds nothing and
    /// answers the item made then (also when it is edited since; a deleted one frees its key). The
    /// draft that it names goes.
    /// - Throws: `.postedBefore` as `Submission.item` has it, `.photoNotFound` when a photo named is
    ///   not in the storage, `.notFound` when the account that owns it is gone.
    func insert(_ item: NewItem) async throws(StorageError) -> Item.ID

    /// Replaces what the seller wrote, as `ItemEdit.content(over:)` has it, and the photos, and moves the
    /// modification date. What becomes an offer looks for nothing any more, what becomes wanted looks for
    /// everything on sale. Who has an interest in an offer is told where it becomes cheaper.
    /// - Parameter condition: what the item has to be; nil replaces whatever it is by now.
    /// - Throws: `.itemNotFound`, `.photoNotFound`, `.changedMeanwhile` when it is something else, or
    ///   the edit would undo another one (`ItemEdit.undoesAnother`),
    ///   `.stockIsKept` when fewer are left than are kept for people, `.purposeIsFixed` when it is to
    ///   be for something else and may not; then nothing has changed.
    func update(
        _ id: Item.ID, _ edit: ItemEdit, at now: Timestamp, if condition: ItemCondition?
    ) async throws(StorageError)

    /// For good, as a guest's item goes: `SellingStorage.deleteItem` moves an account's to its trash.
    /// For whom one was kept, and who has asked of late, are told.
    /// - Parameter condition: what the item has to be; nil deletes whatever it is by now.
    /// - Throws: `.itemNotFound`, `.changedMeanwhile` when it is something else.
    func delete(
        _ id: Item.ID, at now: Timestamp, if condition: ItemCondition?
    ) async throws(StorageError)
}

extension ItemStorage {
    /// Replaces what the seller wrote, the stock too, and the photos.
    /// - Parameter condition: what the item has to be; nil replaces whatever it is by now.
    /// - Throws: as with an edit.
    public func update(
        _ id: Item.ID, content: ItemContent, photos: [Photo.ID], at now: Timestamp,
        if condition: ItemCondition? = nil
    ) async throws(StorageError) {
        try await update(id, ItemEdit(content, photos: photos), at: now, if: condition)
    }
}

/// What an item has to be for a write of it to be made, looked at in the same transaction.
public enum ItemCondition: Equatable, Sendable {
    /// The account's; nil is a guest's.
    case belongs(to: Account.ID?)
    /// What it was when it was read: what the seller wrote, its photos, and whose it is.
    case isWritten(as: Item)

    /// - Throws: `.changedMeanwhile` when the item is something else.
    public func check(_ item: Item) throws(StorageError) {
        let holds =
            switch self {
            case .belongs(let account): item.seller == account
            case .isWritten(let read):
                item.content == read.content && item.photos.map(\.id) == read.photos.map(\.id)
                    && item.seller == read.seller
            }
        guard holds else { throw .changedMeanwhile }
    }
}

/// When an item was changed.
public struct ItemDate: Equatable, Sendable {
    /// Which item.
    public let id: Item.ID
    /// Where it stands in the list.
    public let position: Item.Position
    /// When it was edited last, or else posted.
    public let dateModified: Timestamp

    /// The date of an item in its place.
    public init(id: Item.ID, position: Item.Position, dateModified: Timestamp) {
        (self.id, self.position, self.dateModified) = (id, position, dateModified)
    }
}
