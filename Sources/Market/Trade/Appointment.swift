/// When and where two people want to meet.
public struct Appointment: Equatable, Sendable {
    /// How far ahead an appointment may be proposed, in seconds.
    public static let furthest: Int64 = 366 * 86_400

    /// When they meet.
    public var date: Timestamp
    /// Where they meet: 1 to `Limits.spot` characters.
    public var spot: String
    /// Nil until the other person has answered.
    public var outcome: Outcome?

    /// An appointment that nobody has answered, unless said otherwise.
    public init(date: Timestamp, spot: String, outcome: Outcome? = nil) {
        self.date = date
        self.spot = spot
        self.outcome = outcome
    }

    /// What became of an appointment; the raw value is the one in storage.
    public enum Outcome: Int, Sendable {
        /// The other person cannot come then, or not there.
        case declined
        /// Both will be there.
        case accepted
        /// Another appointment has replaced it.
        case replaced
        /// One of them has cancelled it after all.
        case calledOff
    }
}

/// How far two people have got with meeting each other.
public struct Meeting: Equatable, Sendable {
    /// The appointment that both agreed on; nil once one of them has said whether they met.
    public var appointment: Appointment?
    /// The message that proposes an appointment; nil if no proposal waits for an answer.
    public var proposal: ChatMessage.ID?
    /// The parties that have said whether they met.
    public var heard: Set<Dealing.Party>

    /// A meeting that nobody has mentioned, unless said otherwise.
    public init(
        appointment: Appointment? = nil, proposal: ChatMessage.ID? = nil,
        heard: Set<Dealing.Party> = []
    ) {
        self.appointment = appointment
        self.proposal = proposal
        self.heard = heard
    }

    /// Checks what `Dealing.rules` cannot, since they know no clock: nobody says whether they met before
    /// the time of the appointment, or twice; somebody who is late may still come; and after that time
    /// nobody avoids the question by calling the appointment off or releasing the reservation.
    /// - Throws: `.dealing` with the reason.
    public func check(
        _ step: Dealing.Step, by party: Dealing.Party, at stage: Dealing.Stage, at now: Timestamp
    ) throws(StorageError) {
        let hasPassed = appointment.map { $0.date <= now } ?? false
        switch step {
        case .callOffAppointment, .release:
            guard !hasPassed else { throw .dealing(.arrivalUnsaid) }
            guard step == .release || appointment != nil || proposal != nil else {
                throw .dealing(.isAt(stage))
            }
        case .sayMet, .sayNotCome:
            guard appointment == nil || hasPassed else { throw .dealing(.tooEarly) }
            if step == .sayNotCome, let appointment, now < appointment.date + NoShow.graceTime {
                throw .dealing(.mayStillCome)
            }
            guard stage == .notCome || !heard.contains(party) else {
                throw .dealing(.isAt(stage))
            }
        default: return
        }
    }
}

/// One person's claim that the other did not come.
public struct NoShow: Equatable, Sendable {
    /// How long after the time of an appointment, in seconds, nobody can be said not to have come.
    public static let graceTime: Int64 = 600
    /// How long the person may answer the claim, in seconds; it counts after that.
    public static let answerTime: Int64 = 48 * 3_600

    /// The one who is said not to have come.
    public let party: Dealing.Party
    /// When it was said.
    public let date: Timestamp
    /// Whether that person has answered it, or one of the two has said that they met.
    public let isAnswered: Bool

    /// A claim that a party did not come.
    public init(party: Dealing.Party, date: Timestamp, isAnswered: Bool = false) {
        self.party = party
        self.date = date
        self.isAnswered = isAnswered
    }

    /// The moment from which it counts.
    public var deadline: Timestamp { date + Self.answerTime }
}

/// How long a piece is reserved for somebody; the raw value is in days.
public enum ReservationTerm: Int, CaseIterable, Sendable {
    /// One day.
    case day = 1
    /// Three days.
    case threeDays = 3
    /// Seven days.
    case week = 7

    /// The length in seconds.
    public var seconds: Int64 { Int64(rawValue) * 86_400 }
}
