import Market

/// A reported message in its context: the item, the writer and the receiver, and the messages around it.
public struct ReportedTalk: Equatable, Sendable {
    /// The item that they write about; nil if it is deleted.
    public let item: Item.ID?
    /// The item's title, also once it is deleted.
    public let title: String
    /// The writer of the message.
    public let writer: Correspondent
    /// Whether the writer has deleted their account, so that nobody is told why it is removed.
    public let hasWriterLeft: Bool
    /// The receiver of the message.
    public let receiver: Correspondent
    /// The message and those around it, the earliest first.
    public let lines: [Line]
    /// Whether an operator may remove the message.
    public let mayBeRemoved: Bool
    /// Whether an operator has removed the message.
    public let isRemoved: Bool

    /// One of the messages.
    public struct Line: Equatable, Sendable {
        /// The writer.
        public let writer: Correspondent
        /// The message's text; empty if `label` stands in for it.
        public let text: String
        /// Stands in for a message that is not text, or is gone; nil for a text.
        public let label: Phrase?
        /// When it was sent.
        public let date: Moment
        /// Whether it is the reported message.
        public let isReported: Bool
    }

    init(_ reported: ReportedMessage, zone: MarketTimeZone, at now: Timestamp) {
        func member(_ party: Dealing.Party) -> Conversation.Person {
            party == .seller ? reported.seller : reported.asker
        }
        func person(_ party: Dealing.Party) -> Correspondent { Correspondent(member(party)) }
        let message = reported.messages.first { $0.id == reported.id }
        let author = message?.author ?? .asker
        (item, title) = (reported.item, reported.itemTitle)
        (writer, receiver) = (person(author), person(author.other))
        hasWriterLeft = if case .left = member(author) { true } else { false }
        lines = reported.messages.map { message in
            Line(
                writer: person(message.author), text: message.text,
                label: message.label(in: zone, at: now),
                date: Moment(message.date, in: zone), isReported: message.id == reported.id)
        }
        mayBeRemoved = message?.isTakenBack == false
        isRemoved = message?.isRemoved == true
    }
}
