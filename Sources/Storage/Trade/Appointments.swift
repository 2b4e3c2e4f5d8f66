import Market

extension Connection {
    /// How often the account did not come to an appointment, as others have said and it has not
    /// answered in time.
    func countNoShows(of account: Account.ID, at now: Timestamp) throws(StorageError) -> Int {
        try count(
            "SELECT count(*) FROM no_show WHERE account = ? AND is_answered = 0 AND date <= ?",
            account, now + -NoShow.answerTime)
    }

    /// When the next one counts that nobody answers.
    func nextNoShow(
        of account: Account.ID, after now: Timestamp
    ) throws(StorageError) -> Timestamp? {
        let date: Timestamp? = try first(
            """
            SELECT date FROM no_show WHERE account = ? AND is_answered = 0 AND date > ?
            ORDER BY date LIMIT 1
            """,
            account, now + -NoShow.answerTime)
        return date.map { $0 + NoShow.answerTime }
    }

    // MARK: - What two people agree on

    /// What a step towards a meeting does beside its stage.
    /// - Returns: what tells of it.
    func arrange(
        _ move: Dealing.Move, _ row: ConversationRow, at now: Timestamp
    ) throws(StorageError) -> ChatMessage.Kind {
        switch move {
        case .proposeAppointment(let appointment):
            // One waits at a time; its message is added after this.
            try close(row.proposal, .replaced, in: row)
            return .appointment(appointment)
        case .acceptAppointment(let proposal):
            try accept(proposal, in: row, at: now)
            return .note(.appointmentAccepted)
        case .declineAppointment(let proposal):
            try decline(proposal, in: row)
            return .note(.appointmentDeclined)
        case .callOffAppointment:
            try callOffAppointment(in: row, lapses: row.term.map { now + $0 })
            return .note(.appointmentCalledOff)
        case .sayNotCome:
            try setMet(false, in: row, at: now)
            return .note(.notCome)
        default:
            try setMet(true, in: row, at: now)
            return .note(.met)
        }
    }

    /// Whether the same waits for an answer already.
    func isProposed(
        _ appointment: Appointment, in row: ConversationRow
    ) throws(StorageError) -> Bool {
        guard let id = row.proposal else { return false }
        let message = try message(id, in: row.id)
        return message.author == row.party && message.kind == .appointment(appointment)
    }

    /// It stands in place of the one before.
    func accept(
        _ id: ChatMessage.ID, in row: ConversationRow, at now: Timestamp
    ) throws(StorageError) {
        let appointment = try proposal(id, in: row)
        // Times are told in minutes, of which the present one is not over.
        guard now < appointment.date + 60 else { throw .dealing(.appointmentPassed) }
        try close(row.appointment, .replaced, in: row)
        try close(id, .accepted, in: row)
        try run(
            """
            UPDATE conversation SET appointment = ?, proposal = NULL, meets = ?,
                seller_met = NULL, asker_met = NULL, lapses = NULL WHERE id = ?
            """,
            id, appointment.date, row.id)
    }

    func decline(_ id: ChatMessage.ID, in row: ConversationRow) throws(StorageError) {
        _ = try proposal(id, in: row)
        try close(id, .declined, in: row)
        try run("UPDATE conversation SET proposal = NULL WHERE id = ?", row.id)
    }

    /// What was agreed on, and what was proposed, is so no more. A reservation's term begins anew
    /// where it goes on.
    func callOffAppointment(
        in row: ConversationRow, lapses: Timestamp? = nil
    ) throws(StorageError) {
        try close(row.appointment, .calledOff, in: row)
        try endMeeting(in: row)
        try run("UPDATE conversation SET lapses = ? WHERE id = ?", lapses, row.id)
    }

    /// Nothing is agreed on from here on; what was stays as it was.
    func endMeeting(in row: ConversationRow) throws(StorageError) {
        try close(row.proposal, .calledOff, in: row)
        try run(
            """
            UPDATE conversation SET appointment = NULL, proposal = NULL, meets = NULL,
                seller_met = NULL, asker_met = NULL, lapses = NULL WHERE id = ?
            """,
            row.id)
    }

    /// - Throws: `.notFound` for what proposes none; `.dealing` when it is the reader's own, answered,
    ///   or taken back.
    private func proposal(
        _ id: ChatMessage.ID, in row: ConversationRow
    ) throws(StorageError) -> Appointment {
        let message = try message(id, in: row.id)
        guard !message.isTakenBack else { throw .dealing(.takenBack) }
        guard case .appointment(let appointment) = message.kind else { throw .notFound }
        guard message.author != row.party else { throw .dealing(.isAt(row.stage)) }
        guard appointment.outcome == nil else { throw .dealing(.appointmentAnswered) }
        return appointment
    }

    private func close(
        _ id: ChatMessage.ID?, _ outcome: Appointment.Outcome, in row: ConversationRow
    ) throws(StorageError) {
        guard let id else { return }
        try run(
            "UPDATE message SET answer = ?, revision = ? WHERE id = ?",
            outcome, row.revision.next, id)
    }

    // MARK: - Whether they met

    /// The one of the two whose row it is says so.
    func setMet(
        _ hasMet: Bool, in row: ConversationRow, at now: Timestamp
    ) throws(StorageError) {
        let own: SQL = row.party == .seller ? "seller_met" : "asker_met"
        try close(row.proposal, .calledOff, in: row)
        try run(
            """
            UPDATE conversation SET \(own) = ?, appointment = NULL, proposal = NULL, meets = NULL
            WHERE id = ?
            """,
            hasMet, row.id)
        if hasMet {
            if row.stage == .notCome { try takeBackNoShow(in: row, at: now) }
        } else {
            try run(
                "INSERT INTO no_show (conversation, account, is_sellers, date) VALUES (?, ?, ?, ?)",
                row.id, row.party == .seller ? row.asker : row.seller, row.party == .asker, now)
        }
    }

    /// Who has said so may take it back whenever, the other has to answer in time.
    private func takeBackNoShow(in row: ConversationRow, at now: Timestamp) throws(StorageError) {
        guard let last = try noShow(in: row.id), last.party != row.party || now < last.deadline
        else { return }
        try run(
            """
            UPDATE no_show SET is_answered = 1
            WHERE id = (SELECT max(id) FROM no_show WHERE conversation = ?)
            """,
            row.id)
    }

    /// Whatever who is said not to have come says to it in time is an answer.
    func answerNoShows(
        of party: Dealing.Party, in id: Conversation.ID, at now: Timestamp
    ) throws(StorageError) {
        try run(
            """
            UPDATE no_show SET is_answered = 1
            WHERE conversation = ? AND is_sellers = ? AND date > ? AND is_answered = 0
            """,
            id, party == .seller, now + -NoShow.answerTime)
    }

    /// The last one that was said not to have come.
    func noShow(in id: Conversation.ID) throws(StorageError) -> NoShow? {
        try first(
            """
            SELECT \(NoShow.columns) FROM no_show WHERE conversation = ? ORDER BY id DESC LIMIT 1
            """,
            id)
    }
}

extension NoShow: Record {
    static let columns: SQL = "is_sellers, date, is_answered"

    init(_ row: inout Statement) throws(StorageError) {
        let isSellers: Bool = try row.next()
        self.init(
            party: isSellers ? .seller : .asker, date: try row.next(),
            isAnswered: try row.next())
    }
}
