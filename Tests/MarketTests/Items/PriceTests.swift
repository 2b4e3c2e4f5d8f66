import Testing

@testable import Market

struct PriceTests {
    @Test func discountIsWhatIsPaid() throws {
        let price = try Price(165_000, discountedTo: 160_000)
        #expect(price.amountToPay == 160_000)
        #expect(price.amount == 165_000)
    }

    @Test func discountAbovePriceIsRefused() {
        #expect(throws: PriceError.discountAbovePrice) {
            try Price(1_000, discountedTo: 1_001)
        }
    }

    @Test func discountToThePriceItselfIsNone() throws {
        #expect(try Price(1_000, discountedTo: 1_000).discountedAmount == nil)
    }

    @Test(arguments: [Int64.min, -1, Price.largestAmount + 1, Int64.max])
    func amountOutOfRangeIsRefused(amount: Int64) {
        #expect(throws: PriceError.amountOutOfRange) { try Price(amount) }
        #expect(throws: PriceError.amountOutOfRange) {
            try Price(Price.largestAmount, discountedTo: amount)
        }
    }

    @Test func anOpenPriceIsNoFreeShare() throws {
        let price = Price.open(in: .usd)
        #expect(price.isOpen && !price.isFree)
        #expect(price.amountToPay == 0)
        #expect(price.currency == .usd)
        #expect(try price != Price(0, currency: .usd))
    }

    @Test func nothingAskedIsAFreeShare() throws {
        #expect(try Price(0).isFree)
        #expect(try !Price(1).isFree)
    }
}
