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

    @Test func fourAddressesLeaveAThird() {
        let shares = AddressLimiter(most: 64)
        for address in ["a", "b", "c", "d"] { while shares.enter(address) {} }
        #expect(shares.places == 16 + 12 + 9 + 6)
        #expect(shares.enter("e"))
        // A place that one address gives back is not simply available to another that has many.
        shares.leave("a")
        #expect(!shares.enter("b"))
    }

    @Test func manyAddressesTakeEveryPlace() {
        let shares = AddressLimiter(most: 64)
        for number in 0..<100 { while shares.enter("\(number)") {} }
        #expect(shares.places == 64)
        #expect(!shares.enter("another"))
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
