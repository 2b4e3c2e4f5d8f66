import Market
import Testing

@testable import ViewModels

struct KoreanTimeTests {
    @Test(
        arguments: [
            ("2026-11-21T20:25", 1_795_260_300), ("2026-11-21 20:25", 1_795_260_300),
            ("2026-11-21T20:25:05", 1_795_260_305), ("1970-01-01T09:00", 0),
            ("1970-01-01T00:00", -32_400), ("2000-02-29T09:00", 951_782_400),
            ("9999-12-31T23:59", 253_402_268_340),
        ] as [(String, Int64)])
    func whatAFieldSendsIsAMoment(text: String, seconds: Int64) {
        #expect(Timestamp(koreanTime: text)?.seconds == seconds)
    }

    @Test(arguments: [
        "", "내일", "2026-11-21", "T20:25", "2026-11-21T", "2026-02-29T10:00", "2026-00-10T10:00",
        "2026-13-01T10:00", "2026-11-00T10:00", "2026-11-31T10:00", "2026-11-21T24:00",
        "2026-11-21T23:60", "2026-11-21T23:59:60", "26-11-21T20:25", "12026-11-21T20:25",
        "2026-11-21T20:25Z", "2026-11-21T20:25:05.5", "+026-11-21T20:25", "2026-+1-21T20:25",
        "2026-11-21T20:25\0", "２０２６-11-21T20:25", "1969-12-31T23:59", "2026--1-21T20:25",
        "2026-11-21T20:25T20:25", "99999999999999999999-11-21T20:25",
    ])
    func whatIsNoMomentIsNone(text: String) {
        #expect(Timestamp(koreanTime: text) == nil)
    }

    @Test func whatAFieldHoldsReadsBackTheSame() {
        for seconds in stride(from: Int64(0), to: 4_000_000_000, by: 86_399 * 61) {
            let minute = Timestamp(seconds: seconds / 60 * 60)
            #expect(Timestamp(koreanTime: minute.typedKoreanTime) == minute)
        }
    }
}
