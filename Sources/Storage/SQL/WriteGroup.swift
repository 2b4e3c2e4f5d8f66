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
    /// - Throws: only what ended the whole transaction.
    func perform(
        _ writes: [Write], beginningWith begin: SQL,
        prepare: () throws(StorageError) -> Void = {}
    ) throws(StorageError) -> [Result<Write.Answer, StorageError>] {
        var isPerforming = false
        do throws(StorageError) {
            return try transaction(begin) { () throws(StorageError) in
                try prepare()
                let outcomes = try writes.map { write throws(StorageError) in
                    isPerforming = true
                    let answer = try write.perform(self)
                    isPerforming = false
                    return Result<Write.Answer, StorageError>.success(answer)
                }
                try indexNewItems()
                return outcomes
            }
        } catch {
            guard isPerforming else { throw error }
            if writes.count == 1 { return [.failure(error)] }
        }
        return try transaction(begin) { () throws(StorageError) in
            try prepare()
            let outcomes = try writes.map { write throws(StorageError) in try attempt(write) }
            try indexNewItems()
            return outcomes
        }
    }

    /// - Throws: only what ended the whole transaction.
    private func attempt(
        _ write: Write
    ) throws(StorageError) -> Result<Write.Answer, StorageError> {
        try run("SAVEPOINT attempt")
        do throws(StorageError) {
            let answer = try write.perform(self)
            try run("RELEASE attempt")
            return .success(answer)
        } catch {
            guard isInTransaction, !mayTryAgain else { throw error }
            try run("ROLLBACK TO attempt")
            try run("RELEASE attempt")
            wanted.undo()
            return .failure(error)
        }
    }
}

extension Write {
    /// Answers it as it went.
    func answer(_ outcome: Result<Answer, StorageError>) {
        switch outcome {
        case .success(let answer): answer()
        case .failure(let error): fail(error)
        }
    }
}

extension Result {
    var isSuccess: Bool {
        if case .success = self { true } else { false }
    }
}
