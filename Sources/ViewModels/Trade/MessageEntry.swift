import Market

/// A message as the page of its conversation shows it.
public struct MessageEntry: Equatable, Sendable {
    /// Names it on the page, and in links.
    public let id: ChatMessage.ID
    /// Whether the reader wrote it, or took the step that it tells of.
    public let isOwn: Bool
    /// With its addresses to follow; empty when it was taken back.
    public let text: [TextSegment]
    /// What it says, to tell its language.
    public let plainText: String
    /// Whether its writer, or an operator, has taken it back.
    public let isTakenBack: Bool
    /// Whether that was an operator.
    public let isRemoved: Bool
    /// What the reader, who has written it, is told of that; empty for nothing.
    public let removalReason: String
    /// Whether the reader may do so now.
    public let mayBeTakenBack: Bool
    /// Whether the reader may tell the operator of it.
    public let mayBeReported: Bool
    /// Whether it is the last of the reader's that the other has read.
    public let isLastRead: Bool
    /// `20:45`, as the market's clocks show it.
    public let clock: ShortText
    /// In UTC.
    public let iso8601: ShortText
    /// The size of the photo that it is; nil for another kind.
    public let photo: SentPhoto?
    /// The price that it names; nil for another kind.
    public let offer: OfferEntry?
    /// When and where it proposes to meet; nil for another kind.
    public let appointment: AppointmentEntry?
    /// The step that it tells of; nil for another kind.
    public let note: Phrase?
    /// What its reader had better beware of in it; nil for nothing, and for their own.
    public let warning: Phrase?
    /// Set on the first message of a day, and on the first one shown.
    public let day: Day?

    /// A day of the market's calendar.
    public struct Day: Equatable, Sendable {
        /// `2026-11-21`.
        public let date: String
        /// In words.
        public let text: Phrase
    }

    /// - Parameter messages: sent first first.
    static func all(
        _ messages: some Sequence<ChatMessage>, in conversation: Conversation,
        at now: Timestamp, zone: MarketTimeZone
    ) -> [MessageEntry] {
        let messages = Array(messages)
        let lastRead = messages.last { message in
            message.author == conversation.party && !message.isNote
                && message.id <= conversation.readByOther ?? .min
        }
        var day = ""
        return messages.map { message in
            let date = zone.day(of: message.date)
            defer { day = date }
            return MessageEntry(
                message, in: conversation, isLastRead: message.id == lastRead?.id, at: now,
                zone: zone, begins: date == day ? nil : date)
        }
    }

    private init(
        _ message: ChatMessage, in conversation: Conversation, isLastRead: Bool,
        at now: Timestamp, zone: MarketTimeZone, begins day: String?
    ) {
        id = message.id
        isOwn = message.isOwn(of: conversation.party)
        text = message.isTakenBack ? [] : TextSegment.segments(of: message.text)
        plainText = message.text
        (isTakenBack, isRemoved) = (message.isTakenBack, message.isRemoved)
        removalReason = message.removalReason
        mayBeTakenBack = message.mayBeTakenBack(by: conversation.party, at: now)
        mayBeReported = message.mayBeReported(by: conversation.party)
        self.isLastRead = isLastRead
        let time = zone.civilTime(message.date)
        clock = time.clock
        iso8601 = message.date.iso8601
        let kind = message.kind
        photo = if case .photo(let photo) = kind { photo } else { nil }
        offer =
            if case .offer(let offer) = kind {
                OfferEntry(offer, in: conversation, at: now)
            } else {
                nil
            }
        var spot: String?
        if case .appointment(let proposed) = kind {
            spot = proposed.spot
            appointment = AppointmentEntry(
                proposed, isOwn: isOwn, in: conversation, at: now, zone: zone)
        } else {
            appointment = nil
        }
        note = message.note(in: conversation)
        warning = isOwn ? nil : MessageWarning(spot ?? message.text)?.phrase
        self.day = day.map { Day(date: $0, text: time.dayText) }
    }
}

extension MessageWarning {
    fileprivate var phrase: Phrase {
        switch self {
        case .payment: Phrase(.warningOfPayment)
        case .messenger: Phrase(.warningOfMessenger)
        case .phone: Phrase(.warningOfPhone)
        }
    }
}

extension ChatMessage {
    fileprivate var isNote: Bool {
        if case .note = kind { true } else { false }
    }
}
