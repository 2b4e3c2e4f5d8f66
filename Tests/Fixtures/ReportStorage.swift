import Market

/// Decisions without a known operator: most tests check their effect, not who made them.
extension ReportStorage {
    /// - Throws: `.notFound`.
    public func settleReport(_ id: Report.ID, at now: Timestamp) async throws(StorageError) {
        try await settleReport(id, by: nil, at: now)
    }

    /// Open or settled reports, one by one, the latest first.
    public func reports(
        areSettled: Bool, before id: Report.ID?, limit: Int
    ) async throws(StorageError) -> [Report] {
        let cases =
            try await areSettled
            ? settledReportCases(before: id, limit: limit)
            : reportCases(about: nil, before: id, limit: limit)
        let reports = cases.flatMap { [$0.latest] + $0.earlier }
        return Array(reports.sorted { $0.id > $1.id }.prefix(limit))
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
