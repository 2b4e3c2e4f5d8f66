import Market

extension ItemForm.Input {
    /// What stands in the row of the price, if it can be read.
    private var enteredPrice: TypedPrice? { try? chosenCurrency.price(price) }

    private var chosenCurrency: Currency { Currency(rawValue: currency) ?? .krw }

    /// Whether nothing is asked for: the price is empty, or zero, or says so.
    var hasNoPrice: Bool { enteredPrice?.amount == 0 }

    /// Whether offers are welcome: the price says so, or is empty, and nobody has said that it is for
    /// free.
    var leavesPriceOpen: Bool { enteredPrice.map(leavesOpen) ?? false }

    /// The same of a price that stands there.
    func leavesOpen(_ price: TypedPrice) -> Bool {
        price == .open || price == .blank && !isFreeShareChosen
    }

    /// Whether a price is in another currency than the one that is chosen.
    var isInOtherCurrency: Bool {
        [price, discountedPrice].contains { entered in
            do throws(TypedPriceError) {
                _ = try chosenCurrency.price(entered)
                return false
            } catch {
                if case .otherCurrency = error { return true }
                return false
            }
        }
    }
}
