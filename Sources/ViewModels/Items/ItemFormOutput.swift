import Market

extension ItemForm {
    /// The form, blank, filled in, or as it came back.
    public struct Output: FormOutput {
        /// What stands in its rows.
        public private(set) var input: Input
        /// What the page is called.
        public let heading: Phrase
        /// What its button says.
        public let submitLabel: Phrase
        /// Those stored, in the order shown.
        public let photos: [PhotoTile]
        /// To choose from.
        public let categories: [CategoryChoice]
        /// Neighbourhoods with their spots; none where the operator names none.
        public let places: [PlaceGroup]
        /// The same of currencies.
        public let currencies: [CurrencyChoice]
        /// Whether there is a button that gives the item away.
        public let offersFreeShare: Bool
        /// Whether it is given away as it stands.
        public let isFree: Bool
        /// Whether offers are welcome as it stands.
        public let isPriceOpen: Bool
        /// Whether what most never change is in sight: not all of it is as it begins, or right.
        public let showsTerms: Bool
        /// Says that there is something to go on with that was typed before into another form, so that
        /// this one is not kept; nil where there is nothing.
        public internal(set) var otherDraft: Phrase?
        /// Says how many more its account, which is new, may post today; nil where many are left.
        public internal(set) var postsLeft: Phrase?
        /// Whether what it is posted for stands, for what people have come to by it.
        public private(set) var isPurposeFixed = false
        /// What the same form has made before, which differs from what is in it now; nil for nothing.
        public internal(set) var earlier: Item.ID?
        /// Why it came back; also of photos that cannot be used in an arranged form.
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

        /// - Parameter purpose: what it stays posted for, whatever was chosen; nil where that may be changed.
        func keeping(_ purpose: Item.Purpose?) -> Output {
            guard let purpose else { return self }
            var output = self
            (output.input.purpose, output.isPurposeFixed) = (purpose, true)
            return output
        }
    }

    /// A photo that the form holds.
    public struct PhotoTile: Equatable, Sendable {
        /// Names the photo in links and in the form.
        public let id: Photo.ID
        /// Its place, from 1 on.
        public let number: Int
        /// Whether none is before it.
        public let isFirst: Bool
        /// Whether none is behind it.
        public let isLast: Bool

        /// - Parameter count: how many the form holds.
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

    /// A currency among those to choose from.
    public struct CurrencyChoice: Equatable, Sendable {
        /// As in ISO 4217.
        public let code: String
        /// Whether it is the one chosen.
        public let isSelected: Bool
    }
}
