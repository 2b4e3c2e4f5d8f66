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

    @Test func thePriceIsPaidForEachPiece() throws {
        let price = try Price(15_000, discountedTo: 12_000)
        #expect(price.inAll(1) == price)
        #expect(try price.inAll(3) == Price(36_000))
        #expect(Price.open(in: .usd).inAll(3) == Price.open(in: .usd))
        #expect(try Price(0).inAll(3)?.isFree == true)
        #expect(try Price(Price.largestAmount).inAll(2) == nil)
        #expect(price.inAll(.max) == nil)
    }

    @Test func aPriceOfZeroIsAFreeShare() throws {
        #expect(try Price(0).isFree)
        #expect(try !Price(1).isFree)
    }

    @Test(
        arguments: [
            (0, .krw, nil), (1, .krw, 1), (99, .krw, 99), (100, .krw, nil),
            (100_000_000, .krw, nil),
            (100_000_001, .krw, 100_000_001), (99, .jpy, 99), (9, .usd, 9), (10, .usd, nil),
            (10_000_000, .eur, nil), (10_000_001, .eur, 10_000_001),
            (Price.largestAmount, .krw, Price.largestAmount),
        ] as [(Int64, Currency, Int64?)])
    func anUnusuallyLowPriceIsDoubtful(amount: Int64, currency: Currency, unlikely: Int64?) throws {
        #expect(try Price(amount, currency: currency).unlikelyAmount == unlikely)
    }

    @Test func bothAmountsOfALoweredPriceAreLookedAt() throws {
        #expect(try Price(50_000, discountedTo: 5).unlikelyAmount == 5)
        #expect(try Price(500_000_000, discountedTo: 50_000).unlikelyAmount == 500_000_000)
        #expect(try Price(50_000, discountedTo: 0).unlikelyAmount == nil)
        #expect(Price.open().unlikelyAmount == nil)
    }
}
