import Market

/// What a storage caches in memory besides its database, and updates with every commit.
struct MemoryCaches: Sendable {
    let columns: ItemColumnCache
    let directory: PlaceCache
    let announcements = AnnouncementCache()
    let wantedItems = WantedItems()
    let unseenCounts = UnseenCounts()
    let summaries = ItemSummaryCache()
    /// Nil if the engine does not report which accounts a commit has changed.
    var visitors: VisitorCache?
    /// Nil if photos are quick to read from the database.
    var photos: PhotoCache?

    /// Rereads the items at these positions, which have changed.
    func renewItems(
        _ positions: Set<Item.Position>, from connection: Connection
    ) throws(StorageError) {
        try columns.renew(positions, from: connection)
        try wantedItems.renew(positions, columns.current, from: connection)
    }

    /// Rereads all items.
    func reloadItems(from connection: Connection) throws(StorageError) {
        try columns.reload(from: connection)
        try wantedItems.reload(from: connection)
    }

    /// Discards everything cached per account, because another process has committed and its
    /// changes are unknown. This happens with SQLite files only, which cache no photos.
    func forget(from commit: UInt64) {
        summaries.forget(from: commit)
        unseenCounts.forget(from: commit)
        visitors?.forget(from: commit)
    }
}
