import Market

/// A closed dealing that the reader may still review.
public struct OpenReview: Equatable, Sendable {
    /// What the link to its review page needs.
    public let link: ReviewLink
    /// The title of the item.
    public let title: String
    /// Whom the dealing was with.
    public let other: Correspondent
    /// Says until when it may be reviewed.
    public let until: Phrase

    /// Nil when the reader may not review it now.
    init?(_ dealing: ClosedDealing, in zone: MarketTimeZone, at now: Timestamp) {
        guard let until = dealing.reviewUntil(at: now, in: zone) else { return nil }
        link = ReviewLink(dealing)
        title = dealing.conversation.itemTitle
        other = Correspondent(dealing.conversation.other)
        self.until = until
    }
}

extension ClosedDealing {
    /// Says until when the reader may review the dealing; nil when they may not now.
    func reviewUntil(at now: Timestamp, in zone: MarketTimeZone) -> Phrase? {
        guard conversation.mayReview(closing, at: now) else { return nil }
        let end = zone.civilTime(closing.date + Review.writingTime)
        return Phrase(.reviewUntil, .phrase(end.text(besides: zone.civilTime(now))))
    }
}
