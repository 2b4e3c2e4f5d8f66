import Market

extension ItemForm.Input {
    /// The price as typed, if it can be read.
    private var enteredPrice: TypedPrice? { try? chosenCurrency.price(price.withoutShippingNote) }

    /// The asking price as it was read, such as `75,000원`; nil if there is none.
    var readPrice: Phrase? {
        guard let amount = enteredPrice?.amount, amount > 0 else { return nil }
        return chosenCurrency.text(amount)
    }

    private var chosenCurrency: Currency { Currency(rawValue: currency) ?? .krw }

    /// Whether nothing is asked: the price is empty or zero, or says so.
    var hasNoPrice: Bool { enteredPrice?.amount == 0 }

    /// Whether offers are welcome: the price says so, or is empty and no free share was chosen.
    var leavesPriceOpen: Bool { enteredPrice.map(leavesOpen) ?? false }

    /// Whether offers are welcome at a given price.
    func leavesOpen(_ price: TypedPrice) -> Bool {
        price == .open || price == .blank && !isFreeShareChosen
    }

    /// Asks whether a price that looks mistyped is meant, in the row where it is, unless the writer
    /// has confirmed it; nil if there is nothing to ask.
    /// - Parameter former: the price before the edit; nil for a new item.
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

    /// Takes the typed price as confirmed if the form is sent again as it is.
    mutating func takePriceAsMeant(in places: PlaceDirectory) {
        meantPrice = ItemValidation(self, in: places).content.map { Self.answer($0.price) } ?? ""
    }

    private static func answer(_ price: Price) -> String {
        "\(price.amount) \(price.amountToPay) \(price.currency.rawValue)"
    }

    /// Whether a price is typed in another currency than the chosen one.
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

    /// The description to save. There is no row for whether shipping is included: if that was typed
    /// beside the price, it is appended here, unless the description says so already or would become
    /// too long.
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
    /// The note beside the number that shipping is included; nil if there is none.
    fileprivate var shippingNote: ShippingNote? {
        if case .typed(let text) = self { ShippingNote(text) } else { nil }
    }

    /// The number without the note about shipping.
    var withoutShippingNote: EnteredNumber { shippingNote.map { .typed($0.price) } ?? self }
}
