import Market

/// A storage that another program holds for good.
struct BusyStorage: MarketStorage {
    let commitCount: UInt64 = 0
    let sharedCommit: UInt64? = nil
    let sharedKey: [UInt8]? = nil
    let feed = ChangeFeed()

    /// The ids of the photos that it was to keep.
    let tries = Log()

    func share(_ limits: [String: TryLimiter]) {}

    func wait(forShared commit: UInt64) {}

    func items(_ query: ItemQuery) throws(StorageError) -> ItemPage {
        throw .busy
    }

    func itemCounts(_ filter: ItemFilter) throws(StorageError) -> ItemCounts {
        throw .busy
    }

    func correction(of search: SearchQuery) throws(StorageError) -> SearchQuery? {
        throw .busy
    }

    func completions(of typed: SearchQuery, limit: Int) throws(StorageError) -> [String] {
        throw .busy
    }

    func items(_ query: ItemOffsetQuery) throws(StorageError) -> ItemOffsetPage {
        throw .busy
    }

    func itemDates(_ places: Range<Item.Position>, limit: Int) throws(StorageError) -> [ItemDate] {
        throw .busy
    }

    func listedItem(_ id: Item.ID) throws(StorageError) -> ListedItem {
        throw .busy
    }

    func item(_ id: Item.ID) throws(StorageError) -> Item {
        throw .busy
    }

    func detailedItem(
        _ id: Item.ID, for viewer: Account.ID?, _ limits: DetailedItem.Limits
    ) throws(StorageError) -> DetailedItem {
        throw .busy
    }

    func detailedItemInTrash(
        _ id: Item.ID, for viewer: Account.ID
    ) throws(StorageError) -> DetailedItem {
        throw .busy
    }

    func passwordHash(of id: Item.ID) throws(StorageError) -> String {
        throw .busy
    }

    func fixedPurpose(of id: Item.ID) throws(StorageError) -> Item.Purpose? {
        throw .busy
    }

    func insert(_ item: NewItem) throws(StorageError) -> Item.ID {
        throw .busy
    }

    func update(
        _ id: Item.ID, _ edit: ItemEdit, at now: Timestamp, if condition: ItemCondition?
    ) throws(StorageError) {
        throw .busy
    }

    func delete(
        _ id: Item.ID, at now: Timestamp, if condition: ItemCondition?
    ) throws(StorageError) {
        throw .busy
    }

    func insert(_ photo: DevelopedPhoto, at now: Timestamp) throws(StorageError) {
        tries.add(photo.photo.id.text)
        throw .busy
    }

    func photos(_ ids: [Photo.ID], in item: Item.ID?) throws(StorageError) -> [Photo] {
        throw .busy
    }

    func hasPhoto(_ id: Photo.ID) throws(StorageError) -> Bool {
        throw .busy
    }

    func bytes(
        of id: Photo.ID, _ size: Photo.Size, for viewer: Photo.Viewer
    ) throws(StorageError) -> [UInt8] {
        throw .busy
    }

    func deleteUnusedPhotos(uploadedBefore moment: Timestamp) throws(StorageError) -> Int {
        throw .busy
    }

    func places() -> PlaceDirectory { .empty }

    func setPlaces(_ places: [NamedNeighbourhood]) throws(StorageError) {
        throw .busy
    }

    func lastPlace(of account: Account.ID) throws(StorageError) -> Place? {
        throw .busy
    }

    func pushKey() throws(StorageError) -> String? {
        throw .busy
    }

    func keepPushKey(_ key: String) throws(StorageError) -> String {
        throw .busy
    }

    func subscribe(
        _ endpoint: String, in session: SecretDigest, at now: Timestamp, after endings: Int?
    ) throws(StorageError) {
        throw .busy
    }

    func movePushSubscription(
        _ endpoint: String, to new: String, of account: Account.ID
    ) throws(StorageError) {
        throw .busy
    }

    func isSubscribed(_ session: SecretDigest) throws(StorageError) -> Bool {
        throw .busy
    }

    func pushSubscriptions(
        of account: Account.ID, at now: Timestamp
    ) throws(StorageError) -> [PushSubscription] {
        throw .busy
    }

    func unsubscribe(_ endpoint: String?, of account: Account.ID) throws(StorageError) {
        throw .busy
    }

    func deletePushSubscriptions(_ endpoints: [String]) throws(StorageError) {
        throw .busy
    }

    func pushEndings(of account: Account.ID) throws(StorageError) -> Int {
        throw .busy
    }

    func pushedAccounts(
        among accounts: Set<Account.ID>
    ) throws(StorageError) -> Set<Account.ID> {
        throw .busy
    }

    func pushedAccounts(
        remindedAfter start: Timestamp, until end: Timestamp
    ) throws(StorageError) -> [Account.ID] {
        throw .busy
    }
}
