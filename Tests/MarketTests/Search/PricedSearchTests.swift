import Market
import Testing

struct PricedSearchTests {
    @Test(
        arguments: [
            ("의자 3만원대", "의자", 30_000, 39_999), ("의자 5만원 이하", "의자", nil, 50_000),
            ("원목 의자 1만 ~ 2만원", "원목 의자", 10_000, 20_000), ("의자 2~1만", "의자", 10_000, 20_000),
            ("1~2만", nil, 10_000, 20_000), ("의자 3만원", "의자", nil, 30_000),
            ("의자 3만 원 이상", "의자", 30_000, nil), (" 아이폰 13  50만원 미만 ", "아이폰 13", nil, 499_999),
            ("chair under 20000", "chair", nil, 19_999), ("desk Over 10k", "desk", 10_001, nil),
            ("chair between 10k and 20k", "chair", 10_000, 20_000),
            ("iPhone 13 up to 500,000 won", "iPhone 13", nil, 500_000),
            ("chair 20k won", "chair", nil, 20_000), ("below 20k", nil, nil, 19_999),
            ("chair 10-20k", "chair", 10_000, 20_000), ("의자 5k~15k", "의자", 5_000, 15_000),
            ("pen under 1000", "pen", nil, 999), ("cap from 1,000", "cap", 1_000, nil),
            ("ring 14-18k won", "ring", 14_000, 18_000), ("연필 500원 이하", "연필", nil, 500),
            ("의자 10000~20000", "의자", 10_000, 20_000), ("3만원대 3만원대", "3만원대", 30_000, 39_999),
            ("3만원대 의자", "의자", 30_000, 39_999), ("5만원 이하 원목 의자", "원목 의자", nil, 50_000),
            ("만원 의자", "의자", nil, 10_000), ("under 20k won chair", "chair", nil, 19_999),
            ("1~2만 의자 3만원", "1~2만 의자", nil, 30_000),
        ] as [(String, String?, Int64?, Int64?)])
    func theLastWordsOrTheFirstMayBePrices(
        _ text: String, _ search: String?, _ minimum: Int64?, _ maximum: Int64?
    ) throws {
        let priced = try #require(PricedSearch(text))
        #expect(priced.search?.text == search)
        #expect((priced.minimum, priced.maximum) == (minimum, maximum))
    }

    @Test(
        arguments: [
            ("의자 $50", "의자", nil, 5_000, .usd), ("$12.50 chair", "chair", nil, 1_250, .usd),
            ("의자 50달러 이하", "의자", nil, 5_000, .usd), ("50불 의자", "의자", nil, 5_000, .usd),
            ("의자 30유로", "의자", nil, 3_000, .eur), ("피규어 5000엔", "피규어", nil, 5_000, .jpy),
            ("chair under $50", "chair", nil, 4_999, .usd), ("의자 3만엔", "의자", nil, 30_000, .jpy),
            ("의자 $50~100", "의자", 5_000, 10_000, .usd), ("의자 50~100유로", "의자", 5_000, 10_000, .eur),
            ("의자 £20", "의자", nil, 2_000, .gbp), ("의자 ₩20000", "의자", nil, 20_000, .krw),
        ] as [(String, String?, Int64?, Int64?, Currency)])
    func aPriceIsInTheCurrencyThatItNames(
        _ text: String, _ search: String?, _ minimum: Int64?, _ maximum: Int64?,
        _ currency: Currency
    ) throws {
        let priced = try #require(PricedSearch(text))
        #expect(priced.search?.text == search && priced.currency == currency)
        #expect((priced.minimum, priced.maximum) == (minimum, maximum))
    }

    @Test(arguments: [
        "덤벨 20파운드", "dumbbell 20 pounds", "유로 2024 축구공", "Euro 2024 ball",
        "", " ", "의자", "아이폰 13", "의자 2개", "13 아이폰", "의자 3만원대 하나", "의자 무료", "의자 제안",
        "TV 4k", "반지 18K",
        "반지 14-18k", "TV 4k-8k", "iphone from 13", "gloves over 3", "아이폰 13~15", "socks 38-1000",
        "under the table", "chair under", "mover 20000",
        "의자 1~2~3만", "의자 -1만", "의자 99999999999999999999원", "~", "의자 ~", "<b>1~2만",
        String(repeating: "가 ", count: 10_000),
    ])
    func otherWordsAreNoPrices(_ text: String) {
        #expect(PricedSearch(text) == nil)
    }
}
