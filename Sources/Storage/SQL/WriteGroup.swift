import Market

/// Group commit of the writes that were waiting together.
extension Connection {
    /// Performs the writes in one transaction; they are durable when this returns.
    ///
    /// Usually none fails, and a savepoint around each would be wasted. If one fails, the
    /// transaction is repeated with savepoints, so that only the failing write fails.
    /// - Parameters:
    ///   - begin: the statement that begins the transaction.
    ///   - prepare: runs before the first write.
    /// - Returns: the error of each write; nil for one that was written.
    /// - Throws: only an error that ended the whole transaction.
    func perform(
        _ writes: [Write], beginningWith begin: SQL,
        prepare: () throws(StorageError) -> Void = {}
    ) throws(StorageError) -> [StorageError?] {
        var isPerforming = false
        do throws(StorageError) {
            return try transaction(begin) { () throws(StorageError) in
                try prepare()
                for write in writes {
                    isPerforming = true
                    try write.perform(self)
                    isPerforming = false
                }
                try indexNewItems()
                return Array(repeating: nil, count: writes.count)
            }
        } catch {
            guard isPerforming else { throw error }
            if writes.count == 1 { return [error] }
        }
        return try transaction(begin) { () throws(StorageError) in
            try prepare()
            let failures = try writes.map { write throws(StorageError) in try attempt(write) }
            try indexNewItems()
            return failures
        }
    }

    /// - Returns: the error of the write; nil if it was written.
    /// - Throws: only an error that ended the whole transaction.
    private func attempt(_ write: Write) throws(StorageError) -> StorageError? {
        try run("SAVEPOINT attempt")
        do throws(StorageError) {
            try write.perform(self)
            try run("RELEASE attempt")
            return nil
        } catch {
            guard isInTransaction, !isRetryable else { throw error }
            try run("ROLLBACK TO attempt")
            try run("RELEASE attempt")
            savedSearches.undo()
            return error
        }
    }
}
