import Market

/// What a storage keeps in memory beside its database, and has follow what is committed.
struct KeptInMemory: Sendable {
    let columns: KeptItemColumns
    let directory: KeptPlaces
    let announcements = KeptAnnouncements()
    let wantedItems = WantedItems()
    let unseenCounts = UnseenCounts()
    let summaries = KeptSummaries()
    /// Nil where it is not told which accounts a commit has changed.
    var visitors: KeptVisitors?
    /// Nil where they are at hand.
    var photos: KeptPhotos?

    /// Reads anew the items that were changed in these places.
    func renewItems(
        _ positions: Set<Item.Position>, from connection: Connection
    ) throws(StorageError) {
        try columns.renew(positions, from: connection)
        try wantedItems.renew(positions, columns.current, from: connection)
    }

    /// Reads all items anew.
    func reloadItems(from connection: Connection) throws(StorageError) {
        try columns.reload(from: connection)
        try wantedItems.reload(from: connection)
    }

    /// Forgets what was read or counted for somebody, where another program has committed and it is not known
    /// what. Only a file's commits are like that; its photos are not kept in memory.
    func forget(from commit: UInt64) {
        summaries.forget(from: commit)
        unseenCounts.forget(from: commit)
        visitors?.forget(from: commit)
    }
}
