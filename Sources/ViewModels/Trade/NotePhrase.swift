import Market

extension ChatMessage {
    /// What stands for it where there is no room for more, as the reader of its conversation reads it; nil
    /// for a text.
    func label(
        in conversation: Conversation, zone: MarketTimeZone, at now: Timestamp
    ) -> Phrase? {
        note(in: conversation) ?? label(in: zone, at: now)
    }

    /// The same of what is no step: whoever reads it reads the same.
    func label(in zone: MarketTimeZone, at now: Timestamp) -> Phrase? {
        switch kind {
        case .text, .note: nil
        case .photo: Phrase(.messageIsPhoto)
        case .offer(let offer): Phrase(.offerOf, .phrase(offer.currency.text(offer.amount)))
        case .appointment(let appointment):
            Phrase(
                .appointmentAt, .phrase(zone.appointmentText(appointment.date, at: now)),
                .text(oneLine(appointment.spot, atMost: 40)))
        }
    }

    /// The step that it tells of, and who has taken it, as the reader of its conversation reads it; nil for
    /// another kind.
    func note(in conversation: Conversation) -> Phrase? {
        guard case .note(let note) = kind else { return nil }
        if note.isMarkets { return note.told(to: conversation.party) }
        let other = Correspondent(conversation.other).politeName
        return author == conversation.party
            ? note.own(with: other, of: pieces) : note.others(by: other, of: pieces)
    }
}

extension ChatMessage.Note {
    /// What the reader has done.
    /// - Parameter pieces: how many changed hands, where it is a closing.
    fileprivate func own(with other: Phrase.Argument, of pieces: Int64) -> Phrase? {
        switch self {
        case .reserved: Phrase(.noteReserved, other)
        case .released: Phrase(.noteReleased)
        case .joinedLine: Phrase(.noteJoinedLine)
        case .leftLine: Phrase(.noteLeftLine)
        case .offerAccepted: Phrase(.noteOfferAccepted)
        case .offerDeclined: Phrase(.noteOfferDeclined)
        case .closed:
            pieces > 1
                ? Phrase(.noteClosedOfSeveral, other, .number(pieces))
                : Phrase(.noteClosed, other)
        case .appointmentAccepted: Phrase(.noteAppointmentAccepted)
        case .appointmentDeclined: Phrase(.noteAppointmentDeclined)
        case .appointmentCalledOff: Phrase(.noteAppointmentCalledOff)
        case .met: Phrase(.noteMet)
        case .notCome: Phrase(.noteNotCome)
        case .reopened: Phrase(.noteReopened)
        case .closingTakenBack: Phrase(.noteClosingTakenBack)
        case .begunAgain: Phrase(.noteBegunAgain)
        default: nil
        }
    }

    /// What the other has done.
    fileprivate func others(by other: Phrase.Argument, of pieces: Int64) -> Phrase? {
        switch self {
        case .reserved: Phrase(.noteReservedByOther, other)
        case .released: Phrase(.noteReleasedByOther, other)
        case .joinedLine: Phrase(.noteJoinedLineByOther, other)
        case .leftLine: Phrase(.noteLeftLineByOther, other)
        case .offerAccepted: Phrase(.noteOfferAcceptedByOther, other)
        case .offerDeclined: Phrase(.noteOfferDeclinedByOther, other)
        case .closed:
            pieces > 1
                ? Phrase(.noteClosedOfSeveralByOther, other, .number(pieces))
                : Phrase(.noteClosedByOther, other)
        case .appointmentAccepted: Phrase(.noteAppointmentAcceptedByOther, other)
        case .appointmentDeclined: Phrase(.noteAppointmentDeclinedByOther, other)
        case .appointmentCalledOff: Phrase(.noteAppointmentCalledOffByOther, other)
        case .met: Phrase(.noteMetByOther, other)
        case .notCome: Phrase(.noteNotComeByOther, other)
        case .reopened: Phrase(.noteReopenedByOther, other)
        case .closingTakenBack: Phrase(.noteClosingTakenBack)
        case .begunAgain: Phrase(.noteBegunAgainByOther, other)
        default: nil
        }
    }

    /// What the market tells.
    fileprivate func told(to party: Dealing.Party) -> Phrase? {
        switch self {
        case .turn: Phrase(party == .asker ? .noteTurn : .noteTurnOfAsker)
        case .lapsed: Phrase(.noteLapsed)
        case .lineEnded: Phrase(.noteLineEnded)
        case .priceChanged: Phrase(.notePriceChanged)
        case .reviewsOpened: Phrase(.noteReviewsOpened)
        case .lineLost: Phrase(.noteLineLost)
        case .lineAgain: Phrase(.noteLineAgain)
        case .itemDeleted: Phrase(.noteItemDeleted)
        case .reservedForOther:
            Phrase(party == .asker ? .noteReservedForOther : .noteReservedForOtherOfAsker)
        case .soldToOther: Phrase(.noteSoldToOther)
        case .available: Phrase(.noteAvailable)
        default: nil
        }
    }
}

extension Correspondent {
    /// What they are called in a sentence, or what stands for it.
    fileprivate var politeName: Phrase.Argument {
        .phrase(label ?? Phrase(.politeName, .text(nickname ?? "")))
    }
}
