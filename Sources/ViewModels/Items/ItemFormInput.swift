import Market

extension ItemForm {
    /// The minimum length of a guest's password in the site's form, in characters.
    public static let leastPassword = 4

    /// What the form does.
    public enum Mode: Equatable, Sendable {
        /// Posts an item for the signed-in account; nil posts as a guest, who chooses a password.
        case posting(by: Account.ID?)
        /// Edits an existing item, with proof of ownership.
        case editing(Item.ID, OwnerProof)

        /// Whether the form makes a new item.
        public var isPosting: Bool { if case .posting = self { true } else { false } }

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
        /// Files to upload, and the ids of photos stored before.
        case photos
        /// The key of an `Item.Purpose`.
        case purpose
        case title
        case category
        case price
        /// Any value means that `무료나눔` was pressed.
        case free
        case place
        case discountedPrice = "discounted_price"
        case currency
        case stock
        case content
        case password

        /// The fields that are typed or chosen, and not secret.
        static let texts = allCases.filter { $0 != .photos && $0 != .password }
        /// The fields that are rarely changed.
        static let terms: Set = [discountedPrice, currency, stock]

        /// The label of a row that is typed; nil for the other rows.
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

    /// The form as it was typed.
    public struct Input: Equatable, Sendable {
        /// What the form does.
        public var mode: Mode
        /// The sender's address; posts and tries at passwords are counted per address.
        public var address: String
        /// Whether it comes from the browser that posted the item as a guest.
        public var isPoster = false
        /// The photos sent with the form or stored by an earlier sending, in the order shown.
        public var photos: [PhotoEntry] = []
        /// Whether it is offered or wanted.
        public var purpose = Item.Purpose.offer
        /// Whether the form names a purpose; if not, an edit leaves it as it is.
        public var namesPurpose = true
        /// One line.
        public var title = ""
        /// A category's id.
        public var category: EnteredNumber = ""
        /// In units of the currency, or in words; empty means an open price, or a free share if that
        /// was chosen.
        public var price: EnteredNumber = ""
        /// A `PlaceChoice.value`; empty for no place.
        public var place = ""
        /// Meant as `discountMeaning` says; empty for no discount.
        public var discountedPrice: EnteredNumber = ""
        /// How the discounted price is meant; in the site's form it is the lowered price.
        public var discountMeaning = DiscountMeaning.lowered
        /// An ISO 4217 code.
        public var currency = Currency.krw.rawValue
        /// How many there are.
        public var stock: EnteredNumber = "1"
        /// The stock at the time the form was filled in for an edit: if `stock` still says the same,
        /// it was left alone. Empty if the form was not filled in.
        public var formerStock: EnteredNumber = ""
        /// When the item was last edited before the form was filled in with it; nil if the form does
        /// not say.
        public var revision: Timestamp?
        /// The description.
        public var content = ""
        /// A guest's password: set by posting, checked by editing.
        public var password = ""
        /// The minimum length of a new password, in characters; API clients leave it to their users.
        public var leastPassword = 1
        /// Whether to ask about a price that looks mistyped: only if the form has a place for the
        /// answer. API clients are taken at their word.
        public var asksBack = false
        /// Identifies the price that was asked about and confirmed; empty if there is none.
        public var meantPrice = ""
        /// The vendor whose client sends the form, if it says so.
        public var vendor: VendorIdentifier?
        /// Whether `무료나눔` was pressed.
        public var isFreeShareChosen = false
        /// Whether the seller wants a checklist for selling the item.
        public var wantsChecklist = false
        /// Random, made with the blank form: a form that is sent twice makes one item.
        public var submissionKey = ""
        /// Whether to make another item than the one that the same form made before.
        public var makesAnother = false
        /// Identifies the form's draft: its own, or the one that it continues.
        public var draftKey = ""
        /// The fields that are required beyond those of every item.
        public var demands: Set<Field> = []
        /// Whether the form begins with the account's draft.
        public var continuesDraft = false
        /// Set when a button was pressed that only arranges the form.
        public var arrangement: Arrangement?

        /// A blank form.
        public init(mode: Mode = .posting(by: nil), address: String = "") {
            self.mode = mode
            self.address = address
        }

        /// The text in a row, as typed; empty for the photos, which are not text.
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

    /// How the discounted price is meant.
    public enum DiscountMeaning: Sendable {
        /// The price that is to be paid.
        case lowered
        /// The amount taken off the price; zero means no discount.
        case takenOff
    }

    /// A change to the form while it is filled in, before it is submitted.
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
    /// The form filled in with an item.
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

    /// The ids of the stored photos; a photo that was sent twice appears once.
    var storedPhotos: [Photo.ID] {
        photos.reduce(into: []) { stored, entry in
            if let id = entry.id, !stored.contains(id) { stored.append(id) }
        }
    }

    /// The category that the title names while none is chosen; nil if it names none.
    var likelyCategory: Category? { category.text.isEmpty ? Category(likelyFor: title) : nil }

    var chosenCategory: Category? { Int(digits: category.text).flatMap(Category.init) }

    /// Whether a rarely changed row differs from its default.
    var hasUnusualTerms: Bool {
        let blank = ItemForm.Input()
        return !discountedPrice.isBlank || currency != blank.currency
            || stock.text.trimmed != blank.stock.text
    }

    /// Identifies this submission; nil if an API client did not name it.
    var submission: Submission? {
        guard !submissionKey.isEmpty else { return nil }
        return Submission(form: submissionKey, content: fingerprint, makesAnother: makesAnother)
    }

    /// A hash that tells what was typed from anything else typed into the same form.
    private var fingerprint: String {
        var bytes: [UInt8] = []
        for text in ItemForm.Field.texts.map({ self[$0] }) + storedPhotos.map(\.text) {
            bytes += text.utf8
            // This byte never occurs in UTF-8, so that it separates the fields.
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

    /// Moves a photo by `step` places, or removes it if that is nil; numbers out of range do nothing.
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
    /// The purpose as a query and a form name it.
    public var key: String { self == .offer ? "offer" : "request" }

    public init?(key: String) {
        guard let purpose = Self.allCases.first(where: { $0.key == key }) else { return nil }
        self = purpose
    }
}

extension ItemForm.DiscountMeaning {
    /// The discounted amount in this meaning; nil if there is no discount.
    fileprivate func amount(of price: Price) -> Int64? {
        guard let lowered = price.discountedAmount else { return nil }
        return self == .lowered ? lowered : price.amount - lowered
    }
}
