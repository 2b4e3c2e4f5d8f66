import Testing

@testable import Web

struct AddressLimiterTests {
    @Test func anAddressHoldsAQuarter() {
        let shares = AddressLimiter(most: 8)
        #expect(shares.enter("a"))
        #expect(shares.hasPlace(for: "a"))
        #expect(shares.enter("a"))
        #expect(!shares.hasPlace(for: "a"))
        #expect(!shares.enter("a"))
        #expect(shares.enter("b"))
        #expect(shares.places == 3)
    }

    @Test func aPlaceThatIsLeftIsFreeAgain() {
        let shares = AddressLimiter(most: 1)
        #expect(shares.enter("a"))
        #expect(!shares.enter("b"))
        shares.leave("a")
        #expect(shares.enter("b"))
        #expect(shares.places == 1)
    }
}
