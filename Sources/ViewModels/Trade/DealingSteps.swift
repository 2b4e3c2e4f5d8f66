import Market

/// How far two people have come, and what one of them may do next.
public struct DealingSteps: Equatable, Sendable {
    /// Nil while they only talk.
    public let stage: Phrase?
    /// Of the reader who waits in line, or whose asker does; nil for none.
    public let line: Phrase?
    /// Whether the reader may name a price.
    public let mayOffer: Bool
    /// Whether they may wait in line.
    public let mayJoinLine: Bool
    /// Whether they may wait no more.
    public let mayLeaveLine: Bool
    /// Whether they may keep one for the other.
    public let mayReserve: Bool
    /// Whether they may give back what is kept.
    public let mayRelease: Bool
    /// How many pieces they may say have changed hands; 0 for none.
    public let mostPieces: Int64
    /// The price that the field for that begins with, `12,000`: what they agreed on, else what one
    /// costs; empty where that is open, or nothing is asked.
    public let closingPrice: String
    /// That it has changed hands, as they may take back; nil when they may not.
    public let reopening: Reopening?
    /// The dealing of which they may tell what it was like; nil for none.
    public let review: ReviewLink?
    /// The one of which there is a review that they may read; nil for none.
    public let reviews: ReviewLink?
    /// Whether they may begin another dealing about it.
    public let mayDealAgain: Bool
    /// What is agreed on; nil for nothing.
    public let appointment: AppointmentEntry?
    /// Until when one is kept for the asker; nil for good.
    public let lapse: Phrase?
    /// What is to be known before anything is done; nil for nothing.
    public let hint: Phrase?
    /// Whether they may name a time and a place.
    public let mayPropose: Bool
    /// What the form for that begins with: the appointment that would be moved; else the next day and
    /// the spot of the item, and no time.
    public let present: AppointmentInput
    /// To choose from for that.
    public let spots: [Spot]
    /// Beside that field, which shows no day of the week: `11월 21일 (토)`.
    public let today: Phrase
    /// The first day that a field for that offers: `2026-11-21`.
    public let firstDay: String
    /// The last one.
    public let lastDay: String
    /// Whether they may take back what is agreed on, or proposed.
    public let mayCallOff: Bool
    /// Whether they may say that they met.
    public let maySayMet: Bool
    /// Whether they may say that the other did not come.
    public let maySayNotCome: Bool

    init(
        _ conversation: Conversation, meetingAt spots: MeetingSpots, at now: Timestamp,
        in zone: MarketTimeZone
    ) {
        let at = conversation.stage
        func may(_ step: Dealing.Step) -> Bool { conversation.allows(step, at: now) }
        let isFree = conversation.freeStock > 0
        appointment = conversation.meeting.appointment.map {
            AppointmentEntry($0, isOwn: true, in: conversation, at: now, zone: zone)
        }
        lapse = conversation.lapses.map {
            Phrase(.reservedUntil, .phrase(zone.appointmentText($0, at: now)))
        }
        hint =
            conversation.noShowHint(at: now, in: zone)
            ?? (conversation.isIdle(at: now) ? Phrase(.dealingIsIdle) : nil)
            ?? conversation.wayToMeeting(at: now)
        mayPropose = may(.proposeAppointment)
        let tomorrow = zone.day(of: zone.day(around: now).upperBound)
        present =
            conversation.meeting.appointment.map { AppointmentInput($0, in: zone) }
            ?? AppointmentInput(date: tomorrow, spot: spots.own)
        self.spots = spots.nearby
        today = zone.civilTime(now).dayOfWeek
        firstDay = zone.day(of: now)
        lastDay = zone.day(of: now + Appointment.furthest)
        mayCallOff = may(.callOffAppointment)
        maySayMet = may(.sayMet)
        maySayNotCome = may(.sayNotCome)
        stage = at.phrase
        line = conversation.placeInLine.map { Phrase(.inLine, $0) }
        mayOffer = may(.offerPrice)
        mayJoinLine = may(.joinLine) && !isFree && conversation.linePosition == nil
        mayLeaveLine = may(.leaveLine) && conversation.linePosition != nil
        mayReserve = may(.reserve) && isFree
        mayRelease = may(.release)
        mostPieces = conversation.mostToClose(at: now)
        closingPrice = conversation.closingPrice
        reopening = conversation.reopening(at: now, in: zone)
        review = conversation.closingToReview(at: now).map { ReviewLink($0, in: conversation) }
        reviews = conversation.closings.first { $0.hasReviews(at: now) }
            .map { ReviewLink($0, in: conversation) }
        mayDealAgain = may(.dealAgain)
    }

    /// Whether they may say that it has changed hands.
    public var mayClose: Bool { mostPieces > 0 }
    /// Whether they are asked how many have.
    public var asksPieces: Bool { mostPieces > 1 }

    /// That something has changed hands, as it may be taken back.
    public struct Reopening: Equatable, Sendable {
        /// Names it in the form.
        public let closing: ChatMessage.ID
        /// When it was closed, where another dealing has begun since; nil for the present one.
        public let dealing: Phrase?
        /// Says until when.
        public let until: Phrase
    }
}

/// What the link to a dealing's reviews is made of.
public struct ReviewLink: Equatable, Sendable {
    /// In which conversation.
    public let conversation: Conversation.ID
    /// Nil for the last one, which needs no name.
    public let closing: ChatMessage.ID?

    init(_ closing: Dealing.Closing, in conversation: Conversation) {
        self.conversation = conversation.id
        self.closing = closing == conversation.closing ? nil : closing.id
    }

    init(_ dealing: ClosedDealing) {
        self.init(dealing.closing, in: dealing.conversation)
    }
}

extension Conversation {
    /// What the two have agreed on; nil for nothing, once it has gone, to them or to others, and where
    /// the item is in another currency by now, in which they close.
    var agreedPrice: PriceOffer? {
        guard let item, item.status != .sold, stage != .closed else { return nil }
        return agreed?.currency == item.price.currency ? agreed : nil
    }

    /// The asker's place in line, from 1 on; nil when they do not wait. What has gone to somebody is waited for
    /// by nobody: its mark says so.
    var placeInLine: Int? { item?.status == .sold ? nil : linePosition }

    /// How many pieces the reader may say have changed hands; 0 for none.
    func mostToClose(at now: Timestamp) -> Int64 {
        allows(.close, at: now) ? stage.mostToClose(free: freeStock) : 0
    }

    /// What comes before two who only talk can agree on when to meet; nil where that is not next.
    fileprivate func wayToMeeting(at now: Timestamp) -> Phrase? {
        guard stage == .asked, freeStock > 0 else { return nil }
        if allows(.reserve, at: now) { return Phrase(.reserveFirst) }
        return allows(.joinLine, at: now) ? Phrase(.reservationComesFirst) : nil
    }

    fileprivate var closingPrice: String {
        guard let price = item?.price else { return "" }
        if let agreedPrice { return price.currency.typed(agreedPrice.amount, grouped: true) }
        guard price.amountToPay > 0 else { return "" }
        return price.currency.typed(price.amountToPay, grouped: true)
    }

    /// What the field for that may have begun with, whether or not it is there still.
    var presetPrices: [String] {
        guard let price = item?.price else { return [] }
        return [agreed?.amount, price.amountToPay].compactMap(\.self).map {
            price.currency.typed($0, grouped: true)
        }
    }

    /// Of the last one, whatever the other may have written of it.
    fileprivate func reopening(
        at now: Timestamp, in zone: MarketTimeZone
    ) -> DealingSteps.Reopening? {
        guard let closing,
            let until = ClosedDealing(closing: closing, conversation: self)
                .reopenUntil(at: now, in: zone)
        else { return nil }
        let time = Phrase.Argument.phrase(zone.appointmentText(closing.date, at: now))
        return DealingSteps.Reopening(
            closing: closing.id, dealing: stage == .closed ? nil : Phrase(.dealingOfDay, time),
            until: until)
    }
}

extension ClosedDealing {
    /// Says until when the reader may take it back; nil when they may not.
    func reopenUntil(at now: Timestamp, in zone: MarketTimeZone) -> Phrase? {
        guard conversation.allows(.reopen, at: now), closing.isOfferedBack(at: now) else {
            return nil
        }
        let end = closing.date + Dealing.Closing.reopeningTime
        return Phrase(.reopenUntil, .phrase(zone.appointmentText(end, at: now)))
    }
}

extension Dealing.Stage {
    /// How far it has come; nil while two people only talk.
    fileprivate var phrase: Phrase? {
        switch self {
        case .asked: nil
        case .reserved: Phrase(.dealingIsReserved)
        case .appointed: Phrase(.dealingIsAppointed)
        case .met: Phrase(.dealingIsMet)
        case .notCome: Phrase(.dealingIsNotCome)
        case .closed: Phrase(.dealingIsClosed)
        }
    }
}

/// A price that was named, as the page of its conversation shows it.
public struct OfferEntry: Equatable, Sendable {
    /// The price in words.
    public let amount: Phrase
    /// What the seller said to it, or that who named it waits for that; nil for nothing yet.
    public let answer: Phrase?
    /// Whether the reader may say so now.
    public let mayBeAnswered: Bool
    /// Asks whether it is meant, where it is far from what the item costs; nil where it is not, or is
    /// not the reader's to answer.
    public let doubt: Phrase?

    init(_ offer: PriceOffer, in conversation: Conversation, at now: Timestamp) {
        amount = offer.currency.text(offer.amount)
        switch offer.answer {
        case nil:
            // Who may name another one waits for what is said to this one.
            let isWaiting = conversation.allows(.offerPrice, at: now)
            answer = isWaiting ? Phrase(.waitsForAnswer) : nil
        case .accepted: answer = Phrase(.offerIsAccepted)
        case .declined: answer = Phrase(.offerIsDeclined)
        case .replaced: answer = Phrase(.offerIsReplaced)
        }
        mayBeAnswered = offer.answer == nil && conversation.allows(.acceptOffer, at: now)
        let price = conversation.item?.price
        doubt =
            if mayBeAnswered, let price, price.currency == offer.currency,
                price.isFar(from: offer.amount)
            {
                price.question(about: offer.amount)
            } else {
                nil
            }
    }
}
