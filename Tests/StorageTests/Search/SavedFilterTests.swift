import Market
import Testing

@testable import Storage

/// How the price ranges of saved searches are stored.
struct SavedFilterTests {
    @Test(
        arguments: [
            ItemFilter(maximumPrice: 5_000, currency: .usd),
            ItemFilter(minimumPrice: 0, currency: .jpy),
            ItemFilter(minimumPrice: 1, maximumPrice: Price.largestAmount, currency: .hkd),
        ])
    func anOlderProgramFindsNothingByARangeInAnotherCurrency(_ filter: ItemFilter) throws {
        let (minimum, maximum) = filter.storedPrices
        // It takes both ends for amounts in won.
        let taken = ItemFilter(minimumPrice: minimum, maximumPrice: maximum)
        let condition = ItemColumns.Condition(taken)
        for amount: Int64 in [1, 5_000, Price.largestAmount] {
            let content = try ItemContent.sample(price: try Price(amount))
            #expect(!condition.holds(of: ItemColumns.Row(content)))
        }
        var read = ItemFilter()
        read.setStoredPrices(minimum, maximum)
        #expect(read == filter)
    }

    @Test func aRangeInWonIsStoredAsItIs() {
        let both = ItemFilter(minimumPrice: 7, maximumPrice: 50_000).storedPrices
        #expect(both.minimum == 7 && both.maximum == 50_000)
        let one = ItemFilter(maximumPrice: 9).storedPrices
        #expect(one.minimum == nil && one.maximum == 9)
    }

    @Test func aRangeInACurrencyOfALaterVersionFindsNothing() throws {
        let index = Int64(Currency.allCases.count) << 56
        var filter = ItemFilter()
        filter.setStoredPrices(index | 1, index | 50_000)
        let content = try ItemContent.sample(price: try Price(5_000))
        #expect(filter.currency == .krw)
        #expect(!ItemColumns.Condition(filter).holds(of: ItemColumns.Row(content)))
    }
}
