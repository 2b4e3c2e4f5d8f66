import Testing

@testable import Localization

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
