import Market

extension ItemForm {
    /// The form as shown: blank, filled in, or sent back with a refusal.
    public struct Output: FormOutput {
        /// What the rows contain.
        public private(set) var input: Input
        /// The page's heading.
        public let heading: Phrase
        /// The submit button's label.
        public let submitLabel: Phrase
        /// The stored photos, in the order shown.
        public let photos: [PhotoTile]
        /// The categories to choose from.
        public let categories: [CategoryChoice]
        /// The neighbourhoods to choose from, with their spots; empty if the operator lists none.
        public let places: [PlaceGroup]
        /// The currencies to choose from.
        public let currencies: [CurrencyChoice]
        /// Whether the button for a free share is shown.
        public let offersFreeShare: Bool
        /// Whether the item, as filled in, is a free share.
        public let isFree: Bool
        /// Whether the item, as filled in, is open to price offers.
        public let isPriceOpen: Bool
        /// Whether the rarely changed rows are unfolded: one of them differs from its default or has
        /// a fault, or a price was typed in another currency.
        public let showsTerms: Bool
        /// Says that a draft of another form is waiting, so that this form is not kept as one; nil if
        /// there is none.
        public internal(set) var otherDraft: Phrase?
        /// Says how many more items a new account may post today; nil while many are left.
        public internal(set) var postsLeft: Phrase?
        /// Whether the purpose can no longer be changed, because people have dealings about the item.
        public private(set) var isPurposeFixed = false
        /// An item with other content that the same form posted before; nil if there is none.
        public internal(set) var earlier: Item.ID?
        /// Why the form came back; also set when an arranged form has unusable photos.
        public let refusal: Refusal?

        init(
            _ typed: Input, in places: PlaceDirectory, _ refusal: Refusal? = nil,
            otherDraft: Phrase? = nil
        ) {
            var input = typed
            if !input.hasNoPrice || input.leavesPriceOpen { input.isFreeShareChosen = false }
            let isAskedBack = refusal?.isQuestion ?? false
            if isAskedBack { input.takePriceAsMeant(in: places) }
            self.input = input
            heading = Phrase(input.mode.isPosting ? .posting : .editing)
            submitLabel = Phrase(
                input.mode.isPosting
                    ? (isAskedBack ? .postAsItIs : .post)
                    : (isAskedBack ? .saveAsItIs : .saveEdit))
            photos = PhotoTile.tiles(input.storedPhotos)
            categories = CategoryChoice.all(selected: input.chosenCategory)
            self.places = PlaceGroup.all(in: places, selected: input)
            currencies = Currency.allCases.map { currency in
                CurrencyChoice(
                    code: currency.rawValue, isSelected: currency.rawValue == input.currency)
            }
            offersFreeShare = input.hasNoPrice && !input.isFreeShareChosen
            isPriceOpen = input.leavesPriceOpen
            isFree = input.hasNoPrice && !input.leavesPriceOpen
            showsTerms =
                input.hasUnusualTerms || input.isInOtherCurrency
                || Field.terms.contains { refusal?.faults.message($0.rawValue) != nil }
            self.otherDraft = otherDraft
            self.refusal = refusal
        }

        /// The price as it was read; nil if it cannot be read, or none is asked.
        public var readPrice: Phrase? { input.readPrice }

        /// The category that the title names while none is chosen; nil if it names none.
        public var likelyCategory: CategoryChoice? {
            input.likelyCategory.map(CategoryChoice.init(of:))
        }

        /// - Parameter purpose: the purpose that is kept, whatever was chosen; nil if it may be changed.
        func keeping(_ purpose: Item.Purpose?) -> Output {
            guard let purpose else { return self }
            var output = self
            (output.input.purpose, output.isPurposeFixed) = (purpose, true)
            return output
        }
    }

    /// A photo in the form.
    public struct PhotoTile: Equatable, Sendable {
        /// The photo's id, used in links and in the form.
        public let id: Photo.ID
        /// Its position, from 1.
        public let number: Int
        /// Whether it is the first photo.
        public let isFirst: Bool
        /// Whether it is the last photo.
        public let isLast: Bool

        /// - Parameter count: the number of photos in the form.
        public init(id: Photo.ID, number: Int = 1, of count: Int = 1) {
            self.id = id
            self.number = number
            isFirst = number == 1
            isLast = number == count
        }

        fileprivate static func tiles(_ ids: [Photo.ID]) -> [PhotoTile] {
            ids.enumerated().map { PhotoTile(id: $1, number: $0 + 1, of: ids.count) }
        }
    }

    /// A currency to choose from.
    public struct CurrencyChoice: Equatable, Sendable {
        /// The ISO 4217 code.
        public let code: String
        /// Whether it is the one chosen.
        public let isSelected: Bool
    }
}
