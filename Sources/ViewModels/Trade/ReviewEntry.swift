import Market

/// A review as pages show it.
public struct ReviewEntry: Equatable, Sendable {
    /// Who wrote it.
    public let writer: Correspondent
    /// The overall rating.
    public let rating: Phrase
    /// Whether it is the worst rating.
    public let isBad: Bool
    /// The remarks that the writer ticked.
    public let remarks: [Phrase]
    /// The writer's own words; may be empty.
    public let text: String
    /// When it was written.
    public let day: Phrase
    /// What the item was called.
    public let itemTitle: String
    /// The answer of the person who was reviewed; nil for none.
    public let answer: String?

    init(_ review: Review, zone: MarketTimeZone) {
        writer = Correspondent(review.writer)
        rating = review.content.rating.name
        isBad = review.content.rating == .bad
        remarks = Remark.allCases.filter(review.content.remarks.contains).map(\.name)
        text = review.content.text
        day = zone.civilTime(review.date).dayText
        itemTitle = review.itemTitle
        answer = review.answer
    }
}

extension Rating {
    /// The rating's name, as shown.
    public var name: Phrase {
        switch self {
        case .good: Phrase(.ratingIsGood)
        case .fair: Phrase(.ratingIsFair)
        case .bad: Phrase(.ratingIsBad)
        }
    }
}

extension Remark {
    /// The remark's text, as shown.
    public var name: Phrase {
        switch self {
        case .asDescribed: Phrase(.remarkAsDescribed)
        case .kind: Phrase(.remarkKind)
        case .quick: Phrase(.remarkQuick)
        case .punctual: Phrase(.remarkPunctual)
        case .keepsPrice: Phrase(.remarkKeepsPrice)
        case .slightlyOther: Phrase(.remarkSlightlyOther)
        case .slow: Phrase(.remarkSlow)
        case .late: Phrase(.remarkLate)
        case .notAsDescribed: Phrase(.remarkNotAsDescribed)
        case .unkind: Phrase(.remarkUnkind)
        case .unpunctual: Phrase(.remarkUnpunctual)
        case .haggled: Phrase(.remarkHaggled)
        }
    }
}
