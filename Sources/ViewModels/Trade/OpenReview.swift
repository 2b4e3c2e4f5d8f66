import Market

/// A dealing that its reader may still review.
public struct OpenReview: Equatable, Sendable {
    /// What the link to its page is made of.
    public let link: ReviewLink
    /// What it was about.
    public let title: String
    /// Whom it was with.
    public let other: Correspondent
    /// Says until when.
    public let until: Phrase

    /// Nil when there is none to write now.
    init?(_ dealing: ClosedDealing, in zone: MarketTimeZone, at now: Timestamp) {
        guard let until = dealing.reviewUntil(at: now, in: zone) else { return nil }
        link = ReviewLink(dealing)
        title = dealing.conversation.itemTitle
        other = Correspondent(dealing.conversation.other)
        self.until = until
    }
}

extension ClosedDealing {
    /// Says until when the reader may tell what it was like; nil when they may not now.
    func reviewUntil(at now: Timestamp, in zone: MarketTimeZone) -> Phrase? {
        guard conversation.mayReview(closing, at: now) else { return nil }
        let end = zone.civilTime(closing.date + Review.writingTime)
        return Phrase(.reviewUntil, .phrase(end.text(besides: zone.civilTime(now))))
    }
}
