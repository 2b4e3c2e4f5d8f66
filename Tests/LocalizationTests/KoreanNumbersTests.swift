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

struct TwelveHourClockTests {
    @Test(
        arguments: [
            ("00:00", "오전 12:00"), ("00:30", "오전 12:30"), ("09:05", "오전 9:05"),
            ("11:59", "오전 11:59"), ("12:00", "오후 12:00"), ("15:00", "오후 3:00"),
            ("23:59", "오후 11:59"), ("24:00", "24:00"), ("9:05", "9:05"), ("+9:05", "+9:05"),
            ("15:00:00", "15:00:00"), ("15-00", "15-00"), ("", ""), ("세시에", "세시에"),
            ("１:00", "１:00"),
        ])
    func hoursAreToldByTwelve(time: String, text: String) {
        #expect(TwelveHourClock.text(time) == text)
    }

    @Test func aMessageNamesIt() throws {
        let message = try Message("{day} {clock|오전/오후}에 만나요")
        #expect(message.arguments == ["day", "clock"])
        #expect(message.text { $0 == "day" ? "오늘" : "15:00" } == "오늘 오후 3:00에 만나요")
        #expect(throws: CatalogueError.Reason.unknownParticle("오후/오전")) {
            try Message("{clock|오후/오전}")
        }
    }
}
