import Market

/// Writes that waited together.
extension Connection {
    /// Does them in one transaction; when this returns, they are durable.
    ///
    /// Mostly none fails, and then a savepoint around each would only cost. When one does, all of
    /// them are done anew with savepoints, so that it fails alone.
    /// - Parameters:
    ///   - begin: the statement that begins the transaction.
    ///   - prepare: runs before the first one.
    /// - Returns: why each failed; nil where it is written.
    /// - Throws: only what ended the whole transaction.
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

    /// - Returns: why it failed; nil where it is written.
    /// - Throws: only what ended the whole transaction.
    private func attempt(_ write: Write) throws(StorageError) -> StorageError? {
        try run("SAVEPOINT attempt")
        do throws(StorageError) {
            try write.perform(self)
            try run("RELEASE attempt")
            return nil
        } catch {
            guard isInTransaction, !mayTryAgain else { throw error }
            try run("ROLLBACK TO attempt")
            try run("RELEASE attempt")
            savedSearches.undo()
            return error
        }
    }
}
