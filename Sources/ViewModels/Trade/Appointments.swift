import Market

/// The fields of an appointment, as typed.
public struct AppointmentInput: Equatable, Sendable {
    /// As a `date` field sends it: `2026-11-23`.
    public var date: String
    /// As a `time` field sends it: `15:00`.
    public var time: String
    /// Where to meet.
    public var spot: String
    /// Whether the spot was chosen without a script: it is filled in, and nothing is proposed yet.
    public var isUnfinished = false

    /// Without arguments, an empty form.
    public init(date: String = "", time: String = "", spot: String = "") {
        (self.date, self.time, self.spot) = (date, time, spot)
    }

    /// The appointment as it would be typed.
    init(_ appointment: Appointment, in zone: MarketTimeZone) {
        let local = zone.civilTime(appointment.date).iso8601.description
        self.init(
            date: String(local.prefix(10)), time: String(local.dropFirst(11).prefix(5)),
            spot: appointment.spot)
    }

    /// Whether nothing was typed.
    public var isEmpty: Bool { (date + time + spot).isEmpty }

    /// The appointment to propose, or a refusal with every fault in the fields.
    func appointment(at now: Timestamp, in zone: MarketTimeZone) -> Result<Appointment, Refusal> {
        var fields = FieldReader()
        let moment = fields.meeting(date.trimmed, time.trimmed, at: now, in: zone)
        let spot = fields.line(spot, "spot", called: .spotRow, atMost: Limits.spot)
        return fields.result(Appointment(date: moment, spot: spot))
    }
}

/// Where two people could meet about an item.
struct MeetingSpots {
    /// The item's own meeting spot; empty for none.
    var own = ""
    /// The spots of the item's neighbourhood.
    var nearby: [Spot] = []
}

extension ItemStorage where Self: PlaceStorage {
    /// The spots to choose from; none for a reader who may not propose a meeting now.
    func meetingSpots(
        for conversation: Conversation, at now: Timestamp
    ) async throws(StorageError) -> MeetingSpots {
        guard conversation.allows(.proposeAppointment, at: now), let id = conversation.item?.id
        else { return MeetingSpots() }
        do {
            guard let place = try await item(id).content.place else { return MeetingSpots() }
            let entry = try await places().entries
                .first { $0.neighbourhood.id == place.neighbourhood.id }
            return MeetingSpots(own: place.spot?.name ?? "", nearby: entry?.spots ?? [])
        } catch .itemNotFound {
            // The item was deleted a moment ago, so nothing can be proposed about it any more.
            return MeetingSpots()
        }
    }
}

extension ConversationStorage {
    /// The reader's own proposal of an appointment that waits for an answer; nil if there is none, or
    /// its time is over.
    func ownProposal(
        in conversation: Conversation, of reader: Conversation.Reader, at now: Timestamp
    ) async throws(StorageError) -> Appointment? {
        guard let id = conversation.meeting.proposal else { return nil }
        let found = try await messages(
            in: conversation.id, of: reader, before: ChatMessage.ID(rawValue: id.rawValue + 1),
            limit: 1)
        guard let message = found.first, message.id == id, message.author == conversation.party,
            case .appointment(let proposal) = message.kind, proposal.outcome == nil,
            now < proposal.date + 60
        else { return nil }
        return proposal
    }
}

extension FieldReader {
    /// Reads when two people meet: not in the past, and no further ahead than
    /// `Appointment.furthest`. Each fault is added to the field it is about.
    fileprivate mutating func meeting(
        _ date: String, _ time: String, at now: Timestamp, in zone: MarketTimeZone
    ) -> Timestamp {
        require(date, "date", called: .dateRow)
        require(time, "time", called: .timeRow)
        guard !date.isEmpty, !time.isEmpty else { return now }
        guard zone.moment(typed: date + "T00:00") != nil else {
            add("date", Phrase(.appointmentIsNoDay))
            return now
        }
        guard let moment = zone.moment(typed: "\(date)T\(time)") else {
            add("time", Phrase(.appointmentIsNoTime))
            return now
        }
        // The fields have minute precision, and the current minute is allowed.
        if zone.day(of: moment) < zone.day(of: now) {
            add("date", Phrase(.appointmentDayHasPassed))
        } else if moment + 60 <= now {
            add("time", Phrase(.appointmentHasPassed))
        }
        if now + Appointment.furthest < moment { add("date", Phrase(.appointmentTooFar)) }
        return moment
    }

    /// For how long the item is reserved; without a term, until it is released.
    mutating func reservation(_ typed: String) -> Dealing.Move {
        if typed.isEmpty { return .reserve }
        guard let term = Int(digits: typed).flatMap(ReservationTerm.init) else {
            add("term", Phrase(.chooseTerm))
            return .reserve
        }
        return .reserveFor(term)
    }

    /// Whether they met.
    mutating func arrival(_ typed: String) -> Dealing.Move {
        if typed == "not-come" { return .sayNotCome }
        if typed != "met" { add("arrival", Phrase(.chooseArrival)) }
        return .sayMet
    }

    /// Reads why the reader calls the appointment off; empty when they give no reason.
    mutating func word(_ typed: String) -> String {
        if typed.trimmed.isEmpty { return "" }
        return text(typed, "word", called: .messageRow, atMost: Limits.message)
    }
}

/// An appointment that was proposed or agreed on, as the page of its conversation shows it.
public struct AppointmentEntry: Equatable, Sendable {
    /// `11월 23일 (월) 오후 3:00`, in the market's time zone.
    public let time: Phrase
    /// In UTC.
    public let iso8601: ShortText
    /// Where they meet.
    public let spot: String
    /// What became of it, or that it waits for an answer; nil when there is nothing to say yet.
    public let outcome: Phrase?
    /// Whether the reader may answer it now.
    public let mayBeAnswered: Bool

    init(
        _ appointment: Appointment, isOwn: Bool, in conversation: Conversation, at now: Timestamp,
        zone: MarketTimeZone
    ) {
        time = zone.appointmentText(appointment.date, at: now)
        iso8601 = appointment.date.iso8601
        spot = appointment.spot
        let hasPassed = appointment.date + 60 <= now
        switch appointment.outcome {
        case nil:
            if hasPassed {
                outcome = Phrase(.appointmentPassedUnanswered)
            } else {
                let isWaiting = isOwn && conversation.allows(.proposeAppointment, at: now)
                outcome = isWaiting ? Phrase(.waitsForAnswer) : nil
            }
        case .accepted: outcome = Phrase(.appointmentIsAccepted)
        case .declined: outcome = Phrase(.appointmentIsDeclined)
        case .replaced: outcome = Phrase(.appointmentIsReplaced)
        case .calledOff: outcome = Phrase(.appointmentIsCalledOff)
        }
        mayBeAnswered =
            appointment.outcome == nil && !isOwn && !hasPassed
            && conversation.allows(.acceptAppointment, at: now)
    }
}

extension MarketTimeZone {
    /// The time as a date that stays true on any day it is read; without the year if it is this year.
    func appointmentText(_ moment: Timestamp, at now: Timestamp) -> Phrase {
        civilTime(moment).text(besides: civilTime(now))
    }
}

extension Conversation {
    /// Whether the reader may take a step now, as far as can be told before they try.
    func allows(_ step: Dealing.Step, at now: Timestamp) -> Bool {
        guard Dealing.allows(step, by: party, at: stage(of: step)), let item,
            item.status != .sold || !step.needsOffer, !item.isHidden || !step.needsShownItem,
            step.fits(item.price, of: item.purpose)
        else { return false }
        do throws(StorageError) {
            if step.givesBack { try checkMayWrite() } else { try checkMayReach() }
            try meeting.check(step, by: party, at: stage, at: now)
            return true
        } catch {
            return false
        }
    }

    /// What can still be done about a report that somebody did not come: by the reader if it is
    /// about them, else by the other person. Nil when it was answered, or it is too late to answer.
    func noShowHint(at now: Timestamp, in zone: MarketTimeZone) -> Phrase? {
        guard let noShow, !noShow.isAnswered, now < noShow.deadline else { return nil }
        let time = Phrase.Argument.phrase(zone.appointmentText(noShow.deadline, at: now))
        return noShow.party == party ? Phrase(.answerNoShow, time) : Phrase(.noShowIsHeard, time)
    }
}
