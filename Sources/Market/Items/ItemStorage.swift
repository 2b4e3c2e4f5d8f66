/// Where items are kept. Every method is atomic; a write that was answered survives a crash.
public protocol ItemStorage: Sendable {
    /// - Returns: at most `query.limit` items in the query's order; for `.preceding`, those nearest
    ///   to the key, still in that order.
    func items(_ query: ItemQuery) async throws(StorageError) -> ItemPage

    /// How many items match a filter, in each category, ignoring the filter's own, and in each
    /// neighbourhood. Counts do not depend on the viewer: what somebody has blocked is few of many,
    /// and counts are cached for all.
    func itemCounts(_ filter: ItemFilter) async throws(StorageError) -> ItemCounts

    /// The search with each word that is not found replaced by one that is spelt nearly alike and is
    /// found. Nil if the search finds something, whatever a filter says, or if there is no such word.
    func correction(of search: SearchQuery) async throws(StorageError) -> SearchQuery?

    /// The search with each word that is not found split into two words that occur in titles, whether or not
    /// any item has both: `이케아의자` becomes `이케아 의자`. If there are no such two, a word with Hangul is split
    /// after an adjective of one syllable, as in `흰의자`, or before an end that occurs. Returns nil if no word
    /// can be split. Only the first three words that are not found are tried.
    func splittingWords(of search: SearchQuery) async throws(StorageError) -> SearchQuery?

    /// Completions of a search whose last word is unfinished: the typed words, with the last
    /// replaced by words from titles on sale that begin with it, the most frequent first.
    func completions(of typed: SearchQuery, limit: Int) async throws(StorageError) -> [String]

    /// A page of a list by offset, read in one snapshot; a text that is in many titles takes time
    /// to count. An offset past the end returns no items, but still the count; a text without a
    /// letter or digit matches no title and no name.
    func items(_ query: ItemOffsetQuery) async throws(StorageError) -> ItemOffsetPage

    /// When unsold items were changed: at most `limit` of those at these positions, lowest position first.
    func itemDates(
        _ places: Range<Item.Position>, limit: Int
    ) async throws(StorageError) -> [ItemDate]

    /// An offer that everybody may see, with its whole description.
    /// - Throws: `.itemNotFound`, also for a wanted or hidden item.
    func listedItem(_ id: Item.ID) async throws(StorageError) -> ListedItem

    /// Those of these items that everybody may see, in the order given.
    /// - Parameter viewer: whose blocked people's items are left out; nil for a guest.
    func openItems(
        _ ids: [Item.ID], for viewer: Account.ID?
    ) async throws(StorageError) -> [ItemSummary]

    /// An item that is not in the trash, hidden or not.
    /// - Throws: `.itemNotFound`.
    func item(_ id: Item.ID) async throws(StorageError) -> Item

    /// The item with what its page shows beside it.
    /// - Parameter viewer: the account that looks at it; nil for a guest.
    /// - Throws: `.itemNotFound`.
    func detailedItem(
        _ id: Item.ID, for viewer: Account.ID?, _ limits: DetailedItem.Limits, at now: Timestamp
    ) async throws(StorageError) -> DetailedItem

    /// An item in somebody else's trash, for an operator: with its seller, marked as hidden only if
    /// an operator has hidden it, and without what its page shows beside it.
    /// - Throws: `.itemNotFound`.
    func detailedItemInTrash(
        _ id: Item.ID, for viewer: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> DetailedItem

    /// The encoded hash of the item's password.
    /// - Throws: `.itemNotFound`; `.noPassword` if it is an account's.
    func passwordHash(of id: Item.ID) async throws(StorageError) -> String

    /// The encoded hash of the password of a guest's item that has been deleted and can be restored.
    /// - Throws: `.itemNotFound`.
    func passwordHash(ofDeleted id: Item.ID) async throws(StorageError) -> String

    /// The purpose of an item if it can no longer change (`Item.isPurposeFixed`); nil if it can.
    /// - Throws: `.itemNotFound`.
    func fixedPurpose(of id: Item.ID) async throws(StorageError) -> Item.Purpose?

    /// Adds an item, and deletes the draft that it names; ids only ever grow. A submission that was
    /// inserted before adds nothing and returns the item made then, even if that has been edited
    /// since; deleting an item frees its submission's key.
    /// - Throws: `.postedBefore` as `Submission.item`; `.photoNotFound` if a photo is not in the
    ///   storage; `.notFound` if the account that owns it is gone; `.suspended`.
    func insert(_ item: NewItem) async throws(StorageError) -> Item.ID

    /// Replaces what the seller wrote (`ItemEdit.content(over:)`) and the photos, and sets the
    /// modification date. A wanted item that becomes an offer loses its search; an offer that
    /// becomes wanted gets one over everything on sale. Accounts with an interest in an offer are
    /// told if it becomes cheaper.
    /// - Parameter condition: what must be true of the item; nil replaces it in any state.
    /// - Throws: `.itemNotFound`; `.photoNotFound`; `.suspended`; `.changedMeanwhile` if the
    ///   condition does not hold or the edit would undo another one (`ItemEdit.undoesAnother`);
    ///   `.stockIsKept` if fewer pieces would be left than are reserved for people; `.purposeIsFixed`
    ///   if the edit changes a purpose that can no longer change. Nothing has changed then.
    func update(
        _ id: Item.ID, _ edit: ItemEdit, at now: Timestamp, if condition: ItemCondition?
    ) async throws(StorageError)

    /// Deletes an item for good, as a guest's is deleted; an account's is moved to its trash by
    /// `SellingStorage.deleteItem`. People for whom a piece was reserved, who stood in line or who
    /// asked recently are told.
    /// - Parameter condition: what must be true of the item; nil deletes it in any state.
    /// - Throws: `.itemNotFound`; `.changedMeanwhile` if the condition does not hold.
    func delete(
        _ id: Item.ID, at now: Timestamp, if condition: ItemCondition?
    ) async throws(StorageError)
}

extension ItemStorage {
    /// Replaces what the seller wrote, including the stock, and the photos.
    /// - Parameter condition: what must be true of the item; nil replaces it in any state.
    /// - Throws: as the update with an `ItemEdit`.
    public func update(
        _ id: Item.ID, content: ItemContent, photos: [Photo.ID], at now: Timestamp,
        if condition: ItemCondition? = nil
    ) async throws(StorageError) {
        try await update(id, ItemEdit(content, photos: photos), at: now, if: condition)
    }
}

/// What must be true of an item for a write to be made, checked in the write's transaction.
public enum ItemCondition: Equatable, Sendable {
    /// It belongs to this account; nil for a guest's item.
    case belongs(to: Account.ID?)
    /// It is as it was when it was read: its content, photos and owner.
    case isWritten(as: Item)

    /// - Throws: `.changedMeanwhile` if the condition does not hold.
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
    /// When it was last edited, or else posted.
    public let dateModified: Timestamp

    /// The date of an item at a position.
    public init(id: Item.ID, position: Item.Position, dateModified: Timestamp) {
        (self.id, self.position, self.dateModified) = (id, position, dateModified)
    }
}
