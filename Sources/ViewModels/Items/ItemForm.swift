import Market

/// The form that posts a listing or edits one: two modes of one view model.
public struct ItemForm: Sendable {
    let storage: any MarketStorage
    let passwords: PasswordHashing
    let check: PasswordCheck
    let posts: TryLimiter?

    /// - Parameter posts: counts the listings of an address; without it any number may be posted.
    public init(
        storage: any MarketStorage, passwords: PasswordHashing, check: PasswordCheck,
        posts: TryLimiter? = nil
    ) {
        self.storage = storage
        self.passwords = passwords
        self.check = check
        self.posts = posts
    }

    public enum Mode: Equatable, Sendable {
        case posting
        case editing(Item.ID)
    }

    /// The rows of the form, in its order; the raw value is the field's name.
    public enum Field: String, CaseIterable, Sendable {
        case photos
        case title
        case category
        case price
        case discountedPrice = "discounted_price"
        case currency
        case stock
        case content
        case password
    }

    /// What was typed, as it was typed.
    public struct Input: Equatable, Sendable {
        public var photos: [PhotoEntry] = []
        public var title = ""
        /// A category's id.
        public var category = ""
        public var price = ""
        public var discountedPrice = ""
        public var discountMeaning = DiscountMeaning.lowered
        public var currency = Currency.krw.rawValue
        public var stock = "1"
        public var content = ""
        public var password = ""
        /// Whether `무료나눔` was pressed.
        public var isFreeShareChosen = false
        /// Whether its seller wants a list of what selling it takes.
        public var wantsChecklist = false
        /// Random, made with the blank form: sent twice, a form makes one listing.
        public var submissionKey = ""
        /// What must be there beside what every listing has.
        public var demands: Set<Field> = []

        public init() {}
    }

    /// How the discounted price is told.
    public enum DiscountMeaning: Sendable {
        /// The price that is to be paid.
        case lowered
        /// What is taken off the price; nothing is no discount.
        case takenOff
    }

    public struct Output: Sendable {
        public let mode: Mode
        public let heading: String
        public let submitLabel: String
        public let input: Input
        public let photos: [PhotoTile]
        public let categories: [CategoryChoice]
        public let currencies: [CurrencyChoice]
        public let offersFreeShare: Bool
        public let asksPassword: Bool
        public let faults: [Fault]
        public let alert: Alert?
    }

    /// A photo that the form holds.
    public struct PhotoTile: Equatable, Sendable {
        public let id: Photo.ID
        /// Its place, from 1 on.
        public let number: Int
        public let isFirst: Bool
        public let isLast: Bool

        public init(id: Photo.ID, number: Int, isFirst: Bool, isLast: Bool) {
            self.id = id
            self.number = number
            self.isFirst = isFirst
            self.isLast = isLast
        }
    }

    public struct CurrencyChoice: Equatable, Sendable {
        public let code: String
        public let isSelected: Bool
    }

    /// Something to put right, and the row it stands in.
    public struct Fault: Equatable, Sendable {
        public let field: Field
        public let message: String
    }

    public enum Outcome: Sendable {
        case saved(Item.ID)
        /// Nothing was saved; the form holds what was typed.
        case refused(Output, Refusal.Reason)
    }

    /// The form to begin a listing with.
    public func blank(submissionKey: String, asksPassword: Bool = true) -> Output {
        var input = Input()
        input.submissionKey = submissionKey
        return output(.posting, input, asksPassword: asksPassword)
    }

    /// The form filled in with a listing.
    /// - Throws: `.notFound` when there is no such listing.
    public func filled(with id: Item.ID) async throws(StorageError) -> Output {
        let item = try await storage.item(id)
        return output(.editing(id), Input(item), asksPassword: false)
    }

    /// The form as it is, with its photos or its price arranged; nothing is checked but the photos.
    public func arranged(
        _ input: Input, _ arrangement: Arrangement, mode: Mode, asksPassword: Bool
    ) -> Output {
        var input = input
        input.apply(arrangement)
        return output(mode, input, faults: photoFaults(input), asksPassword: asksPassword)
    }

    func output(
        _ mode: Mode, _ input: Input, faults: [Fault] = [], alert: Alert? = nil,
        asksPassword: Bool = true
    ) -> Output {
        var input = input
        if !input.hasNoPrice { input.isFreeShareChosen = false }
        let isPosting = mode == .posting
        return Output(
            mode: mode,
            heading: isPosting ? "글쓰기" : "글 수정",
            submitLabel: isPosting ? "올리기" : "수정",
            input: input,
            photos: PhotoTile.tiles(input.keptPhotos),
            categories: CategoryChoice.all(selected: input.chosenCategory),
            currencies: Currency.allCases.map { currency in
                CurrencyChoice(
                    code: currency.rawValue, isSelected: currency.rawValue == input.currency)
            },
            offersFreeShare: input.hasNoPrice && !input.isFreeShareChosen,
            asksPassword: asksPassword,
            faults: faults,
            alert: alert ?? Alert(faults))
    }
}

extension ItemForm.PhotoTile {
    static func tiles(_ ids: [Photo.ID]) -> [ItemForm.PhotoTile] {
        ids.enumerated().map { index, id in
            ItemForm.PhotoTile(
                id: id, number: index + 1, isFirst: index == 0, isLast: index == ids.count - 1)
        }
    }
}

extension Alert {
    /// One line for each fault; nil when there is none.
    init?(_ faults: [ItemForm.Fault]) {
        guard !faults.isEmpty else { return nil }
        self.init(
            .failure, title: "실패",
            lines: faults.map { Line("~ " + $0.message, field: $0.field.rawValue) })
    }
}
