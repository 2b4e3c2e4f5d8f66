import Market

extension ItemColumns {
    /// What a filter asks of a row, all but its text.
    struct Condition {
        /// 0 for every category.
        private var category: UInt8
        /// The same of neighbourhoods.
        private var neighbourhood: UInt16
        /// A bit for each that may be, as `Row.status` has them.
        private let statuses: UInt16
        /// The same of `Row.State`.
        private let states: UInt8
        private var minimum: Int64
        private var maximum: Int64
        /// Whether it has to be an amount of won, as one in a range is.
        private(set) var isInWon: Bool

        /// - Parameter areWhole: whether prices have to be whole ones.
        init(_ filter: ItemFilter, areWhole: Bool = false) {
            category = filter.category.map { UInt8($0.rawValue) } ?? 0
            neighbourhood = filter.neighbourhood.map { UInt16(clamping: $0.id.rawValue) } ?? 0
            let statuses: UInt16 =
                switch filter.status {
                case .any: 0b111
                case .unsold: 0b111 & ~(1 << UInt16(Item.Status.sold.rawValue))
                case .only(let status): 1 << UInt16(status.rawValue)
                }
            let purposes = filter.purpose.map { [$0] } ?? Item.Purpose.allCases
            let ofPurposes = purposes.reduce(0) { $0 | statuses << ($1.rawValue << 2) }
            self.statuses = ofPurposes << 8 | (areWhole ? 0 : ofPurposes)
            let states: [Row.State] =
                filter.isFree
                ? [.isFree] : [.isPriced, .isFree] + (filter.hasPriceRange ? [] : [.isOpen])
            self.states = states.reduce(0) { $0 | 1 << $1.rawValue }
            minimum = filter.minimumPrice ?? 0
            maximum = filter.maximumPrice ?? .max
            isInWon = filter.hasPriceRange
        }

        /// The same without regard to category and neighbourhood.
        var ofEveryGroup: Condition {
            var other = self
            (other.category, other.neighbourhood) = (0, 0)
            return other
        }

        /// The same without a range of prices; open ones are left out as before.
        var ofEveryPrice: Condition {
            var other = self
            (other.minimum, other.maximum, other.isInWon) = (0, .max, false)
            return other
        }

        func isOfCategory(_ row: Row) -> Bool { category == 0 || row.category == category }

        func isOfNeighbourhood(_ row: Row) -> Bool {
            neighbourhood == 0 || row.neighbourhood == neighbourhood
        }

        @inline(__always)
        func holds(of row: Row) -> Bool {
            states >> row.state.rawValue & 1 == 1
                && statuses >> row.status & 1 == 1
                && isOfCategory(row) && isOfNeighbourhood(row)
                && row.amount >= minimum && row.amount <= maximum
                && (!isInWon || row.currency == 0)
        }
    }
}
