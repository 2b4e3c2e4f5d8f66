import Market

/// A reported message where it stands: what the two write about, who to whom, and what is said around it.
public struct ReportedTalk: Equatable, Sendable {
    /// What they write about; nil when that is deleted.
    public let item: Item.ID?
    /// What it is called, or was.
    public let title: String
    /// Who has written the message.
    public let writer: Correspondent
    /// Whom they wrote to.
    public let receiver: Correspondent
    /// The message and those around it, sent first first.
    public let lines: [Line]
    /// Whether an operator may remove the message.
    public let mayBeRemoved: Bool
    /// Whether an operator has.
    public let isRemoved: Bool

    /// One of these messages.
    public struct Line: Equatable, Sendable {
        /// Who has written it.
        public let writer: Correspondent
        /// What it says; empty where `label` stands for it.
        public let text: String
        /// What stands for what is no text, or is gone; nil for a text.
        public let label: Phrase?
        /// When it was sent.
        public let date: Moment
        /// Whether it is the one that was reported.
        public let isReported: Bool
    }

    init(_ reported: ReportedMessage, zone: MarketTimeZone, at now: Timestamp) {
        func person(_ party: Dealing.Party) -> Correspondent {
            Correspondent(party == .seller ? reported.seller : reported.asker)
        }
        let message = reported.messages.first { $0.id == reported.id }
        let author = message?.author ?? .asker
        (item, title) = (reported.item, reported.itemTitle)
        (writer, receiver) = (person(author), person(author.other))
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
