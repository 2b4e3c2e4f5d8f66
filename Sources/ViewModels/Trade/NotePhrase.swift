import Market

extension ChatMessage {
    /// A short description of the message for places without room for its content, as the reader of
    /// its conversation sees it; nil for a text.
    func label(in conversation: Conversation, zone: MarketTimeZone, at now: Timestamp) -> Phrase? {
        note(in: conversation) ?? label(in: zone, at: now)
    }

    /// The description of a message that is not a step, which is the same for both readers. Says if
    /// it was taken back, or removed by an operator.
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

    /// The step that the message reports, and who took it, as the reader of its conversation sees
    /// it; nil for another kind.
    func note(in conversation: Conversation) -> Phrase? {
        guard case .note(let note) = kind else { return nil }
        return note.phrase(
            of: pieces, to: conversation.party, isOwn: author == conversation.party,
            with: Correspondent(conversation.other).politeName)
    }
}

extension ChatMessage.Note {
    /// What the reader or the other person did, or what the market announces. Long, since each note
    /// has its own line.
    /// - Parameters:
    ///   - pieces: how many pieces changed hands, if it is a closing.
    ///   - isOwn: whether the reader took the step.
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
    /// How they are referred to in a sentence.
    fileprivate var politeName: Phrase.Argument {
        .phrase(label ?? Phrase(.politeName, .text(nickname ?? "")))
    }
}
