import Market

/// How far a dealing has come, and what the reader may do next.
public struct DealingSteps: Equatable, Sendable {
    /// Nil as long as the two only talk.
    public let stage: Phrase?
    /// The asker's place in line, for either reader; nil when they do not wait.
    public let line: Phrase?
    /// Whether the reader may offer a price.
    public let mayOffer: Bool
    /// Whether that would only change a price on which the two have agreed, with a piece reserved.
    public let offersAgain: Bool
    /// Whether they may wait in line.
    public let mayJoinLine: Bool
    /// Whether they may leave the line.
    public let mayLeaveLine: Bool
    /// Whether they may reserve one for the other person.
    public let mayReserve: Bool
    /// Whether they may release what is reserved.
    public let mayRelease: Bool
    /// How many pieces they may say have changed hands; 0 when they may not close the dealing.
    public let mostPieces: Int64
    /// Whether closing it is all that is left to do, since the two have met.
    public let closesNext: Bool
    /// What the price field for closing is prefilled with, `12,000`: the agreed price, else the
    /// price of one; empty when the price is open or nothing is asked.
    public let closingPrice: String
    /// The last closing, which the reader may take back; nil when they may not.
    public let reopening: Reopening?
    /// The closed dealing that the reader may review; nil for none.
    public let review: ReviewLink?
    /// The closed dealing with a review that the reader may read; nil for none.
    public let reviews: ReviewLink?
    /// Whether they may begin another dealing about the same item.
    public let mayDealAgain: Bool
    /// The item like which the reader may look for others, since it has gone to somebody else or is
    /// reserved for them; nil when it can be had.
    public let similarTo: Item.ID?
    /// The appointment that is agreed on; nil for none.
    public let appointment: AppointmentEntry?
    /// The reader's own proposal, which waits for an answer; nil for none.
    public let proposed: AppointmentEntry?
    /// Until when one is reserved for the asker; nil without a time limit.
    public let lapse: Phrase?
    /// What the reader should know before the next step; nil for nothing.
    public let hint: Phrase?
    /// Whether they may propose an appointment.
    public let mayPropose: Bool
    /// What the appointment form is prefilled with: the reader's proposal or the appointment that
    /// would be moved, else tomorrow and the item's meeting spot, without a time.
    public let present: AppointmentInput
    /// The meeting spots that the form offers.
    public let spots: [Spot]
    /// Today with its day of the week, which the date field does not show: `11월 21일 (토)`.
    public let today: Phrase
    /// The first day that the date field allows: `2026-11-21`.
    public let firstDay: String
    /// The last day that it allows.
    public let lastDay: String
    /// Whether they may call off the appointment, agreed or proposed.
    public let mayCallOff: Bool
    /// Whether they may say that they met.
    public let maySayMet: Bool
    /// Whether they may say that the other did not come.
    public let maySayNotCome: Bool

    /// - Parameter proposal: the reader's own, which waits for an answer; nil for none.
    init(
        _ conversation: Conversation, proposing proposal: Appointment?,
        meetingAt spots: MeetingSpots, at now: Timestamp, in zone: MarketTimeZone
    ) {
        func may(_ step: Dealing.Step) -> Bool { conversation.allows(step, at: now) }
        let isFree = conversation.freeStock > 0
        appointment = conversation.meeting.appointment.map {
            AppointmentEntry($0, isOwn: true, in: conversation, at: now, zone: zone)
        }
        proposed = proposal.map {
            AppointmentEntry($0, isOwn: true, in: conversation, at: now, zone: zone)
        }
        lapse = conversation.lapses.map {
            Phrase(.reservedUntil, .phrase(zone.appointmentText($0, at: now)))
        }
        hint =
            conversation.noShowHint(at: now, in: zone)
            ?? (conversation.isIdle(at: now) ? Phrase(.dealingIsIdle) : nil)
            ?? conversation.wayToMeeting(at: now) ?? conversation.wayToReviews(at: now)
        mayPropose = may(.proposeAppointment)
        let tomorrow = zone.day(of: zone.day(around: now).upperBound)
        present =
            (proposal ?? conversation.meeting.appointment).map { AppointmentInput($0, in: zone) }
            ?? AppointmentInput(date: tomorrow, spot: spots.own)
        self.spots = spots.nearby
        today = zone.civilTime(now).dayOfWeek
        firstDay = zone.day(of: now)
        lastDay = zone.day(of: now + Appointment.furthest)
        mayCallOff = may(.callOffAppointment)
        maySayMet = may(.sayMet)
        maySayNotCome = may(.sayNotCome)
        stage =
            conversation.isMetForOtherAlone
            ? Phrase(.dealingIsMetForOther) : conversation.stage.phrase
        line = conversation.placeInLine.map { Phrase(.inLine, $0) }
        mayOffer = may(.offerPrice)
        offersAgain = mayOffer && conversation.stage.holdsStock && conversation.agreedPrice != nil
        mayJoinLine = may(.joinLine) && !isFree && conversation.linePosition == nil
        mayLeaveLine = may(.leaveLine) && conversation.linePosition != nil
        mayReserve = may(.reserve) && isFree
        mayRelease = may(.release)
        mostPieces = conversation.mostToClose(at: now)
        closesNext = mostPieces > 0 && conversation.stage == .met && !maySayMet
        closingPrice = conversation.closingPrice
        reopening = conversation.reopening(at: now, in: zone)
        review = conversation.closingToReview(at: now).map { ReviewLink($0, in: conversation) }
        reviews = conversation.closings.first { $0.hasReviews(at: now) }
            .map { ReviewLink($0, in: conversation) }
        mayDealAgain = may(.dealAgain)
        similarTo = conversation.missedItem
    }

    /// Whether a proposal would replace an appointment or another proposal of the reader's.
    public var movesAppointment: Bool { appointment != nil || proposed != nil }
    /// Whether they may close the dealing.
    public var mayClose: Bool { mostPieces > 0 }
    /// Whether they are asked how many pieces have changed hands.
    public var asksPieces: Bool { mostPieces > 1 }

    /// A closing that may be taken back.
    public struct Reopening: Equatable, Sendable {
        /// Identifies the closing in the form.
        public let closing: ChatMessage.ID
        /// When it was closed, if another dealing has begun since; nil for the present one.
        public let dealing: Phrase?
        /// Says until when it may be taken back.
        public let until: Phrase
    }
}

/// What a link to the reviews of a dealing needs.
public struct ReviewLink: Equatable, Sendable {
    /// The conversation of the dealing.
    public let conversation: Conversation.ID
    /// Identifies the dealing; nil for the conversation's last one, which is the default.
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
    /// The price that the two have agreed on. Nil when there is none, once the item has gone (to
    /// them or to others), and when the item's currency has changed since, in which case they close
    /// in the new one.
    var agreedPrice: PriceOffer? {
        guard let item, item.status != .sold, stage != .closed else { return nil }
        return agreed?.currency == item.price.currency ? agreed : nil
    }

    /// The asker's place in line, from 1 on; nil when they do not wait. Nobody waits for an item
    /// that is sold, as its mark shows.
    var placeInLine: Int? { item?.status == .sold ? nil : linePosition }

    /// The item if somebody else gets it, or has got it, instead of the reader; nil otherwise.
    fileprivate var missedItem: Item.ID? {
        guard party == .asker, stage == .asked, let item, !item.isHidden,
            item.status != .selling || item.stock == 0
        else { return nil }
        return item.id
    }

    /// Whether only the other person has said that they met.
    fileprivate var isMetForOtherAlone: Bool { stage == .met && !meeting.heard.contains(party) }

    /// How many pieces the reader may say have changed hands; 0 for none.
    func mostToClose(at now: Timestamp) -> Int64 {
        allows(.close, at: now) ? stage.mostToClose(free: freeStock) : 0
    }

    /// What must happen before two who only talk can agree on an appointment; nil when that is not next.
    fileprivate func wayToMeeting(at now: Timestamp) -> Phrase? {
        guard stage == .asked, freeStock > 0 else { return nil }
        if allows(.reserve, at: now) { return Phrase(.reserveFirst) }
        return allows(.joinLine, at: now) ? Phrase(.reservationComesFirst) : nil
    }

    /// What must happen before two who have met can review each other; nil when that is not next.
    fileprivate func wayToReviews(at now: Timestamp) -> Phrase? {
        guard stage == .met, silence == nil, let item, item.status != .sold else { return nil }
        if allows(.close, at: now) { return Phrase(.closeToReview) }
        return party == .asker ? Phrase(.closingComesFirst) : nil
    }

    fileprivate var closingPrice: String {
        guard let price = item?.price else { return "" }
        if let agreedPrice { return price.currency.typed(agreedPrice.amount, grouped: true) }
        guard price.amountToPay > 0 else { return "" }
        return price.currency.typed(price.amountToPay, grouped: true)
    }

    /// The prices that the closing form may have been prefilled with, whether or not it is still shown.
    var presetPrices: [String] {
        guard let price = item?.price else { return [] }
        return [agreed?.amount, price.amountToPay].compactMap(\.self).map {
            price.currency.typed($0, grouped: true)
        }
    }

    /// About the last closing, whether or not the other person has reviewed it.
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
    /// Says until when the reader may take the closing back; nil when they may not.
    func reopenUntil(at now: Timestamp, in zone: MarketTimeZone) -> Phrase? {
        guard conversation.allows(.reopen, at: now), closing.isOfferedBack(at: now) else {
            return nil
        }
        let end = closing.date + Dealing.Closing.reopeningTime
        return Phrase(.reopenUntil, .phrase(zone.appointmentText(end, at: now)))
    }
}

extension Dealing.Stage {
    /// Describes the stage; nil as long as two people only talk.
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

/// A price offer, as the page of its conversation shows it.
public struct OfferEntry: Equatable, Sendable {
    /// The price in words.
    public let amount: Phrase
    /// Says that the asker awaits an answer, or has offered another price; nil otherwise. Who accepted
    /// or declined it is said by a note of its own.
    public let answer: Phrase?
    /// Whether the reader may answer it now.
    public let mayBeAnswered: Bool
    /// Asks whether the amount is meant, if it is far from the item's price and the reader is the
    /// one to answer; nil otherwise.
    public let doubt: Phrase?

    init(_ offer: PriceOffer, in conversation: Conversation, at now: Timestamp) {
        amount = offer.currency.text(offer.amount)
        switch offer.answer {
        case nil:
            // Only the asker may make offers, and so waits for the answer to this one.
            let isWaiting = conversation.allows(.offerPrice, at: now)
            answer = isWaiting ? Phrase(.waitsForAnswer) : nil
        case .accepted, .declined: answer = nil
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
