import Market

extension Decision: Record {
    /// Counts the measures about a person that were not undone.
    /// - Parameters:
    ///   - column: the column of `decision` that identifies the person: `person` or
    ///     `former_person`.
    ///   - id: the person's number.
    static func countStanding(_ column: SQL, _ id: SQL) -> SQL {
        """
        (SELECT count(*) FROM decision AS measure \
        WHERE measure.\(column) = \(id) AND measure.kind IN (\(list(Kind.measures))) \
            AND coalesce(( \
            SELECT later.kind FROM decision AS later \
            WHERE later.\(column) = measure.\(column) AND later.id > measure.id \
                AND later.kind IN (measure.kind, \(undoingKind)) \
                AND coalesce(later.item, 0) = coalesce(measure.item, 0) \
                AND coalesce(later.message, 0) = coalesce(measure.message, 0) \
            ORDER BY later.id LIMIT 1), measure.kind) = measure.kind)
        """
    }

    /// The kind of decision that undoes the kind of a measure.
    private static let undoingKind: SQL = {
        let pairs = Kind.measures.compactMap { kind in
            kind.undoing.map { "WHEN \(kind.rawValue) THEN \($0.rawValue)" }
        }
        return SQL(stringLiteral: "CASE measure.kind \(pairs.joined(separator: " ")) END")
    }()

    /// A condition on the table `decision`: a newer version on the same database may have made
    /// decisions of a kind that this one does not know.
    static let isKnown: SQL = "decision.kind IN (\(list(Kind.allCases)))"

    private static func list(_ kinds: [Kind]) -> SQL {
        SQL(stringLiteral: kinds.map { "\($0.rawValue)" }.joined(separator: ", "))
    }

    /// The columns of the tables `decision` and `decider`, which is the account of the operator who
    /// made it.
    static let columns: SQL = """
        decision.id, decision.kind, decision.title, decision.reason, decision.date, decision.ends, \
        coalesce(decision.person, decision.former_person), decision.item, decision.message, \
        decision.undone, \
        (SELECT max(settled.id) FROM report AS settled WHERE settled.decision = decision.id), \
        decider.id, decider.nickname, decider.date_suspended IS NOT NULL, \
        EXISTS (SELECT 1 FROM departure AS gone \
            WHERE gone.account = decision.former_person AND gone.date <= decision.date \
                AND decision.message IS NULL)
        """
    static let select: SQL = """
        SELECT \(columns) FROM decision
        LEFT JOIN account AS decider ON decider.id = decision.decider
        """
    static let selectLastOfItem: SQL = last(where: "decision.item = ?")
    static let selectLastOfMessage: SQL = last(where: "decision.message = ?")
    static let selectLastOfPerson: SQL = last(where: "decision.person = ?")

    private static func last(where condition: SQL) -> SQL {
        """
        \(select) WHERE \(condition) AND decision.kind = ? ORDER BY decision.id DESC LIMIT 1
        """
    }

    static let selectAbout: SQL = latest(where: "decision.person = ?")
    /// For a person who has left.
    static let selectAboutFormer: SQL = latest(where: "decision.former_person = ?")

    private static func latest(where condition: SQL) -> SQL {
        """
        \(select) WHERE \(condition) AND \(isKnown) ORDER BY decision.id DESC LIMIT ?
        """
    }

    init(_ row: inout Statement) throws(StorageError) {
        guard let decision = try Self.read(&row) else { throw row.damage("decision") }
        self = decision
    }

    /// Returns nil if there is none.
    static func read(_ row: inout Statement) throws(StorageError) -> Decision? {
        let (id, kind): (Decision.ID?, Kind?) = (try row.next(), try row.next())
        let (title, reason): (String?, String?) = (try row.next(), try row.next())
        let (date, ends): (Timestamp?, Timestamp?) = (try row.next(), try row.next())
        let person: Account.ID? = try row.next()
        let (item, message): (Item.ID?, ChatMessage.ID?) = (try row.next(), try row.next())
        let (undone, report): (Decision.ID?, Report.ID?) = (try row.next(), try row.next())
        let decider = try Report.Person.read(&row)
        let isOfDeparted: Bool = try row.next()
        guard let id, let kind, let title, let reason, let date else { return nil }
        return Decision(
            id: id, kind: kind, subject: kind.subject(item, message, person), title: title,
            reason: reason, date: date, ends: ends, report: report, decider: decider,
            isOfDeparted: isOfDeparted, undone: undone)
    }
}

extension Decision.Kind {
    /// The subject of such a decision; nil if it was made before subjects were stored.
    fileprivate func subject(
        _ item: Item.ID?, _ message: ChatMessage.ID?, _ person: Account.ID?
    ) -> Report.Subject? {
        if let item { return .item(item) }
        if let message { return .message(message) }
        return switch self {
        case .dismissed, .reopened, .suspended, .lifted, .termChanged:
            person.map { Report.Subject.person($0) }
        case .hidden, .shown, .removed, .returned, .keptHidden: nil
        }
    }
}
