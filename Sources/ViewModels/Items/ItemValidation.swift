import Market

/// Checks what was typed into the form of an item.
struct ItemValidation {
    /// Everything to be corrected: first the missing rows, then the other faults, both in the form's
    /// order.
    private(set) var faults: [Fault] = []
    /// What to save; nil if there are faults.
    private(set) var content: ItemContent?
    private let input: ItemForm.Input

    /// - Parameter places: the operator's places.
    init(_ input: ItemForm.Input, in places: PlaceDirectory) {
        self.input = input
        let title = input.title.trimmedLine
        let description = input.description
        findMissing(title, description)
        faults += input.photoFaults
        if title.isLonger(than: ItemContent.longestTitle) {
            add(.title, tooLong: .itemTitle, ItemContent.longestTitle)
        }
        let price = checkedPrice()
        let place = input.chosenPlace(in: places)
        if place == nil, !input.place.isEmpty { add(.place, Phrase(.placeIsUnknown)) }
        let stock = input.stock.stock.flatMap { $0 <= ItemContent.largestStock ? $0 : nil }
        if stock == nil { add(.stock, Phrase(.stockIsNoNumber)) }
        if description.isLonger(than: ItemContent.longestDescription) {
            add(.content, tooLong: .content, ItemContent.longestDescription)
        }
        if input.mode.asksPassword { checkPassword() }
        guard faults.isEmpty, let category = input.chosenCategory, let price, let stock else {
            return
        }
        content = ItemContent(
            purpose: input.purpose, title: title, category: category, price: price, place: place,
            stock: stock, description: description)
    }

    private var isMissingPrice: Bool { input.demands.contains(.price) && input.price.isBlank }

    private mutating func findMissing(_ title: String, _ description: String) {
        if title.isEmpty { add(.title, missing: .itemTitle) }
        if input.chosenCategory == nil { add(.category, Phrase(.chooseCategory)) }
        if description.isEmpty { add(.content, missing: .content) }
        if input.demands.contains(.photos), input.photos.isEmpty {
            add(.photos, Phrase(.choosePhoto))
        }
        if isMissingPrice { add(.price, missing: .price) }
    }

    private mutating func checkedPrice() -> Price? {
        guard let currency = Currency(rawValue: input.currency) else {
            add(.currency, Phrase(.chooseCurrency))
            checkPriceOfAnyCurrency()
            return nil
        }
        // A missing price cannot be too low for its discount.
        guard !isMissingPrice else { return nil }
        let price = entered(input.price, .price, called: .price, in: currency)
        let discounted = enteredDiscount(in: currency)
        guard let price, let discounted else { return nil }
        do {
            let lowered =
                discounted == .blank
                ? nil
                : try input.discountMeaning.loweredAmount(of: price.amount, discounted.amount)
            let checked = try Price(price.amount, discountedTo: lowered, currency: currency)
            return input.leavesOpen(price) ? .open(in: currency) : checked
        } catch {
            add(error, currency)
            return nil
        }
    }

    /// If the currency is missing too, reports a price that is not valid in any currency.
    private mutating func checkPriceOfAnyCurrency() {
        guard !isMissingPrice else { return }
        let typed = input.price
        guard !Currency.allCases.contains(where: { (try? $0.price(typed)) != nil }) else { return }
        _ = entered(typed, .price, called: .price, in: .krw)
    }

    /// The discounted price as entered. A wanted item has no row for it, so that anything typed there
    /// before counts as blank.
    private mutating func enteredDiscount(in currency: Currency) -> TypedPrice? {
        guard input.purpose == .offer else { return .blank }
        return entered(
            input.discountedPrice, .discountedPrice, called: .discountedPrice, in: currency)
    }

    /// The price in a row; nil, with a fault added, if it is not valid.
    private mutating func entered(
        _ entered: EnteredNumber, _ field: ItemForm.Field, called name: Phrase.Key,
        in currency: Currency
    ) -> TypedPrice? {
        do throws(TypedPriceError) {
            let price = try currency.price(entered.withoutShippingNote)
            // A discounted price cannot be open to offers.
            guard price != .open || field == .price else { throw TypedPriceError.notANumber }
            return price
        } catch {
            add(field, error.message(name, in: currency, maySwitch: true))
            return nil
        }
    }

    private mutating func checkPassword() {
        if input.password.isEmpty {
            add(.password, missing: .password)
        } else if input.password.isLonger(than: Item.longestPassword) {
            add(.password, tooLong: .password, Item.longestPassword)
        } else if input.mode.isPosting, input.password.count < input.leastPassword {
            add(.password, Phrase(.longerPassword, input.leastPassword))
        }
    }

    private mutating func add(_ error: PriceError, _ currency: Currency) {
        switch error {
        case .amountOutOfRange:
            add(.price, TypedPriceError.tooHigh.message(.price, in: currency))
        case .discountAbovePrice:
            add(.discountedPrice, Phrase(.discountAbovePrice))
        }
    }

    private mutating func add(_ field: ItemForm.Field, _ message: Phrase) {
        faults.append(Fault(field, message))
    }

    private mutating func add(_ field: ItemForm.Field, missing name: Phrase.Key) {
        add(field, Phrase(.enter, .phrase(Phrase(name))))
    }

    private mutating func add(_ field: ItemForm.Field, tooLong name: Phrase.Key, _ most: Int) {
        add(field, Phrase(.tooLong, .phrase(Phrase(name)), .number(Int64(most))))
    }
}

extension ItemForm.DiscountMeaning {
    /// The discounted amount that `typed` stands for; nil means no discount.
    fileprivate func loweredAmount(of amount: Int64, _ typed: Int64) throws(PriceError) -> Int64? {
        guard self == .takenOff else { return typed }
        guard typed > 0 else { return nil }
        guard typed <= amount else { throw .discountAbovePrice }
        return amount - typed
    }
}

extension Fault {
    init(_ field: ItemForm.Field, _ message: Phrase) {
        self.init(field.rawValue, message)
    }
}

extension Refusal {
    static func tooManyPosts(wait seconds: Int64) -> Refusal {
        tooOften(.tooManyPosts, wait: seconds)
    }
}
