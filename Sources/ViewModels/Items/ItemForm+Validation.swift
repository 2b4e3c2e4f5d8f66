import Market

extension ItemForm {
    static let longestTitle = 100
    static let longestContent = 10_000
    static let longestPassword = 128
    /// A thousand trillion: past it a stock is a slip of the finger.
    static let largestStock: Int64 = 1_000_000_000_000_000

    /// Either what to save, or everything that has to be put right: first the missing rows, then
    /// the other faults, both in the form's order.
    func validated(_ input: Input, asksPassword: Bool) -> Result<ItemContent, Faults> {
        let title = input.title.trimmedLine
        let content = input.content.trimmed
        var faults = missing(input, title: title, content: content) + photoFaults(input)
        if title.isLonger(than: Self.longestTitle) {
            faults.append(Fault(.title, "글 제목을 \(Self.longestTitle)자까지 입력해주세요."))
        }
        let price = validPrice(input, &faults)
        let stock = Int64(typed: input.stock).flatMap { $0 <= Self.largestStock ? $0 : nil }
        if stock == nil {
            faults.append(Fault(.stock, "재고 수량을 0 이상의 숫자로 입력해주세요."))
        }
        if content.isLonger(than: Self.longestContent) {
            faults.append(
                Fault(.content, "내용을 \(grouped(Int64(Self.longestContent)))자까지 입력해주세요.")
            )
        }
        if asksPassword { faults += passwordFaults(input.password) }
        guard faults.isEmpty, let category = input.chosenCategory, let price, let stock else {
            return .failure(Faults(all: faults))
        }
        return .success(
            ItemContent(
                title: title, category: category, price: price, stock: stock,
                description: content))
    }

    struct Faults: Error {
        var all: [Fault]
    }

    func photoFaults(_ input: Input) -> [Fault] {
        var faults = input.photos.compactMap { entry -> Fault? in
            guard case .refused(let fileName, let fault) = entry else { return nil }
            return Fault(.photos, fault.message(for: fileName))
        }
        if input.keptPhotos.count > Item.mostPhotos {
            faults.append(Fault(.photos, "사진을 \(Item.mostPhotos)장까지 골라주세요."))
        }
        return faults
    }

    private func missing(_ input: Input, title: String, content: String) -> [Fault] {
        var faults: [Fault] = []
        if title.isEmpty { faults.append(Fault(.title, "글 제목을 입력해주세요.")) }
        if input.chosenCategory == nil {
            faults.append(Fault(.category, "카테고리를 선택해주세요."))
        }
        if content.isEmpty { faults.append(Fault(.content, "내용을 입력해주세요.")) }
        if input.demands.contains(.photos), input.photos.isEmpty {
            faults.append(Fault(.photos, "사진을 한 장 이상 골라주세요."))
        }
        if isMissingPrice(input) { faults.append(Fault(.price, "가격을 입력해주세요.")) }
        return faults
    }

    private func isMissingPrice(_ input: Input) -> Bool {
        input.demands.contains(.price) && input.price.trimmed.isEmpty
    }

    private func validPrice(_ input: Input, _ faults: inout [Fault]) -> Price? {
        guard let currency = Currency(rawValue: input.currency) else {
            faults.append(Fault(.currency, "화폐단위를 선택해주세요."))
            return nil
        }
        // What is not there cannot be too low for its discount.
        guard !isMissingPrice(input) else { return nil }
        let amount = currency.minorUnits(typed: input.price)
        let discounted = currency.minorUnits(typed: input.discountedPrice)
        if amount == nil { faults.append(Fault(.price, "가격을 숫자로 입력해주세요.")) }
        if discounted == nil {
            faults.append(Fault(.discountedPrice, "할인가격을 숫자로 입력해주세요."))
        }
        guard let amount, let discounted else { return nil }
        do {
            let lowered =
                input.discountedPrice.trimmed.isEmpty
                ? nil : try input.discountMeaning.loweredAmount(of: amount, discounted)
            return try Price(amount, discountedTo: lowered, currency: currency)
        } catch {
            faults.append(Fault(error, currency))
            return nil
        }
    }

    private func passwordFaults(_ password: String) -> [Fault] {
        if password.isEmpty { return [Fault(.password, "비밀번호를 입력해주세요.")] }
        if password.isLonger(than: Self.longestPassword) {
            return [Fault(.password, "비밀번호를 \(Self.longestPassword)자까지 입력해주세요.")]
        }
        return []
    }
}

extension ItemForm.Fault {
    init(_ field: ItemForm.Field, _ message: String) {
        self.init(field: field, message: message)
    }

    fileprivate init(_ error: PriceError, _ currency: Currency) {
        switch error {
        case .amountOutOfRange:
            let most = currency.text(Price.largestAmount)
            self.init(.price, "가격을 \(most)까지 입력해주세요.")
        case .discountAbovePrice:
            self.init(.discountedPrice, "할인가격을 가격보다 높지 않게 입력해주세요.")
        }
    }
}
