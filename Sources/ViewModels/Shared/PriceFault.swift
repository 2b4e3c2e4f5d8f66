import Market

extension TypedPriceError {
    /// What to do about it.
    /// - Parameters:
    ///   - name: what the price is called.
    ///   - currency: in which it was read.
    ///   - maySwitch: whether another currency may be chosen beside it.
    func message(
        _ name: Phrase.Key, in currency: Currency, maySwitch: Bool = false
    ) -> Phrase {
        let name = Phrase.Argument.phrase(Phrase(name))
        switch self {
        case .notANumber: return Phrase(.priceIsNoNumber, name)
        case .negative: return Phrase(.priceIsNegative, name)
        case .tooHigh:
            return Phrase(.priceTooHigh, name, .phrase(currency.text(Price.largestAmount)))
        case .tooManyDecimals where currency.minorUnitDigits == 0:
            return Phrase(.priceHasDecimals, name)
        case .tooManyDecimals:
            return Phrase(
                .priceHasManyDecimals, name, .number(Int64(currency.minorUnitDigits)))
        case .range: return Phrase(.priceIsRange, name)
        case .extraWords: return Phrase(.priceHasWords, name)
        case .otherCurrency(let other):
            let codes = [other, currency].map { Phrase.Argument.text($0.rawValue) }
            return Phrase(
                maySwitch ? .priceOrCurrencyIsOther : .priceIsInOtherCurrency, name, codes[0],
                codes[1])
        }
    }
}

extension TypedPriceError {
    /// The same of one end of a range of prices in won, where a range may stand.
    func message(ofRange name: Phrase.Key) -> Phrase {
        guard self == .range else { return message(name, in: .krw) }
        return Phrase(.priceRangeIsUnclear, .phrase(Phrase(name)))
    }
}

extension Price {
    /// Asks whether somebody means an amount that is far from it.
    /// - Parameter pieces: for how many it would be paid.
    func question(about amount: Int64, for pieces: Int64 = 1) -> Phrase {
        if pieces > 1, let all = inAll(pieces) {
            return Phrase(
                .isPriceOfAllMeant, .number(pieces), .phrase(currency.text(amount)),
                .phrase(currency.text(all.amountToPay)))
        }
        return Phrase(
            .isPriceMeant, .phrase(currency.text(amount)), .phrase(currency.text(amountToPay)))
    }
}

extension FieldReader {
    /// A price in minor units; nil for none, and when something has to be put right.
    /// - Parameter isRequired: whether there has to be one, of more than nothing.
    mutating func amount(
        _ typed: String, in currency: Currency, isRequired: Bool
    ) -> Int64? {
        do throws(TypedPriceError) {
            switch try currency.price(.typed(typed)) {
            case .blank:
                if isRequired { require("", "price", called: .price) }
            case .amount(let amount) where amount > 0: return amount
            case .amount, .free:
                if isRequired { add("price", Phrase(.priceIsZero, .phrase(Phrase(.price)))) }
            case .open: throw TypedPriceError.notANumber
            }
        } catch {
            add("price", error.message(.price, in: currency))
        }
        return nil
    }
}
