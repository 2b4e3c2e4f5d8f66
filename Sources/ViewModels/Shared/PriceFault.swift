import Market

extension TypedPriceError {
    /// Says what to do about the error.
    /// - Parameters:
    ///   - name: the name of the price's field.
    ///   - currency: the currency in which it was read.
    ///   - maySwitch: whether the form lets people choose another currency.
    func message(_ name: Phrase.Key, in currency: Currency, maySwitch: Bool = false) -> Phrase {
        let name = Phrase.Argument.phrase(Phrase(name))
        switch self {
        case .notANumber: return Phrase(.priceIsNoNumber, name)
        case .negative: return Phrase(.priceIsNegative, name)
        case .tooHigh:
            return Phrase(.priceTooHigh, name, .phrase(currency.text(Price.largestAmount)))
        case .tooManyDecimals where currency.minorUnitDigits == 0:
            return Phrase(.priceHasDecimals, name)
        case .tooManyDecimals:
            return Phrase(.priceHasManyDecimals, name, .number(Int64(currency.minorUnitDigits)))
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
    /// The same for one end of a price range, where a range may be typed.
    func message(ofRange name: Phrase.Key, in currency: Currency) -> Phrase {
        guard self == .range else { return message(name, in: currency) }
        return Phrase(.priceRangeIsUnclear, .phrase(Phrase(name)))
    }
}

extension Price {
    /// Asks whether an amount that is far from this price is meant.
    /// - Parameter pieces: the number of pieces that the amount is for.
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
    /// Reads a price in minor units; nil when there is none, or it has a fault.
    /// - Parameter isRequired: whether there must be a price above zero.
    mutating func amount(_ typed: String, in currency: Currency, isRequired: Bool) -> Int64? {
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
