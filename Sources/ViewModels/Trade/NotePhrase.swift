import Market

extension ChatMessage {
    /// What stands for it where there is no room for more, as the reader of its conversation reads it; nil
    /// for a text.
    func label(
        in conversation: Conversation, zone: MarketTimeZone, at now: Timestamp
    ) -> Phrase? {
        note(in: conversation) ?? label(in: zone, at: now)
    }

    /// The same of what is no step: whoever reads it reads the same, also that it is there no more, and who
    /// has removed it.
    func label(in zone: MarketTimeZone, at now: Timestamp) -> Phrase? {
        guard !isTakenBack else {
            return Phrase(isRemoved ? .messageIsRemoved : .messageIsTakenBack)
        }
        return switch kind {
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
        return note.phrase(
            of: pieces, to: conversation.party, isOwn: author == conversation.party,
            with: Correspondent(conversation.other).politeName)
    }
}

extension ChatMessage.Note {
    /// What the reader or the other has done, or what the market tells. Long, as there is a line for each.
    /// - Parameters:
    ///   - pieces: how many changed hands, where it is a closing.
    ///   - isOwn: whether it is in the reader's name.
    fileprivate func phrase(
        of pieces: Int64, to party: Dealing.Party, isOwn: Bool, with other: Phrase.Argument
    ) -> Phrase {
        func step(_ own: Phrase, _ others: Phrase.Key) -> Phrase {
            isOwn ? own : Phrase(others, other)
        }
        return switch self {
        case .reserved: step(Phrase(.noteReserved, other), .noteReservedByOther)
        case .released: step(Phrase(.noteReleased), .noteReleasedByOther)
        case .joinedLine: step(Phrase(.noteJoinedLine), .noteJoinedLineByOther)
        case .leftLine: step(Phrase(.noteLeftLine), .noteLeftLineByOther)
        case .offerAccepted: step(Phrase(.noteOfferAccepted), .noteOfferAcceptedByOther)
        case .offerDeclined: step(Phrase(.noteOfferDeclined), .noteOfferDeclinedByOther)
        case .closed where pieces > 1:
            isOwn
                ? Phrase(.noteClosedOfSeveral, other, .number(pieces))
                : Phrase(.noteClosedOfSeveralByOther, other, .number(pieces))
        case .closed: step(Phrase(.noteClosed, other), .noteClosedByOther)
        case .appointmentAccepted:
            step(Phrase(.noteAppointmentAccepted), .noteAppointmentAcceptedByOther)
        case .appointmentDeclined:
            step(Phrase(.noteAppointmentDeclined), .noteAppointmentDeclinedByOther)
        case .appointmentCalledOff:
            step(Phrase(.noteAppointmentCalledOff), .noteAppointmentCalledOffByOther)
        case .met: step(Phrase(.noteMet), .noteMetByOther)
        case .notCome: step(Phrase(.noteNotCome), .noteNotComeByOther)
        case .reopened: step(Phrase(.noteReopened), .noteReopenedByOther)
        case .closingTakenBack: Phrase(.noteClosingTakenBack)
        case .begunAgain: step(Phrase(.noteBegunAgain), .noteBegunAgainByOther)
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
        }
    }
}

extension Correspondent {
    /// What they are called in a sentence, or what stands for it.
    fileprivate var politeName: Phrase.Argument {
        .phrase(label ?? Phrase(.politeName, .text(nickname ?? "")))
    }
}
