import Testing

@testable import Web

struct AddressSharesTests {
    @Test func anAddressHoldsAQuarter() {
        let shares = AddressShares(most: 8)
        #expect(shares.enter("a"))
        #expect(shares.hasPlace(for: "a"))
        #expect(shares.enter("a"))
        #expect(!shares.hasPlace(for: "a"))
        #expect(!shares.enter("a"))
        #expect(shares.enter("b"))
        #expect(shares.places == 3)
    }

    @Test func aPlaceThatIsLeftIsFreeAgain() {
        let shares = AddressShares(most: 1)
        #expect(shares.enter("a"))
        #expect(!shares.enter("b"))
        shares.leave("a")
        #expect(shares.enter("b"))
        #expect(shares.places == 1)
    }
}
