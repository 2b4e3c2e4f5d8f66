import Market
import Testing

struct TypedPriceRangeTests {
    @Test(
        arguments: [
            ("", nil), ("3만", 30_000), ("30,000원", 30_000), ("무료", 0), ("삼만원 네고", 30_000),
        ] as [(String, Int64?)])
    func aPriceIsOneEnd(text: String, amount: Int64?) throws {
        let range = try Currency.krw.priceRange(typed: text)
        #expect(range == amount.map { TypedPriceRange.price($0) })
    }

    @Test(
        arguments: [
            ("1~2만", 10_000, 20_000), ("1만원 ~ 2만원", 10_000, 20_000),
            ("10000-20000", 10_000, 20_000),
            ("1만-2만", 10_000, 20_000), ("５〜１０만", 50_000, 100_000),
            ("5000~2만", 5_000, 20_000),
            ("1.5~2만", 15_000, 20_000), ("1~2만5천", 10_000, 25_000),
            ("1~2천만", 10_000_000, 20_000_000),
            ("삼만~오만원", 30_000, 50_000), ("1만에서 2만", 10_000, 20_000),
            ("2만원부터 4만원까지", 20_000, 40_000), ("2만원에서 4만원 사이", 20_000, 40_000),
            ("3만원대", 30_000, 39_999), ("3만 원 대", 30_000, 39_999), ("만원대", 10_000, 19_999),
            ("10만원대", 100_000, 199_999), ("15만대", 150_000, 159_999), ("3만5천원대", 35_000, 35_999),
            ("삼만원대", 30_000, 39_999), ("30000원대", 30_000, 39_999), ("12,345원대", 12_345, 12_345),
            ("2만원 이하", nil, 20_000), ("2만까지", nil, 20_000), ("~2만", nil, 20_000),
            ("2만원 미만", nil, 19_999), ("3만원~", 30_000, nil), ("3만원 이상", 30_000, nil),
            ("3만 초과", 30_001, nil), ("3만원부터", 30_000, nil), ("4만~2만", 40_000, 20_000),
        ] as [(String, Int64?, Int64?)])
    func aRangeHasBoth(text: String, minimum: Int64?, maximum: Int64?) throws {
        let range = try Currency.krw.priceRange(typed: text)
        #expect(range == .range(minimum: minimum, maximum: maximum))
    }

    @Test(
        arguments: [
            ("~", .notANumber), ("비싼", .notANumber), ("1~2~3", .range), ("1-2-3", .range),
            ("3만~비싼", .notANumber), ("-3만~5만", .negative), ("$10~20", .otherCurrency(.usd)),
            ("1.5~3", .tooManyDecimals), ("3대", .extraWords), ("원대", .notANumber),
            ("제시", .notANumber),
            ("99999999999999999999~", .tooHigh), ("1만~99999999999999만", .tooHigh),
            ("3만원대~5만원대", .range), ("<b>1~2", .extraWords), ("1~2만 이상", .range),
        ] as [(String, TypedPriceError)])
    func whatIsNoRangeSaysWhy(text: String, error: TypedPriceError) {
        #expect(throws: error) { try Currency.krw.priceRange(typed: text) }
    }
}
