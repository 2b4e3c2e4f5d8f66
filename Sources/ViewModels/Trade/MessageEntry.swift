import Market

/// A message as the page of its conversation shows it.
public struct MessageEntry: Equatable, Sendable {
    /// Identifies the message on the page and in links.
    public let id: ChatMessage.ID
    /// Whether the reader wrote it, or took the step that it reports.
    public let isOwn: Bool
    /// The text with its links; empty when it was taken back.
    public let text: [TextSegment]
    /// The text as one string, from which its language is told.
    public let plainText: String
    /// Whether its writer took it back, or an operator removed it.
    public let isTakenBack: Bool
    /// Whether an operator removed it.
    public let isRemoved: Bool
    /// The operator's reason, shown to the message's writer; empty for none.
    public let removalReason: String
    /// Whether the reader may take it back now.
    public let mayBeTakenBack: Bool
    /// Whether the reader may report it to the operator.
    public let mayBeReported: Bool
    /// Whether the reader has reported it, and the operator has not looked at that yet.
    public let isReported: Bool
    /// Whether it is the reader's last message that the other person has read.
    public let isLastRead: Bool
    /// `20:45`, in the market's time zone.
    public let clock: ShortText
    /// The time in UTC.
    public let iso8601: ShortText
    /// The photo's size, if the message is a photo; nil for another kind.
    public let photo: SentPhoto?
    /// The price offer; nil for another kind.
    public let offer: OfferEntry?
    /// The proposed appointment; nil for another kind.
    public let appointment: AppointmentEntry?
    /// The step that it reports; nil for another kind.
    public let note: Phrase?
    /// Warns the reader of something suspicious in it; nil for nothing, and in their own messages.
    public let warning: Phrase?
    /// The day, on its first message and on the first message shown; nil on the others.
    public let day: Day?

    /// A day in the market's time zone.
    public struct Day: Equatable, Sendable {
        /// `2026-11-21`.
        public let date: String
        /// In words.
        public let text: Phrase
    }

    /// - Parameters:
    ///   - messages: in the order they were sent.
    ///   - reported: those that the reader has reported.
    static func all(
        _ messages: some Sequence<ChatMessage>, in conversation: Conversation,
        reported: Set<ChatMessage.ID>, at now: Timestamp, zone: MarketTimeZone
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
                message, in: conversation, isLastRead: message.id == lastRead?.id,
                isReported: reported.contains(message.id), at: now, zone: zone,
                begins: date == day ? nil : date)
        }
    }

    private init(
        _ message: ChatMessage, in conversation: Conversation, isLastRead: Bool,
        isReported: Bool, at now: Timestamp, zone: MarketTimeZone, begins day: String?
    ) {
        id = message.id
        isOwn = message.isOwn(of: conversation.party)
        text = message.isTakenBack ? [] : TextSegment.segments(of: message.text)
        plainText = message.text
        (isTakenBack, isRemoved) = (message.isTakenBack, message.isRemoved)
        removalReason = message.removalReason
        mayBeTakenBack = message.mayBeTakenBack(by: conversation.party, at: now)
        mayBeReported = message.mayBeReported(by: conversation.party) && !isReported
        self.isReported = isReported
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
    fileprivate var isNote: Bool { if case .note = kind { true } else { false } }
}
