import Market

/// Checks what was typed into the form of an item.
struct ItemValidation {
    /// Everything that has to be put right: first the missing rows, then the other faults, both in
    /// the form's order.
    private(set) var faults: [Fault] = []
    /// What to save; nil when there are faults.
    private(set) var content: ItemContent?
    private let input: ItemForm.Input

    init(_ input: ItemForm.Input) {
        self.input = input
        let title = input.title.trimmedLine
        let description = input.content.trimmed
        findMissing(title, description)
        faults += input.photoFaults
        if title.isLonger(than: ItemContent.longestTitle) {
            add(.title, "글 제목을 \(ItemContent.longestTitle)자까지 입력해주세요.")
        }
        let price = checkedPrice()
        let stock = Int64(input.stock).flatMap { $0 <= ItemContent.largestStock ? $0 : nil }
        if stock == nil { add(.stock, "재고 수량을 0 이상의 숫자로 입력해주세요.") }
        if description.isLonger(than: ItemContent.longestDescription) {
            add(.content, "내용을 \(grouped(Int64(ItemContent.longestDescription)))자까지 입력해주세요.")
        }
        if input.mode.asksPassword { checkPassword() }
        guard faults.isEmpty, let category = input.chosenCategory, let price, let stock else {
            return
        }
        content = ItemContent(
            title: title, category: category, price: price, stock: stock,
            description: description)
    }

    private var isMissingPrice: Bool {
        input.demands.contains(.price) && input.price.isBlank
    }

    private mutating func findMissing(_ title: String, _ description: String) {
        if title.isEmpty { add(.title, "글 제목을 입력해주세요.") }
        if input.chosenCategory == nil { add(.category, "카테고리를 선택해주세요.") }
        if description.isEmpty { add(.content, "내용을 입력해주세요.") }
        if input.demands.contains(.photos), input.photos.isEmpty {
            add(.photos, "사진을 한 장 이상 골라주세요.")
        }
        if isMissingPrice { add(.price, "가격을 입력해주세요.") }
    }

    private mutating func checkedPrice() -> Price? {
        guard let currency = Currency(rawValue: input.currency) else {
            add(.currency, "화폐단위를 선택해주세요.")
            return nil
        }
        // What is not there cannot be too low for its discount.
        guard !isMissingPrice else { return nil }
        let amount = currency.minorUnits(input.price)
        let discounted = currency.minorUnits(input.discountedPrice)
        if amount == nil { add(.price, "가격을 숫자로 입력해주세요.") }
        if discounted == nil { add(.discountedPrice, "할인가격을 숫자로 입력해주세요.") }
        guard let amount, let discounted else { return nil }
        do {
            let lowered =
                input.discountedPrice.isBlank
                ? nil : try input.discountMeaning.loweredAmount(of: amount, discounted)
            let price = try Price(amount, discountedTo: lowered, currency: currency)
            return input.leavesPriceOpen ? .open(in: currency) : price
        } catch {
            add(error, currency)
            return nil
        }
    }

    private mutating func checkPassword() {
        if input.password.isEmpty {
            add(.password, "비밀번호를 입력해주세요.")
        } else if input.password.isLonger(than: Item.longestPassword) {
            add(.password, "비밀번호를 \(Item.longestPassword)자까지 입력해주세요.")
        }
    }

    private mutating func add(_ error: PriceError, _ currency: Currency) {
        switch error {
        case .amountOutOfRange:
            add(.price, "가격을 \(currency.text(Price.largestAmount))까지 입력해주세요.")
        case .discountAbovePrice:
            add(.discountedPrice, "할인가격을 가격보다 높지 않게 입력해주세요.")
        }
    }

    private mutating func add(_ field: ItemForm.Field, _ message: String) {
        faults.append(Fault(field, message))
    }
}

extension ItemForm.Input {
    /// What is wrong with the photos sent so far.
    var photoFaults: [Fault] {
        var faults = photos.compactMap { entry -> Fault? in
            guard case .refused(let fileName, let fault) = entry else { return nil }
            return Fault(.photos, fault.message(for: fileName))
        }
        if storedPhotos.count > Item.mostPhotos {
            faults.append(Fault(.photos, "사진을 \(Item.mostPhotos)장까지 골라주세요."))
        }
        return faults
    }
}

extension ItemForm.DiscountMeaning {
    /// The lowered amount that `typed` stands for; nil is no discount.
    fileprivate func loweredAmount(of amount: Int64, _ typed: Int64) throws(PriceError) -> Int64? {
        guard self == .takenOff else { return typed }
        guard typed > 0 else { return nil }
        guard typed <= amount else { throw .discountAbovePrice }
        return amount - typed
    }
}

extension Fault {
    init(_ field: ItemForm.Field, _ message: String) {
        self.init(field.rawValue, message)
    }
}

extension Refusal {
    static func tooManyPosts(wait seconds: Int64) -> Refusal {
        tooOften("글을 너무 자주 올렸습니다", wait: seconds)
    }
}
