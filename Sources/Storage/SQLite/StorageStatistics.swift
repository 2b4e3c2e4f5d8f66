/// What a storage has written since it was opened.
public struct StorageStatistics: Sendable, Equatable {
    /// Durable transactions.
    public let commits: Int
    /// Writes in these transactions; those that failed are left out.
    public let writes: Int
    /// The transactions by how many of these writes each took.
    public let batches: BatchCounts
    /// Writes that wait for the next transaction now.
    public let queueLength: Int
}
