/// When and where two people want to meet.
public struct Appointment: Equatable, Sendable {
    /// Somebody may propose one so long ahead, in seconds.
    public static let furthest: Int64 = 366 * 86_400

    /// When they meet.
    public var date: Timestamp
    /// Where: 1 to `Limits.spot` letters.
    public var spot: String
    /// Nil until the other has said.
    public var outcome: Outcome?

    /// One that nobody has answered, unless said otherwise.
    public init(date: Timestamp, spot: String, outcome: Outcome? = nil) {
        self.date = date
        self.spot = spot
        self.outcome = outcome
    }

    /// What became of it; the raw value is the one in storage.
    public enum Outcome: Int, Sendable {
        /// The other will not come then, or not there.
        case declined
        /// Both will be there.
        case accepted
        /// Another one stands in its place.
        case replaced
        /// One of them will not be there after all.
        case calledOff
    }
}

/// How far two people have come with meeting each other.
public struct Meeting: Equatable, Sendable {
    /// What both have agreed on; nil once one has said whether they met.
    public var appointment: Appointment?
    /// The message of what one of them proposes; nil when nothing waits for an answer.
    public var proposal: ChatMessage.ID?
    /// Those who have said whether they met.
    public var heard: Set<Dealing.Party>

    /// One that nobody has spoken of, unless said otherwise.
    public init(
        appointment: Appointment? = nil, proposal: ChatMessage.ID? = nil,
        heard: Set<Dealing.Party> = []
    ) {
        self.appointment = appointment
        self.proposal = proposal
        self.heard = heard
    }

    /// What the table of steps cannot say, for it knows no clock: nobody says whether they met
    /// before they could, or twice, who is late may still come, and who did not gets out of it by no other step.
    /// - Throws: `.dealing` with why not.
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

/// That one of two people did not come, as the other says.
public struct NoShow: Equatable, Sendable {
    /// So long after the time of an appointment nobody is said not to have come, in seconds.
    public static let graceTime: Int64 = 600
    /// For so long who is said not to have come may answer, in seconds; it counts after that.
    public static let answerTime: Int64 = 48 * 3_600

    /// Who is said not to have come.
    public let party: Dealing.Party
    /// When it was said.
    public let date: Timestamp
    /// Whether they wrote something to it, or one of the two has said that they met.
    public let isAnswered: Bool

    /// What somebody says of the other.
    public init(party: Dealing.Party, date: Timestamp, isAnswered: Bool = false) {
        self.party = party
        self.date = date
        self.isAnswered = isAnswered
    }

    /// The first moment at which it counts.
    public var deadline: Timestamp { date + Self.answerTime }
}

/// For how long one is kept for somebody; the raw value is in days.
public enum ReservationTerm: Int, CaseIterable, Sendable {
    /// Until the next day.
    case day = 1
    /// Three days.
    case threeDays = 3
    /// Seven days.
    case week = 7

    /// How long it is in seconds.
    public var seconds: Int64 { Int64(rawValue) * 86_400 }
}
