import Market
import Testing

/// How amounts in won are grouped, and how not; `TypedPriceTests` has the words around them.
struct TypedWonTests {
    @Test(
        arguments: [
            ("₩5000", 5_000), ("3만원", 30_000), ("3만5천", 35_000), ("천원", 1_000), ("2천5백", 2_500),
            ("￦12만", 120_000), ("0원", 0), ("1억2천3백4십5만6천7백8십9", 123_456_789),
            ("10만 500원", 100_500), ("3.5만", 35_000), ("１２，０００원", 12_000),
        ] as [(String, Int64)])
    func groupsAreAddedUp(text: String, amount: Int64) throws {
        #expect(try Currency.krw.price(typed: text) == .amount(amount))
    }

    @Test(arguments: [
        "만3억", "3천5천", "-3만", "3만원5", "3원만", "9223372036854775807억", "12,50", "1,5", ",,,",
        ",500", "1000,000", "1,000,", "12.5", "99999999999999999999999999999999",
    ])
    func wrongGroupingIsNoPrice(text: String) {
        #expect(throws: TypedPriceError.self) { try Currency.krw.price(typed: text) }
    }
}
