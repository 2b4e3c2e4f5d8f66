import Market

extension SQLStorage {
    public func reportCases(
        about scope: ReportCase.Scope?, before id: Report.ID?, limit: Int
    ) async throws(StorageError) -> [ReportCase] {
        try await read { connection throws(StorageError) -> [ReportCase] in
            let latest = try connection.latestReports(
                about: scope, before: id ?? .max, limit: max(limit, 0))
            guard !latest.isEmpty else { return [] }
            let waiting = try connection.openReportsOfPeople()
            return try latest.map { report throws(StorageError) -> ReportCase in
                let all: [Report] = try connection.all(
                    Report.selectOfSameThing, report.id, ReportCase.mostReports)
                let ofPerson = report.person.flatMap { waiting[$0.id] } ?? 0
                return ReportCase(
                    latest: report, earlier: Array(all.dropFirst()),
                    others: max(ofPerson - all.count, 0))
            }
        }
    }

    public func settledReportCases(
        before id: Report.ID?, limit: Int
    ) async throws(StorageError) -> [ReportCase] {
        try await read { connection throws(StorageError) -> [ReportCase] in
            let latest: [Report] = try connection.all(
                Report.selectLatestSettled, id ?? .max, max(limit, 0))
            return try latest.map { report throws(StorageError) -> ReportCase in
                let all: [Report] = try connection.all(
                    Report.selectSettledTogether, report.dateSettled, report.id, report.id,
                    ReportCase.mostReports)
                return ReportCase(latest: report, earlier: Array(all.dropFirst()))
            }
        }
    }

    public func countOpenReports(about scope: ReportCase.Scope) async throws(StorageError) -> Int {
        switch scope {
        case .item(let item): try await one(Report.countOfItem, ReportSchema.thing(of: item))
        case .person(let person): try await one(Report.countOfPerson, person)
        }
    }
}

extension Connection {
    /// The latest open report of each thing.
    fileprivate func latestReports(
        about scope: ReportCase.Scope?, before id: Report.ID, limit: Int
    ) throws(StorageError) -> [Report] {
        switch scope {
        case nil: try all(Report.selectLatest(), id, limit)
        case .item(let item)?:
            try all(Report.selectLatest(Report.isOfThing), id, ReportSchema.thing(of: item), limit)
        case .person(let person)?:
            try all(
                Report.selectLatest("coalesce(person.id, departure.account) = ?"), id, person,
                limit)
        }
    }

    /// The number of open reports about each person, among the latest ones.
    fileprivate func openReportsOfPeople() throws(StorageError) -> [Account.ID: Int] {
        var row = try statement(Report.countByPerson, Report.mostCounted)
        var counts: [Account.ID: Int] = [:]
        while try row.step() {
            let (person, count): (Account.ID, Int) = (try row.next(), try row.next())
            counts[person] = count
        }
        return counts
    }
}

extension Report {
    /// The most reports that are counted by person.
    fileprivate static let mostCounted = 1_000

    private static let thing = ReportSchema.thing(of: "report.")

    /// Takes the id of a report.
    static let isOfSameThing: SQL = """
        \(thing) = (SELECT \(ReportSchema.thing(of: "same.")) FROM report AS same WHERE same.id = ?)
        """
    /// Takes the number of the thing.
    fileprivate static let isOfThing: SQL = "\(thing) = ?"

    /// - Parameter condition: selects the reports; it may take one value.
    fileprivate static func selectLatest(_ condition: SQL = "1 = 1") -> SQL {
        """
        \(select) WHERE report.date_settled IS NULL AND report.id < ? AND \(condition)
            AND NOT EXISTS (
                SELECT 1 FROM report AS later
                WHERE later.date_settled IS NULL AND later.id > report.id
                    AND \(ReportSchema.thing(of: "later.")) = \(thing))
        ORDER BY report.id DESC LIMIT ?
        """
    }

    fileprivate static let selectOfSameThing: SQL = """
        \(select) WHERE report.date_settled IS NULL AND \(isOfSameThing)
        ORDER BY report.id DESC LIMIT ?
        """

    /// The latest report of each thing, for all reports settled at once by one decision.
    fileprivate static let selectLatestSettled: SQL = """
        \(select) WHERE report.date_settled IS NOT NULL AND report.id < ? AND NOT EXISTS (
            SELECT 1 FROM report AS later
            WHERE later.date_settled = report.date_settled AND later.id > report.id
                AND coalesce(later.decision, 0) = coalesce(report.decision, 0)
                AND \(ReportSchema.thing(of: "later.")) = \(thing))
        ORDER BY report.id DESC LIMIT ?
        """
    /// Takes the time of settlement, and twice the id of one of the reports.
    fileprivate static let selectSettledTogether: SQL = """
        \(select) WHERE report.date_settled = ? AND \(isOfSameThing)
            AND coalesce(report.decision, 0) = (
                SELECT coalesce(same.decision, 0) FROM report AS same WHERE same.id = ?)
        ORDER BY report.id DESC LIMIT ?
        """

    fileprivate static let countOfItem: SQL =
        "SELECT count(*) FROM report WHERE report.date_settled IS NULL AND \(isOfThing)"
    fileprivate static let countOfPerson: SQL =
        "SELECT count(*) FROM (\(selectPeople)) AS waiting WHERE person = ?"
    fileprivate static let countByPerson: SQL = """
        SELECT person, count(*) FROM (\(selectPeople) ORDER BY report.id DESC LIMIT ?) AS waiting
        WHERE person IS NOT NULL GROUP BY person
        """
    /// The person whom each open report is about.
    private static let selectPeople: SQL = """
        SELECT coalesce(report.person, report.former_person, item.seller, trash.account) AS person
        FROM report
        LEFT JOIN item ON item.id = report.item
        LEFT JOIN deletion AS trash ON trash.item = report.item
        WHERE report.date_settled IS NULL
        """
}
