import Market
import Testing

@testable import ViewModels

struct TypedTests {
    @Test(
        arguments: [
            ("", ""), ("   ", ""), (" 원목 의자 ", "원목 의자"), ("\t\n의자\n", "의자"), ("a", "a"),
            ("첫 줄\r\n둘째 줄\r\n", "첫 줄\n둘째 줄"), ("a\r\n\r\nb", "a\n\nb"), ("a\rb", "a\rb"),
            ("\u{3164}", ""), ("\u{200B}의자\u{FEFF}", "의자"), ("의\u{0}자\u{7}", "의자"),
            ("왼\u{202E}오", "왼오"), ("👨‍👩‍👧", "👨‍👩‍👧"), ("❤️", "❤️"), ("\u{00A0}é\u{00A0}", "é"),
            ("힣\u{D7FF}", "힣\u{D7FF}"), ("e\u{301}", "e\u{301}"), ("\u{1160}", ""),
            ("\u{85}a\u{85}", "a"), ("ㄱ", "ㄱ"),
        ])
    func invisibleTextIsLeftOut(typed: String, expected: String) {
        #expect(Array(typed.trimmed.unicodeScalars) == Array(expected.unicodeScalars))
    }

    @Test(arguments: [
        "\u{E000}", " \u{F8FF}\n", "\u{10FFFD}", "\u{301}", "\u{A66F}", "\u{903}\u{20DD}",
        "\u{2800}", "\u{FE0F}\u{200D}", "\u{E0041}\u{E007F}", "\u{115F}\u{FFA0}", "\u{AD}",
    ])
    func invisibleTextCountsAsMissing(typed: String) {
        #expect(typed.trimmed.isEmpty && typed.trimmedLine.isEmpty)
        #expect("가\(typed)나".trimmed.unicodeScalars.count > 2)
    }

    @Test(arguments: [
        "사과\u{F8FF}", "\u{F8FF}사과", "1\u{FE0F}\u{20E3}", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "🏻", "\u{FFFD}", "\u{1161}", "※",
        "か\u{3099}", "\u{A000}",
    ])
    func visibleTextStays(typed: String) {
        #expect(Array(typed.trimmed.unicodeScalars) == Array(typed.unicodeScalars))
    }

    @Test func theQuickAndTheSlowCheckAgreeOnEveryLetter() {
        for value in UInt32(0)...0x1_0000 {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let letter = String(Character(scalar))
            for text in [letter, "가\(letter)나", " \(letter) ", "\(letter)\nx"] {
                let slow = text.trimmedByScalar
                #expect(text.trimmed.utf8.elementsEqual(slow.utf8), "U+\(String(value, radix: 16))")
            }
        }
    }

    static let numbers: [(Double, Int64?, Int64?)] = [
        (165, 165, 16_500), (165.5, nil, 16_550), (12.34, nil, 1_234), (0, 0, 0),
        (0.1 + 0.2, nil, 30), (2.675, nil, nil), (1.005, nil, nil), (-1, nil, nil),
        (-0.5, nil, nil), (1e15, 1_000_000_000_000_000, nil),
        (1e13, 10_000_000_000_000, 1_000_000_000_000_000), (1e16, nil, nil),
        (1e300, nil, nil), (.infinity, nil, nil), (.nan, nil, nil),
        (.leastNonzeroMagnitude, nil, nil),
    ]

    @Test(arguments: numbers)
    func numberOfAProgramIsAnAmountInMinorUnits(number: Double, won: Int64?, cents: Int64?) {
        #expect((try? Currency.krw.price(.number(number))) == won.map { TypedPrice.amount($0) })
        #expect((try? Currency.usd.price(.number(number))) == cents.map { TypedPrice.amount($0) })
    }

    @Test(
        arguments: [
            (-1, .negative), (0.5, .tooManyDecimals), (1e16, .tooHigh), (.infinity, .notANumber),
            (.nan, .notANumber), (.leastNonzeroMagnitude, .tooManyDecimals),
        ] as [(Double, TypedPriceError)])
    func anInvalidNumberSaysWhy(number: Double, error: TypedPriceError) {
        #expect(throws: error) { try Currency.krw.price(.number(number)) }
    }

    @Test(
        arguments: [
            ("12", 12), (" 1,200 ", 1_200), ("1,234,567", 1_234_567), ("", nil), (" ", nil),
            ("1.5", nil), ("-1", nil), ("+5", nil), ("열", nil), ("12,34", nil), ("1234,567", nil),
            (",", nil), (",123", nil), ("1,", nil), ("1,,234", nil), ("1, 234", nil),
            ("1,23a", nil), ("9,223,372,036,854,775,807", .max),
            ("9,223,372,036,854,775,808", nil),
        ] as [(String, Int64?)])
    func wholeNumberIsReadAsTyped(text: String, number: Int64?) {
        #expect(Int64(EnteredNumber.typed(text)) == number)
        #expect(EnteredNumber.typed(text).text == text)
    }

    @Test(arguments: [(3.0, 3), (0, 0), (1.5, nil), (-1, nil), (1e300, nil)] as [(Double, Int64?)])
    func wholeNumberOfAProgramIsFromZeroOn(number: Double, whole: Int64?) {
        #expect(Int64(EnteredNumber.number(number)) == whole)
    }

    @Test(arguments: [(165.0, "165"), (12.5, "12.5"), (0.0, "0"), (-3.0, "-3")])
    func numberIsShownInDigits(number: Double, text: String) {
        #expect(EnteredNumber.number(number).text == text)
        #expect(!EnteredNumber.number(number).isBlank)
    }
    @Test(
        arguments: [
            ("0", 0), ("007", 7), ("9223372036854775807", .max), ("9223372036854775808", nil),
            ("99999999999999999999", nil), ("18446744073709551616", nil), ("", nil), ("+5", nil),
            ("-5", nil), ("5 ", nil), ("٣", nil), ("5/", nil), ("5:", nil),
        ] as [(String, Int64?)])
    func aNumberIsDigitsAndNothingElse(text: String, number: Int64?) {
        #expect(Int64(digits: text) == number)
        #expect(Int64(digits: Substring(text)) == number)
    }

    @Test func aNumberThatDoesNotFitIsNil() {
        #expect(UInt8(digits: "255") == 255 && UInt8(digits: "256") == nil)
        #expect(Int8(digits: "127") == 127 && Int8(digits: "128") == nil)
        #expect(UInt64(digits: "18446744073709551615") == .max)
    }
}
