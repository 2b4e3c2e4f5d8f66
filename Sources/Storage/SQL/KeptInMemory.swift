import Market

/// What a storage caches in memory besides its database, and updates with every commit.
struct KeptInMemory: Sendable {
    let columns: KeptItemColumns
    let directory: KeptPlaces
    let announcements = KeptAnnouncements()
    let wantedItems = WantedItems()
    let unseenCounts = UnseenCounts()
    let summaries = KeptSummaries()
    /// Nil if the engine does not report which accounts a commit has changed.
    var visitors: KeptVisitors?
    /// Nil if photos are quick to read from the database.
    var photos: KeptPhotos?

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
