import Testing

@testable import Localization

struct CountingUnitsTests {
    @Test(
        arguments: [
            ("0", "0"), ("5", "5"), ("9,999", "9,999"), ("10,000", "1만"), ("10,001", "1만 1"),
            ("150000000", "1억 5,000만"), ("100,000,001", "1억 1"), ("1,000,000,000,000", "1조"),
            ("99,999,999,999,999", "99조 9,999억 9,999만 9,999"),
            ("12,345,678,000,000,000,000", "12,345,678조"), ("00000", "00000"),
            ("", ""), ("-50,000", "-50,000"), ("12,500.00", "12,500.00"), ("오만", "오만"),
            ("٣٣٣٣٣", "٣٣٣٣٣"),
        ])
    func numbersAreCountedByTenThousands(number: String, text: String) {
        #expect(CountingUnits.text(number) == text)
    }

    @Test(arguments: ["", "만", "만/억", "억/만/조", "thousand/million/billion", "만/억/조/"])
    func onlyTheUnitsOfKoreanAreKnown(source: String) {
        #expect(throws: CatalogueError.Reason.unknownParticle(source)) {
            try Message("{amount|\(source)}")
        }
    }

    @Test func aMessageNamesThem() throws {
        let message = try Message("{amount|만/억/조}원이 맞나요?")
        #expect(message.arguments == ["amount"])
        #expect(message.text { _ in "150,000,000" } == "1억 5,000만원이 맞나요?")
        #expect(throws: CatalogueError.Reason.unknownParticle("만/억")) { try Message("{a|만/억}") }
    }
}
