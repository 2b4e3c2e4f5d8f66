/// Where lists are kept. Every method is atomic and sees one account's rows only: an id of somebody
/// else's, or of what is deleted, is `.notFound` like one that never was.
public protocol TaskListStorage: Sendable {
    /// - Throws: `.notFound` when the account is gone, `.limitReached` past `Limits.lists`.
    func insert(
        _ list: TaskListContent, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> TaskList.ID

    /// In the order in which they were made.
    func lists(of account: Account.ID) async throws(StorageError) -> [TaskListSummary]

    /// - Throws: `.notFound`.
    func list(_ id: TaskList.ID, of account: Account.ID) async throws(StorageError) -> TaskList

    /// Deletes a list with its tasks, for `restore` to bring back.
    /// - Throws: `.notFound`.
    func deleteList(
        _ id: TaskList.ID, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> Deletion

    /// Deletes every list with its tasks, for `restore` to bring back; nil when there is none.
    func deleteLists(
        of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> Deletion?
}
