import Market

extension ItemForm.Input {
    /// What stands in the row of the price, if it can be read.
    private var enteredPrice: TypedPrice? {
        try? chosenCurrency.price(price.withoutShippingNote)
    }

    /// The price that is asked for, as it was read: `75,000원`; nil for none.
    var readPrice: Phrase? {
        guard let amount = enteredPrice?.amount, amount > 0 else { return nil }
        return chosenCurrency.text(amount)
    }

    private var chosenCurrency: Currency { Currency(rawValue: currency) ?? .krw }

    /// Whether nothing is asked for: the price is empty, or zero, or says so.
    var hasNoPrice: Bool { enteredPrice?.amount == 0 }

    /// Whether offers are welcome: the price says so, or is empty, and nobody has said that it is
    /// for free.
    var leavesPriceOpen: Bool { enteredPrice.map(leavesOpen) ?? false }

    /// The same of a price that stands there.
    func leavesOpen(_ price: TypedPrice) -> Bool {
        price == .open || price == .blank && !isFreeShareChosen
    }

    /// Asks back a price that was likely mistyped, in the row where it stands, unless its writer
    /// has said that it is meant; nil for none.
    /// - Parameter former: what it was before; nil for a new item.
    func question(about price: Price, instead former: Price? = nil) -> Refusal? {
        guard asksBack, price != former, Self.answer(price) != meantPrice else { return nil }
        let amount: Int64
        let words: Phrase
        if let former, former.currency == price.currency, price.amountToPay > 0,
            former.isFar(from: price.amountToPay)
        {
            amount = price.amountToPay
            words = former.question(about: amount)
        } else if let unlikely = price.unlikelyAmount {
            amount = unlikely
            words = Phrase(.isUnusualPriceMeant, .phrase(price.currency.readText(amount)))
        } else {
            return nil
        }
        let row: ItemForm.Field = amount == price.amount ? .price : .discountedPrice
        return Refusal(asking: Fault(row, words))
    }

    /// Says that the price that stands there is meant, when the form is sent again as it is.
    mutating func takePriceAsMeant(in places: PlaceDirectory) {
        meantPrice = ItemValidation(self, in: places).content.map { Self.answer($0.price) } ?? ""
    }

    private static func answer(_ price: Price) -> String {
        "\(price.amount) \(price.amountToPay) \(price.currency.rawValue)"
    }

    /// Whether a price is in another currency than the one that is chosen.
    var isInOtherCurrency: Bool {
        [price, discountedPrice].contains { entered in
            do throws(TypedPriceError) {
                _ = try chosenCurrency.price(entered.withoutShippingNote)
                return false
            } catch {
                if case .otherCurrency = error { return true }
                return false
            }
        }
    }

    /// What is said of it. That a price includes shipping has no row of its own: what was typed of that
    /// beside the price stands at its end, unless it is said there already or does not fit.
    var description: String {
        let description = content.trimmed
        let rows = purpose == .offer ? [price, discountedPrice] : [price]
        guard !description.isEmpty, let note = rows.lazy.compactMap(\.shippingNote).first,
            !description.lowercased().contains(note.words)
        else { return description }
        let whole = description + "\n\n" + note.words
        return whole.isLonger(than: ItemContent.longestDescription) ? description : whole
    }
}

extension EnteredNumber {
    /// Nil where nothing beside the number says that it includes shipping.
    fileprivate var shippingNote: ShippingNote? {
        if case .typed(let text) = self { ShippingNote(text) } else { nil }
    }

    /// What is a price of it.
    var withoutShippingNote: EnteredNumber { shippingNote.map { .typed($0.price) } ?? self }
}
