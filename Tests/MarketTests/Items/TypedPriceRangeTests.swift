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
            ("1만원 이상 2만원 이하", 10_000, 20_000), ("1만 이상 3만 미만", 10_000, 29_999),
            ("1만원 이상 ~ 2만원 이하", 10_000, 20_000), ("1만 초과 3만까지", 10_001, 30_000),
            ("10000이상 20000미만", 10_000, 19_999), ("삼만 이상 오만 이하", 30_000, 50_000),
            ("2~3만원대", 20_000, 39_999), ("2만원대~3만원대", 20_000, 39_999),
            ("3만원대부터", 30_000, nil), ("3만원대까지", nil, 39_999), ("3만원대 초과", 40_000, nil),
            ("3만원대 미만", nil, 29_999), ("무료~1만", 0, 10_000), ("나눔부터 만원까지", 0, 10_000),
        ] as [(String, Int64?, Int64?)])
    func aRangeHasBoth(text: String, minimum: Int64?, maximum: Int64?) throws {
        let range = try Currency.krw.priceRange(typed: text)
        #expect(range == .range(minimum: minimum, maximum: maximum))
    }

    @Test(arguments: ["이하", "미만", "초과", "가", "만", "원"])
    func whatNobodyTypesIsNotReadWordByWord(word: String) {
        let text = "1" + String(repeating: word, count: 80_000)
        #expect(throws: TypedPriceError.extraWords) { try Currency.krw.priceRange(typed: text) }
        #expect(throws: TypedPriceError.extraWords) { try Currency.usd.price(typed: text) }
        #expect(ShippingNote(text + "택포") == nil)
    }

    @Test(
        arguments: [
            ("under 20000", nil, 19_999), ("below 20k", nil, 19_999),
            ("less than 20,000 won", nil, 19_999), ("up to 20,000", nil, 20_000),
            ("at most ₩20k", nil, 20_000), ("over 10000", 10_001, nil),
            ("Above 10k won", 10_001, nil), ("more than 1만", 10_001, nil),
            ("from 10k", 10_000, nil), ("at least 10,000", 10_000, nil),
            ("10k-20k", 10_000, 20_000), ("10k ~ 20k won", 10_000, 20_000),
            ("10-20k", 10_000, 20_000), ("1.5-2k", 1_500, 2_000), ("₩10~20K", 10_000, 20_000),
            ("500-20k", 500, 20_000), ("20k-10k", 20_000, 10_000),
            ("between 10k and 20k", 10_000, 20_000), ("between 10 and 20k won", 10_000, 20_000),
            ("from 10,000 to 20,000", 10_000, 20_000), ("10k to 20k", 10_000, 20_000),
            ("ｕｎｄｅｒ ２０ｋ", nil, 19_999), ("under 0", nil, 0),
        ] as [(String, Int64?, Int64?)])
    func itMayBeSaidInEnglish(text: String, minimum: Int64?, maximum: Int64?) throws {
        let range = try Currency.krw.priceRange(typed: text)
        #expect(range == .range(minimum: minimum, maximum: maximum))
    }

    @Test(
        arguments: [
            ("일~이만", 10_000, 20_000), ("일~이만원", 10_000, 20_000), ("₩1~2만", 10_000, 20_000),
            ("₩1 ~ ₩2만", 10_000, 20_000), ("약 1~2만 정도", 10_000, 20_000),
            ("4~3만", 40_000, 30_000), ("이십~삼십만", 200_000, 300_000),
            ("1천~2천만", 10_000_000, 20_000_000), ("1,000~2,000만", 10_000_000, 20_000_000),
            ("5~만원", 50_000, 10_000), ("0~1만", 0, 10_000), ("1 이상 3만 이하", 10_000, 30_000),
            // These have no unit to take over.
            ("500~1만", 500, 10_000), ("5,000~2만", 5_000, 20_000), ("50원~1만원", 50, 10_000),
            ("5천~1만", 5_000, 10_000), ("15~2천", 15, 2_000), ("10~20", 10, 20),
        ] as [(String, Int64?, Int64?)])
    func theFirstPriceTakesTheUnitOfTheSecond(
        text: String, minimum: Int64?, maximum: Int64?
    ) throws {
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
            ("<b>1~2", .extraWords), ("1~2만 이상", .range),
            ("이상 2만", .range), ("초과 2만", .range), ("1만 이상 2만 이상", .range),
            ("under", .notANumber), ("under 3 tables", .extraWords), ("over -5", .negative),
            ("under $20", .otherCurrency(.usd)), ("1 to 2 to 3", .extraWords),
            ("between 1 and 2 and 3", .extraWords), ("under 99999999999999999999k", .tooHigh),
            ("1~2~3만원대", .range), ("제시~1만", .range), ("1만~-2만", .negative), ("2~30대", .extraWords),
        ] as [(String, TypedPriceError)])
    func anInvalidRangeSaysWhy(text: String, error: TypedPriceError) {
        #expect(throws: error) { try Currency.krw.priceRange(typed: text) }
    }
}
