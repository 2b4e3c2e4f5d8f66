import Fixtures
import Market
import Testing

struct TypedPriceTests {
    @Test(
        arguments: [
            ("", .blank), ("0", .amount(0)), ("35000", .amount(35_000)), ("007", .amount(7)),
            ("35,000", .amount(35_000)), ("￦5000", .amount(5_000)), ("₩ 5,000", .amount(5_000)),
            ("30,000원", .amount(30_000)), ("3만", .amount(30_000)), ("만원", .amount(10_000)),
            ("3만 5천 원", .amount(35_000)), ("3만5", .amount(35_000)), ("3만5원", .amount(35_000)),
            ("1억 2,000만", .amount(120_000_000)),
            ("1.5만", .amount(15_000)), ("0.35만원", .amount(3_500)), ("1.25억", .amount(125_000_000)),
            ("약 3만원", .amount(30_000)), ("3만원 정도", .amount(30_000)), ("만원쯤", .amount(10_000)),
            ("about 30,000", .amount(30_000)), ("KRW 30,000", .amount(30_000)),
            ("30000 won", .amount(30_000)), ("３만５천", .amount(35_000)), ("０", .amount(0)),
            ("1000000000000000", .amount(Price.largestAmount)), ("무료", .free), ("나눔", .free),
            ("무료 나눔", .free), ("Free", .free), ("ＦＲＥＥ", .free), ("가격제안", .open),
            ("가격 제안", .open), ("제시", .open), ("Best offer", .open), ("네고", .open),
            ("네고 가능", .open), ("삼만원", .amount(30_000)), ("삼만 오천 원", .amount(35_000)),
            ("십만원", .amount(100_000)), ("이십오만", .amount(250_000)), ("육천오백원", .amount(6_500)),
            ("일억 이천만", .amount(120_000_000)), ("백이십", .amount(120)), ("한 3만원", .amount(30_000)),
            ("3만원 네고", .amount(30_000)), ("3만원 (네고 가능)", .amount(30_000)),
            ("만오천원", .amount(15_000)), ("3만원 정도 (네고)", .amount(30_000)), ("드림", .free),
            ("개당 3천원", .amount(3_000)), ("1만원입니다", .amount(10_000)), ("나눔합니다", .free),
            ("3만원에 팔아요", .amount(30_000)), ("가격 문의", .open), ("미정", .open),
            ("삼만, 네고환영", .amount(30_000)), ("30,000 OBO", .amount(30_000)),
            ("개당 약 3만원", .amount(30_000)), ("약 개당 3만원", .amount(30_000)),
            ("대략 한 3만 원쯤", .amount(30_000)), ("3만원에 드려요", .amount(30_000)),
            ("35천원", .amount(35_000)), ("35천", .amount(35_000)), ("20k", .amount(20_000)),
            ("1.5K", .amount(1_500)), ("20k won", .amount(20_000)),
            ("₩1,200k", .amount(1_200_000)), ("about 20 k", .amount(20_000)),
            ("드려요", .free), ("그냥 드려요", .free), ("나눔이요", .free), ("무료예요", .free),
            ("나눔입니다", .free), ("제안이요", .open),
        ] as [(String, TypedPrice)])
    func wonAreReadAsPeopleWriteThem(text: String, price: TypedPrice) throws {
        #expect(try Currency.krw.price(typed: text) == price)
    }

    @Test(
        arguments: [
            ("30", .usd, 3_000), ("12.5", .usd, 1_250), ("$1,234.56", .usd, 123_456),
            ("12 dollars", .usd, 1_200), ("$1.2k", .usd, 120_000), ("3만 달러", .usd, 3_000_000),
            ("$20", .hkd, 2_000),
            ("HK$20", .hkd, 2_000), ("20홍콩달러", .hkd, 2_000), ("¥3000", .jpy, 3_000),
            ("3만엔", .jpy, 30_000), ("￥30.50", .cny, 3_050), ("€ 5", .eur, 500), ("5파운드", .gbp, 500),
        ] as [(String, Currency, Int64)])
    func otherMoneyIsReadInItsOwnUnits(text: String, currency: Currency, amount: Int64) throws {
        #expect(try currency.price(typed: text) == .amount(amount))
    }

    @Test(
        arguments: [
            ("비싸요", .notANumber), ("원", .notANumber), ("￦", .notANumber), ("NaN", .notANumber),
            ("12,34", .notANumber), ("12,34원", .notANumber), ("+5", .notANumber),
            (",", .notANumber),
            ("1.2.3", .notANumber), ("1 000", .notANumber), ("٣", .notANumber), ("½", .notANumber),
            ("-1", .negative), ("-5,000원", .negative), ("₩-5000", .negative), ("−3만", .negative),
            ("1.5", .tooManyDecimals), ("30.000", .tooManyDecimals), ("1.0", .tooManyDecimals),
            ("1000000000000001", .tooHigh), ("99999999999999999999", .tooHigh),
            ("9,223,372,036,854,775,808", .tooHigh), ("99999999999999999만", .tooHigh),
            ("1~2만", .range), ("1만원 ~ 2만원", .range), ("10000-20000", .range),
            ("3만–4만", .range), ("3만원~", .range), ("2만원 이하", .range), ("1만에서 2만", .range),
            ("3만원 네고 불가", .extraWords), ("3개 만원", .extraWords), ("1e9", .extraWords),
            ("만원만", .notANumber), ("택포 3만", .extraWords), ("3만원(택포)", .extraWords),
            ("정도", .notANumber), ("약 개당", .notANumber), ("네고네고네고", .notANumber),
            ("35000.", .notANumber),
            ("3만원대", .range), ("삼만원 이하", .range), ("만원 미만", .range), ("3대", .extraWords),
            ("삼이만", .notANumber), ("3오만", .extraWords), ("삼5만", .extraWords), ("삼", .notANumber),
            ("이만 저만", .notANumber), ("(네고)", .notANumber), ("3만 네고 4만", .extraWords),
            ("구만구만구만", .notANumber), ("삼만달러", .otherCurrency(.usd)),
            ("만만", .notANumber), ("5천만만", .extraWords), ("0x10", .extraWords),
            ("k", .notANumber), ("kk", .notANumber), ("3kk", .extraWords), ("3천k", .extraWords),
            ("1,5k", .extraWords), (".5k", .extraWords), ("1.5.5k", .extraWords),
            ("1.2345k", .extraWords), ("-2k", .negative), ("9999999999999999k", .tooHigh),
            ("10k-20k", .range), ("under 20,000", .range), ("up to 20k won", .range),
            ("1 to 2", .range), ("over the moon", .notANumber), ("thunder 2", .extraWords),
            ("$30", .otherCurrency(.usd)), ("30 USD", .otherCurrency(.usd)),
            ("3만 달러", .otherCurrency(.usd)), ("20유로", .otherCurrency(.eur)),
            ("¥3000", .otherCurrency(.jpy)), ("HK$5", .otherCurrency(.hkd)),
        ] as [(String, TypedPriceError)])
    func anInvalidPriceSaysWhy(text: String, error: TypedPriceError) {
        #expect(throws: error) { try Currency.krw.price(typed: text) }
    }

    @Test(
        arguments: [
            ("1.234", .tooManyDecimals), ("30,000원", .otherCurrency(.krw)),
            ("3만", .otherCurrency(.krw)), ("1000000000000001", .tooHigh),
            ("10000000000000.01", .tooHigh), ("9223372036854775807", .tooHigh),
            ("£5", .otherCurrency(.gbp)), ("5-6", .range),
        ] as [(String, TypedPriceError)])
    func anInvalidDollarPriceSaysWhy(text: String, error: TypedPriceError) {
        #expect(throws: error) { try Currency.usd.price(typed: text) }
    }

    /// Whatever is typed is a price in range or an error; nothing traps.
    @Test func nonsenseIsNeverAnAmountOutOfRange() {
        let pieces = [
            "9", "0", ".", ",", "만", "억", "천", "원", "$", "-", "~", "약", "정도", " ", "９", "\u{301}",
            "無", "\u{0}", "999999999999999999", "삼", "구", "십", "대", "이하", "부터", "네고", "(", ")",
            "k", "under ", "between ", " and ", " to ",
        ]
        var random = SplitMix64()
        for _ in 0..<SplitMix64.rounds(usually: 2_000) {
            let text = (0..<Int.random(in: 1...7, using: &random))
                .compactMap { _ in pieces.randomElement(using: &random) }.joined()
            for currency in [Currency.krw, .usd] {
                if let price = try? currency.price(typed: text) {
                    #expect((0...Price.largestAmount).contains(price.amount), "\(text)")
                }
                let range = try? currency.priceRange(typed: text)
                for end in [range?.minimum, range?.maximum] {
                    #expect((0...2 * Price.largestAmount).contains(end ?? 0), "\(text)")
                }
            }
        }
    }

    @Test(
        arguments: [
            (30_000, 3_000, true), (30_000, 3_001, false), (30_000, 90_000, false),
            (30_000, 90_001, true), (30_000, 300_000, true), (15, 1, true), (15, 2, false),
            (1, 0, true), (1, 3, false), (0, 50_000, false),
            (Price.largestAmount, 1, true), (1, Price.largestAmount, true),
        ] as [(Int64, Int64, Bool)])
    func anAmountIsFarFromAPriceByAZeroTooManyOrTooFew(
        asked: Int64, named: Int64, isFar: Bool
    ) throws {
        #expect(try Price(asked).isFar(from: named) == isFar)
    }

    @Test func nothingIsFarFromAnOpenPriceAndADiscountCounts() throws {
        #expect(!Price.open().isFar(from: 1))
        let lowered = try Price(100_000, discountedTo: 20_000)
        #expect(!lowered.isFar(from: 5_000) && lowered.isFar(from: 70_000))
    }
}
