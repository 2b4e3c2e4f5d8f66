import Testing

@testable import Market

struct CurrencyTests {
    private func currency(_ code: String) -> Currency? {
        Array(code.utf8).withUnsafeBytes { Currency($0) }
    }

    @Test(arguments: Currency.allCases)
    func codesAreFound(expected: Currency) { #expect(currency(expected.rawValue) == expected) }

    @Test(arguments: ["", "KR", "KRWW", "krw", "BTC", "원", "\0\0\0"])
    func otherCodesAreNil(code: String) { #expect(currency(code) == nil) }
}
