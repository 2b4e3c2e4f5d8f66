import Market

extension Connection {
    // MARK: - Arranging a meeting

    /// Carries out a step towards a meeting, apart from the stage.
    /// - Returns: the message that tells of the step.
    func arrange(
        _ move: Dealing.Move, _ row: ConversationRow, at now: Timestamp
    ) throws(StorageError) -> ChatMessage.Kind {
        switch move {
        case .proposeAppointment(let appointment):
            // Only one proposal waits at a time; its message is added after this.
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

    /// Whether the same proposal is already waiting for an answer.
    func isProposed(
        _ appointment: Appointment, in row: ConversationRow
    ) throws(StorageError) -> Bool {
        guard let id = row.proposal else { return false }
        let message = try message(id, in: row.id)
        return message.author == row.party && message.kind == .appointment(appointment)
    }

    /// Accepts a proposal, which replaces the previous appointment.
    func accept(
        _ id: ChatMessage.ID, in row: ConversationRow, at now: Timestamp
    ) throws(StorageError) {
        let appointment = try proposal(id, in: row)
        // Times are shown in minutes, and the present minute is not over.
        guard now < appointment.date + 60 else { throw .dealing(.appointmentPassed) }
        try close(row.appointment, .replaced, in: row)
        try close(id, .accepted, in: row)
        try run(
            """
            UPDATE conversation SET appointment = ?, proposal = NULL, meets = ?,
                seller_met = NULL, asker_met = NULL, lapses = NULL WHERE id = ?
            """, id, appointment.date, row.id)
    }

    func decline(_ id: ChatMessage.ID, in row: ConversationRow) throws(StorageError) {
        _ = try proposal(id, in: row)
        try close(id, .declined, in: row)
        try run("UPDATE conversation SET proposal = NULL WHERE id = ?", row.id)
    }

    /// Calls off the appointment and the proposal. If the reservation goes on, its term starts
    /// again.
    func callOffAppointment(
        in row: ConversationRow, lapses: Timestamp? = nil
    ) throws(StorageError) {
        try close(row.appointment, .calledOff, in: row)
        try endMeeting(in: row)
        try run("UPDATE conversation SET lapses = ? WHERE id = ?", lapses, row.id)
    }

    /// Ends all arrangements from now on, without changing the outcome of the agreed appointment.
    func endMeeting(in row: ConversationRow) throws(StorageError) {
        try close(row.proposal, .calledOff, in: row)
        try run(
            """
            UPDATE conversation SET appointment = NULL, proposal = NULL, meets = NULL,
                seller_met = NULL, asker_met = NULL, lapses = NULL WHERE id = ?
            """, row.id)
    }

    /// - Throws: `.notFound` if the message proposes no appointment; `.dealing` if it is the
    ///   reader's own, answered, or taken back.
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

    /// Notes whether the two met, as the reader of the row says.
    func setMet(_ hasMet: Bool, in row: ConversationRow, at now: Timestamp) throws(StorageError) {
        let own: SQL = row.party == .seller ? "seller_met" : "asker_met"
        try close(row.proposal, .calledOff, in: row)
        try run(
            """
            UPDATE conversation SET \(own) = ?, appointment = NULL, proposal = NULL, meets = NULL
            WHERE id = ?
            """, hasMet, row.id)
        if hasMet {
            if row.stage == .notCome { try takeBackNoShow(in: row, at: now) }
        } else {
            try run(
                "INSERT INTO no_show (conversation, account, is_sellers, date) VALUES (?, ?, ?, ?)",
                row.id, row.party == .seller ? row.asker : row.seller, row.party == .asker, now)
        }
    }

    /// Withdraws a no-show: the person who reported it may do so at any time, the other only until
    /// the deadline.
    private func takeBackNoShow(in row: ConversationRow, at now: Timestamp) throws(StorageError) {
        guard let last = try noShow(in: row.id), last.party != row.party || now < last.deadline
        else { return }
        try run(
            """
            UPDATE no_show SET is_answered = 1
            WHERE id = (SELECT max(id) FROM no_show WHERE conversation = ?)
            """, row.id)
    }

    /// Counts anything that the accused person writes in time as an answer.
    func answerNoShows(
        of party: Dealing.Party, in id: Conversation.ID, at now: Timestamp
    ) throws(StorageError) {
        try run(
            """
            UPDATE no_show SET is_answered = 1
            WHERE conversation = ? AND is_sellers = ? AND date > ? AND is_answered = 0
            """, id, party == .seller, now + -NoShow.answerTime)
    }

    /// The last no-show that was reported.
    func noShow(in id: Conversation.ID) throws(StorageError) -> NoShow? {
        try first(
            "SELECT \(NoShow.columns) FROM no_show WHERE conversation = ? ORDER BY id DESC LIMIT 1",
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
