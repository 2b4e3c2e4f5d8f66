import Market

/// What a list by price has behind all that is in won, and a range of prices leaves out.
public struct OtherCurrencies: Sendable {
    /// Says which of the two.
    public let note: Phrase
    /// Leads there, and says which range is left off on the way: that is of won.
    public let text: Phrase
    /// In an order by price, without a range.
    public let selection: ItemSelection
    /// Where the won ends in it.
    public let position: ItemQuery.Position

    /// Nil where there is nothing else, or the page shows it, or is in the midst of it.
    init?(beside page: ItemPage, of request: ListRequest) {
        guard page.hasOtherCurrencies else { return nil }
        let asked = request.selection
        let hasRange = asked.filter.hasPriceRange
        guard hasRange || page.next != nil && page.items.allSatisfy(\.isPricedInWon) else {
            return nil
        }
        var selection = asked.with { ($0.minimumPrice, $0.maximumPrice) = (nil, nil) }
        if selection.order != .highestPrice { selection.order = .lowestPrice }
        let end = ItemKey.endOfWon(in: selection.order)
        if !hasRange, case .following(let key) = request.position, key >= end { return nil }
        note = Phrase(hasRange ? .onlyWon : .wonFirst)
        text =
            asked.filter.rangeName.map { Phrase(.otherCurrenciesWithout, .phrase($0)) }
            ?? Phrase(.otherCurrencies)
        (self.selection, position) = (selection, .following(end))
    }
}

extension ItemSummary {
    /// Of an open price, too, which is in no currency to speak of.
    fileprivate var isPricedInWon: Bool { price.isOpen || price.currency == .krw }
}
