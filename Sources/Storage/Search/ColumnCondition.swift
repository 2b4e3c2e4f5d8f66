import Market

extension ItemColumns {
    /// A filter without the words of its search, in terms of the in-memory rows: decides whether a
    /// row passes with comparisons and bit masks alone.
    struct Condition {
        /// The number of the category; 0 accepts every category.
        private var category: UInt8
        /// The number of the neighbourhood, if there is only one; 0 if all are accepted, or
        /// several.
        private var neighbourhood: UInt16
        /// The numbers of the accepted neighbourhoods if there are several, one bit each; otherwise
        /// empty.
        private var several: [UInt64]
        private var isOfSeveral: Bool
        /// The numbers of the excluded neighbourhoods.
        private let leftOut: [UInt16]
        /// Whether any of these numbers has to be checked.
        private var hasNumbers: Bool
        /// The allowed values of `Row.status` (status, purpose, and whether the price is whole), a bit each.
        private let statuses: UInt16
        /// The allowed values of `Row.State` (priced, free, open), a bit each.
        private let states: UInt8
        private var minimum: Int64
        private var maximum: Int64
        /// Whether only amounts in one currency are accepted, that of the price range.
        private var isInOneCurrency: Bool
        /// The index of that currency.
        private let currency: UInt8

        /// - Parameters:
        ///   - leftOut: the neighbourhoods that the words of the search exclude; see
        ///     `Connection.condition(of:)`.
        ///   - wholePricesOnly: whether to accept only prices without cents, as the API's first
        ///     generation lists them.
        init(
            _ filter: ItemFilter, leavingOut leftOut: [Neighbourhood.ID] = [],
            wholePricesOnly: Bool = false
        ) {
            self.leftOut = leftOut.map { UInt16(clamping: $0.rawValue) }
            category = filter.category.map { UInt8($0.rawValue) } ?? 0
            let chosen = filter.neighbourhoods
            let areSeveral = chosen.count > 1
            neighbourhood = areSeveral ? 0 : chosen.first.map(Self.number(of:)) ?? 0
            several = areSeveral ? Self.bits(of: chosen) : []
            isOfSeveral = areSeveral
            hasNumbers = areSeveral || !leftOut.isEmpty
            let statuses: UInt16 =
                switch filter.status {
                case .any: 0b111
                case .unsold: 0b111 & ~(1 << UInt16(Item.Status.sold.rawValue))
                case .only(let status): 1 << UInt16(status.rawValue)
                }
            let purposes = filter.purpose.map { [$0] } ?? Item.Purpose.allCases
            let ofPurposes = purposes.reduce(0) { $0 | statuses << ($1.rawValue << 2) }
            self.statuses = ofPurposes << 8 | (wholePricesOnly ? 0 : ofPurposes)
            let states: [Row.State] =
                filter.isFree
                ? [.isFree] : [.isPriced, .isFree] + (filter.hasPriceRange ? [] : [.isOpen])
            self.states = states.reduce(0) { $0 | 1 << $1.rawValue }
            minimum = filter.minimumPrice ?? 0
            maximum = filter.maximumPrice ?? .max
            isInOneCurrency = filter.hasPriceRange
            currency = filter.currency.index
        }

        /// Whether only amounts in won are accepted.
        var isInWon: Bool { isInOneCurrency && currency == 0 }

        /// Whether only amounts in a currency other than the won are accepted.
        var isInOtherCurrency: Bool { isInOneCurrency && currency != 0 }

        private static func number(of neighbourhood: Neighbourhood) -> UInt16 {
            UInt16(clamping: neighbourhood.id.rawValue)
        }

        private static func bits(of neighbourhoods: Neighbourhoods) -> [UInt64] {
            // The last one has the highest number.
            let highest = neighbourhoods.last.map(number(of:)) ?? 0
            var bits = [UInt64](repeating: 0, count: Int(highest >> 6) + 1)
            for neighbourhood in neighbourhoods {
                let number = number(of: neighbourhood)
                bits[Int(number >> 6)] |= 1 << UInt64(number & 63)
            }
            return bits
        }

        /// The same condition for every category and neighbourhood.
        var ofEveryGroup: Condition {
            var other = self
            (other.category, other.neighbourhood) = (0, 0)
            (other.several, other.isOfSeveral) = ([], false)
            other.hasNumbers = !leftOut.isEmpty
            return other
        }

        /// The same condition for every amount; open prices stay excluded if a range has excluded
        /// them.
        var ofEveryPrice: Condition {
            var other = self
            (other.minimum, other.maximum, other.isInOneCurrency) = (0, .max, false)
            return other
        }

        func isOfCategory(_ row: Row) -> Bool { category == 0 || row.category == category }

        func isOfNeighbourhood(_ row: Row) -> Bool {
            isOfOneNeighbourhood(row) && (!isOfSeveral || isOneOfSeveral(row.neighbourhood))
        }

        private func isOfOneNeighbourhood(_ row: Row) -> Bool {
            neighbourhood == 0 || row.neighbourhood == neighbourhood
        }

        private func isOneOfSeveral(_ number: UInt16) -> Bool {
            let word = Int(number >> 6)
            return word < several.count && several[word] >> (number & 63) & 1 == 1
        }

        /// Checks the numbers that only a few filters have.
        private func isAmongNumbers(_ row: Row) -> Bool {
            (!isOfSeveral || isOneOfSeveral(row.neighbourhood))
                && !leftOut.contains(row.neighbourhood)
        }

        @inline(__always)
        func holds(of row: Row) -> Bool {
            states >> row.state.rawValue & 1 == 1
                && statuses >> row.status & 1 == 1
                && isOfCategory(row) && isOfOneNeighbourhood(row)
                && row.amount >= minimum && row.amount <= maximum
                && (!isInOneCurrency || row.currency == currency)
                && (!hasNumbers || isAmongNumbers(row))
        }
    }
}
