import Market

/// What is decided by nobody who is known: most tests ask what comes of it, not by whom.
extension ReportStorage {
    /// - Throws: `.notFound`.
    public func settleReport(_ id: Report.ID, at now: Timestamp) async throws(StorageError) {
        try await settleReport(id, by: nil, at: now)
    }

    /// - Throws: `.itemNotFound`.
    public func setHidden(
        _ isHidden: Bool, _ item: Item.ID, because reason: String = "", at now: Timestamp
    ) async throws(StorageError) {
        try await setHidden(isHidden, item, because: reason, by: nil, at: now)
    }

    /// - Throws: `.notFound`.
    public func setSuspended(
        _ isSuspended: Bool, _ account: Account.ID, because reason: String = "", at now: Timestamp
    ) async throws(StorageError) {
        try await setSuspended(isSuspended, account, because: reason, by: nil, at: now)
    }

    /// - Throws: `.notFound`.
    public func setRemoved(
        _ isRemoved: Bool, messageOf report: Report.ID, by decider: Account.ID?,
        at now: Timestamp
    ) async throws(StorageError) {
        try await setRemoved(isRemoved, messageOf: report, because: "", by: decider, at: now)
    }
}
