import Market

extension ItemForm {
    /// Letters in the password of who posts by the site's form.
    public static let leastPassword = 4

    /// What becomes of the form.
    public enum Mode: Equatable, Sendable {
        /// By the account signed in to; nil is a guest, who chooses a password.
        case posting(by: Account.ID?)
        /// Of an item that is there, by who owns it.
        case editing(Item.ID, OwnerProof)

        /// Whether a new item is made.
        public var isPosting: Bool {
            if case .posting = self { true } else { false }
        }

        /// Whether the form has a row for the password.
        public var asksPassword: Bool {
            switch self {
            case .posting(let seller): seller == nil
            case .editing(_, let proof): proof.asksPassword
            }
        }
    }

    /// The rows of the form, in its order; the raw value is the field's name.
    public enum Field: String, CaseIterable, Sendable {
        /// Files to upload, and the ids of those stored before.
        case photos
        /// By the key of an `Item.Purpose`.
        case purpose
        case title
        case category
        case price
        /// Anything says that `무료나눔` was pressed.
        case free
        case place
        case discountedPrice = "discounted_price"
        case currency
        case stock
        case content
        case password

        /// Those that are typed or chosen, and no secret.
        static let texts = allCases.filter { $0 != .photos && $0 != .password }
        /// Those that most never change.
        static let terms: Set = [discountedPrice, currency, stock]

        /// What the row is called, of those that somebody writes.
        public var label: Phrase? {
            switch self {
            case .title: Phrase(.titleLabel)
            case .content: Phrase(.descriptionLabel)
            case .price: Phrase(.priceLabel)
            case .discountedPrice: Phrase(.discountedPriceLabel)
            case .stock: Phrase(.stockLabel)
            case .photos, .purpose, .category, .free, .place, .currency, .password: nil
            }
        }
    }

    /// What was typed, as it was typed.
    public struct Input: Equatable, Sendable {
        /// What becomes of it.
        public var mode: Mode
        /// Where it comes from; posts, and tries at a password, are counted for each address.
        public var address: String
        /// Whether it comes from the browser that has posted the item as a guest.
        public var isPoster = false
        /// Sent with it, and stored from an earlier sending, in the order shown.
        public var photos: [PhotoEntry] = []
        /// Whether it is offered or wanted.
        public var purpose = Item.Purpose.offer
        /// Whether that was said; an edit leaves it otherwise.
        public var namesPurpose = true
        /// One line.
        public var title = ""
        /// A category's id.
        public var category: EnteredNumber = ""
        /// In units of the currency, or in words; nothing is an open price, or a free share that was
        /// chosen.
        public var price: EnteredNumber = ""
        /// As `PlaceChoice.value` has it; nothing is no place.
        public var place = ""
        /// Told as `discountMeaning` says; nothing is no discount.
        public var discountedPrice: EnteredNumber = ""
        /// How the discounted price is told; the form of the site lowers it.
        public var discountMeaning = DiscountMeaning.lowered
        /// A code of ISO 4217.
        public var currency = Currency.krw.rawValue
        /// How many there are.
        public var stock: EnteredNumber = "1"
        /// How many there were when the form was filled in to be edited: a stock that still says so
        /// was left alone. Nothing where it was not.
        public var formerStock: EnteredNumber = ""
        /// When the item was edited last before the form was filled in with it; nil for a form that
        /// does not say.
        public var revision: Timestamp?
        /// The description.
        public var content = ""
        /// A guest's: to be set by posting, to be checked by editing.
        public var password = ""
        /// How many letters one has at least that is set; programs leave it to their people.
        public var leastPassword = 1
        /// Whether a price that was likely mistyped is asked back: where an answer has its place in the
        /// form. Programs are taken at their word.
        public var asksBack = false
        /// Names the price that was asked back, and is meant; empty for none.
        public var meantPrice = ""
        /// Whose program sends it, if it says so.
        public var vendor: VendorIdentifier?
        /// Whether `무료나눔` was pressed.
        public var isFreeShareChosen = false
        /// Whether its seller wants a list of what selling it takes.
        public var wantsChecklist = false
        /// Random, made with the blank form: sent twice, a form makes one item.
        public var submissionKey = ""
        /// Whether it makes another item than the one that the same form has made before.
        public var makesAnother = false
        /// Names the draft that is kept of it: one of its own, or the one that it goes on with.
        public var draftKey = ""
        /// What must be there beside what every item has.
        public var demands: Set<Field> = []
        /// Whether it begins with what its account has typed before.
        public var continuesDraft = false
        /// Set when a button was pressed that only arranges the form.
        public var arrangement: Arrangement?

        /// A blank form.
        public init(mode: Mode = .posting(by: nil), address: String = "") {
            self.mode = mode
            self.address = address
        }

        /// What stands in a row, as it was typed; nothing in that of the photos, which are no text.
        public subscript(field: Field) -> String {
            get {
                switch field {
                case .photos: ""
                case .purpose: purpose.key
                case .title: title
                case .category: category.text
                case .price: price.text
                case .free: isFreeShareChosen ? "1" : ""
                case .place: place
                case .discountedPrice: discountedPrice.text
                case .currency: currency
                case .stock: stock.text
                case .content: content
                case .password: password
                }
            }
            set {
                switch field {
                case .photos: return
                case .purpose: purpose = Item.Purpose(key: newValue) ?? .offer
                case .title: title = newValue
                case .category: category = .typed(newValue)
                case .price: price = .typed(newValue)
                case .free: isFreeShareChosen = !newValue.isEmpty
                case .place: place = newValue
                case .discountedPrice: discountedPrice = .typed(newValue)
                case .currency: currency = newValue
                case .stock: stock = .typed(newValue)
                case .content: content = newValue
                case .password: password = newValue
                }
            }
        }
    }

    /// How the discounted price is told.
    public enum DiscountMeaning: Sendable {
        /// The price that is to be paid.
        case lowered
        /// What is taken off the price; nothing is no discount.
        case takenOff
    }

    /// A change to the form on the way, before it is submitted.
    public enum Arrangement: Equatable, Sendable {
        /// Stores the photos sent so far, to show them.
        case addPhotos
        case chooseFreeShare
        /// Numbered from 1.
        case removePhoto(Int)
        case movePhotoEarlier(Int)
        case movePhotoLater(Int)
    }
}

extension ItemForm.Input {
    /// An item as it would be typed.
    init(
        filledInWith item: Item, mode: ItemForm.Mode,
        discountMeaning: ItemForm.DiscountMeaning = .lowered
    ) {
        self.init(mode: mode)
        self.discountMeaning = discountMeaning
        purpose = item.content.purpose
        place = item.content.place.map(ItemForm.PlaceChoice.value) ?? ""
        let price = item.content.price
        photos = item.photos.map { .stored($0.id) }
        title = item.content.title
        category = .typed(String(item.content.category.rawValue))
        let typed = { EnteredNumber.typed(price.currency.typed($0, grouped: true)) }
        self.price = price.amount == 0 ? "" : typed(price.amount)
        discountedPrice = discountMeaning.amount(of: price).map(typed) ?? ""
        currency = price.currency.rawValue
        stock = .typed(String(item.content.stock))
        formerStock = stock
        revision = item.dateModified
        content = item.content.description
        isFreeShareChosen = price.isFree
    }

    /// One that was sent twice is shown once.
    var storedPhotos: [Photo.ID] {
        photos.reduce(into: []) { stored, entry in
            if let id = entry.id, !stored.contains(id) { stored.append(id) }
        }
    }

    var chosenCategory: Category? {
        Int(digits: category.text).flatMap(Category.init)
    }

    /// Whether something that most never change is not as it begins.
    var hasUnusualTerms: Bool {
        let blank = ItemForm.Input()
        return !discountedPrice.isBlank || currency != blank.currency
            || stock.text.trimmed != blank.stock.text
    }

    /// This one sending of it; nil for one of a program that did not name it.
    var submission: Submission? {
        guard !submissionKey.isEmpty else { return nil }
        return Submission(
            form: submissionKey, content: fingerprint, makesAnother: makesAnother)
    }

    /// Tells what was typed from anything else typed into the same form.
    private var fingerprint: String {
        var bytes: [UInt8] = []
        for text in ItemForm.Field.texts.map({ self[$0] }) + storedPhotos.map(\.text) {
            bytes += text.utf8
            // No byte of UTF-8 is this one, so that it parts the fields.
            bytes.append(0xFF)
        }
        return String(UInt64(fnv1a: bytes), radix: 16)
    }

    mutating func arrange(_ arrangement: ItemForm.Arrangement) {
        switch arrangement {
        case .addPhotos: return
        case .chooseFreeShare:
            price = ""
            discountedPrice = ""
            isFreeShareChosen = true
        case .removePhoto(let number): movePhoto(number, by: nil)
        case .movePhotoEarlier(let number): movePhoto(number, by: -1)
        case .movePhotoLater(let number): movePhoto(number, by: 1)
        }
    }

    /// Moves a photo by `step` places, or with none takes it out. What there is not, does not move.
    private mutating func movePhoto(_ number: Int, by step: Int?) {
        var stored = storedPhotos
        guard (1...Item.mostPhotos).contains(number), number <= stored.count else { return }
        let index = number - 1
        if let step {
            guard stored.indices.contains(index + step) else { return }
            stored.swapAt(index, index + step)
        } else {
            stored.remove(at: index)
        }
        let refused = photos.filter { $0.refusal != nil }
        photos = stored.map { .stored($0) } + refused
    }
}

extension Item.Purpose {
    /// As a query and a form have it.
    public var key: String { self == .offer ? "offer" : "request" }

    public init?(key: String) {
        guard let purpose = Self.allCases.first(where: { $0.key == key }) else { return nil }
        self = purpose
    }
}

extension ItemForm.DiscountMeaning {
    /// Nil when there is no discount.
    fileprivate func amount(of price: Price) -> Int64? {
        guard let lowered = price.discountedAmount else { return nil }
        return self == .lowered ? lowered : price.amount - lowered
    }
}
