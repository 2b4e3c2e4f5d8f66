import Market

/// The way to items in other currencies, which a list by price shows only after all items in won,
/// and which a price range in won leaves out.
public struct OtherCurrencies: Sendable {
    /// Says whether they come after the items in won or are left out.
    public let note: Phrase
    /// The link's text, which names the price range that it removes.
    public let text: Phrase
    /// The selection in an order by price, without a price range.
    public let selection: ItemSelection
    /// The position after the last item in won.
    public let position: ItemQuery.Position

    /// Nil when there are no such items, when the page shows some, and when it begins among them.
    init?(beside page: ItemPage, of request: ListRequest) {
        guard page.hasOtherCurrencies else { return nil }
        let asked = request.selection
        let hasRange = asked.filter.hasPriceRange
        guard hasRange || page.next != nil && page.items.allSatisfy(\.isPricedInWon) else {
            return nil
        }
        var selection = asked.with { $0.setPrices(nil, nil) }
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
    /// An open price counts too, since it has no currency to speak of.
    fileprivate var isPricedInWon: Bool { price.isOpen || price.currency == .krw }
}
