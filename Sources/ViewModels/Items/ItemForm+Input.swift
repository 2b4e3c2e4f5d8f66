import Market

extension ItemForm {
    /// A change to the form on the way, before it is submitted.
    public enum Arrangement: Equatable, Sendable {
        /// Keeps the photos sent so far, to show them.
        case addPhotos
        case chooseFreeShare
        /// Numbered from 1.
        case removePhoto(Int)
        case movePhotoEarlier(Int)
        case movePhotoLater(Int)
    }
}

extension ItemForm.Input {
    /// A listing as it would be typed.
    init(_ item: Item, discountMeaning: ItemForm.DiscountMeaning = .lowered) {
        self.init()
        self.discountMeaning = discountMeaning
        let price = item.content.price
        photos = item.photos.map { .kept($0.id) }
        title = item.content.title
        category = String(item.content.category.rawValue)
        self.price = price.isFree ? "" : price.currency.typed(price.amount)
        discountedPrice = discountMeaning.amount(of: price).map(price.currency.typed) ?? ""
        currency = price.currency.rawValue
        stock = String(item.content.stock)
        content = item.content.description
        isFreeShareChosen = price.isFree
    }

    /// One that was sent twice is shown once.
    var keptPhotos: [Photo.ID] {
        photos.reduce(into: []) { kept, entry in
            if case .kept(let id) = entry, !kept.contains(id) { kept.append(id) }
        }
    }

    var chosenCategory: Category? {
        Int(digits: category).flatMap(Category.init)
    }

    /// Whether the price stands for a free share: nothing, or zero.
    var hasNoPrice: Bool {
        (Currency(rawValue: currency) ?? .krw).minorUnits(typed: price) == 0
    }

    mutating func apply(_ arrangement: ItemForm.Arrangement) {
        switch arrangement {
        case .addPhotos: return
        case .chooseFreeShare:
            price = ""
            discountedPrice = ""
            isFreeShareChosen = true
        case .removePhoto(let number):
            movePhoto(number, by: nil)
        case .movePhotoEarlier(let number):
            movePhoto(number, by: -1)
        case .movePhotoLater(let number):
            movePhoto(number, by: 1)
        }
    }

    /// Moves a photo by `step` places, or with none takes it out. What there is not, does not move.
    private mutating func movePhoto(_ number: Int, by step: Int?) {
        var kept = keptPhotos
        guard (1...Item.mostPhotos).contains(number), number <= kept.count else { return }
        let index = number - 1
        if let step {
            guard kept.indices.contains(index + step) else { return }
            kept.swapAt(index, index + step)
        } else {
            kept.remove(at: index)
        }
        let refused = photos.filter { entry in
            if case .refused = entry { true } else { false }
        }
        photos = kept.map { .kept($0) } + refused
    }

    /// Tells what was typed from anything else typed into the same form (FNV-1a, 64 bits): going
    /// back and posting something else makes another listing.
    var fingerprint: String {
        let texts = [title, category, price, discountedPrice, currency, stock, content]
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for text in texts + keptPhotos.map(\.text) {
            for byte in text.utf8 {
                hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
            }
            // No byte of UTF-8 is 0xFF, so that it parts the fields.
            hash = (hash ^ 0xFF) &* 0x100_0000_01B3
        }
        return String(hash, radix: 16)
    }
}

extension ItemForm.DiscountMeaning {
    /// Nil when there is no discount.
    fileprivate func amount(of price: Price) -> Int64? {
        guard let lowered = price.discountedAmount else { return nil }
        return self == .lowered ? lowered : price.amount - lowered
    }

    /// The lowered amount that `typed` stands for; nil is no discount.
    func loweredAmount(of amount: Int64, _ typed: Int64) throws(PriceError) -> Int64? {
        guard self == .takenOff else { return typed }
        guard typed > 0 else { return nil }
        guard typed <= amount else { throw .discountAbovePrice }
        return amount - typed
    }
}
