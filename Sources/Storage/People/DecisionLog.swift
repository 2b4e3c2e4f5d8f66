import Market

extension SQLStorage {
    public func decisions(
        before id: Decision.ID?, limit: Int
    ) async throws(StorageError) -> [LoggedDecision] {
        try await all(LoggedDecision.select, id ?? .max, max(limit, 0))
    }

    public func decisions(
        after earlier: [Decision]
    ) async throws(StorageError) -> [Decision.ID: [Decision]] {
        guard !earlier.isEmpty else { return [:] }
        return try await read {
            connection throws(StorageError) -> [Decision.ID: [Decision]] in
            var found: [Decision.ID: [Decision]] = [:]
            for decision in earlier {
                found[decision.id] = try connection.decisions(after: decision)
            }
            return found
        }
    }

    public func reasons(
        for kind: Decision.Kind, limit: Int
    ) async throws(StorageError) -> [String] {
        let given: [String] = try await all(
            "SELECT reason FROM decision WHERE kind = ? AND reason <> '' ORDER BY id DESC LIMIT ?",
            kind, Decision.mostReasons)
        var seen: Set<String> = []
        return Array(given.filter { seen.insert($0).inserted }.prefix(max(limit, 0)))
    }
}

extension Connection {
    /// Deletes decisions about guests' posts and messages that are older than `moment`.
    func purgeDecisionsOfGuests(before moment: Timestamp) throws(StorageError) {
        try run(
            """
            DELETE FROM decision
            WHERE person IS NULL AND former_person IS NULL AND date < ?
            """,
            moment)
    }

    /// Later decisions about the same subject, earliest first.
    func decisions(after earlier: Decision) throws(StorageError) -> [Decision] {
        let most = Decision.mostLater
        return switch earlier.subject {
        case .item(let id): try all(Decision.selectOfItem, id, earlier.id, most)
        case .message(let id): try all(Decision.selectOfMessage, id, earlier.id, most)
        case .person(let id): try decisions(aboutThemselves: id, after: earlier.id)
        case nil: []
        }
    }

    private func decisions(
        aboutThemselves person: Account.ID, after earlier: Decision.ID
    ) throws(StorageError) -> [Decision] {
        let most = Decision.mostLater
        let found: [Decision] = try all(Decision.selectOfPerson, person, earlier, most)
        return try found.isEmpty ? all(Decision.selectOfFormer, person, earlier, most) : found
    }
}

// MARK: - Rows

extension Decision {
    fileprivate static let selectOfItem: SQL = later(where: "decision.item = ?")
    fileprivate static let selectOfMessage: SQL = later(where: "decision.message = ?")
    fileprivate static let selectOfPerson: SQL = later(
        where: "decision.person = ? AND \(isOfThemselves)")
    /// For a person who has left.
    fileprivate static let selectOfFormer: SQL = later(
        where: "decision.former_person = ? AND \(isOfThemselves)")
    private static let isOfThemselves: SQL =
        "decision.item IS NULL AND decision.message IS NULL"

    private static func later(where condition: SQL) -> SQL {
        """
        \(select) WHERE \(condition) AND decision.id > ? AND \(isKnown)
        ORDER BY decision.id LIMIT ?
        """
    }
}

extension LoggedDecision: Record {
    static let columns: SQL = """
        \(Decision.columns), coalesce(person.id, departure.account), \
        coalesce(person.nickname, departure.nickname), \
        coalesce(person.date_suspended, departure.date_suspended) IS NOT NULL, \
        departure.account IS NOT NULL, item.id IS NOT NULL
        """
    /// Operators cannot look at an item that a guest has deleted, although it can still be restored.
    fileprivate static let select: SQL = """
        SELECT \(columns) FROM decision
        LEFT JOIN account AS decider ON decider.id = decision.decider
        LEFT JOIN account AS person ON person.id = decision.person
        LEFT JOIN departure ON departure.account = decision.former_person
        LEFT JOIN item ON item.id = decision.item AND NOT EXISTS (
            SELECT 1 FROM guest_deletion WHERE guest_deletion.item = decision.item)
        WHERE decision.id < ? AND \(Decision.isKnown) ORDER BY decision.id DESC LIMIT ?
        """

    init(_ row: inout Statement) throws(StorageError) {
        let decision = try Decision(&row)
        let person = try Report.Person.read(&row)
        let hasLeft: Bool = try row.next()
        self.init(
            decision: decision, person: person?.having(left: hasLeft), isItemThere: try row.next())
    }
}
