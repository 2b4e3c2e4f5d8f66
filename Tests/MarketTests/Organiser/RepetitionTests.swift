import Market
import Testing

private let noon = Timestamp(seconds: 1_795_230_000)
private let day: Int64 = 86_400

struct RepetitionTests {
    /// Days of 86,400 seconds, without daylight saving time.
    private let calendar: Repetition.Calendar = { repetition, moment in
        let days = max(moment.since(repetition.start) / day + 1, 1)
        return repetition.start + days * day
    }

    /// Form fields have no seconds.
    @Test(
        arguments: [
            (0, 0, true), (0, day, true), (0, 59, true), (0, 60, false), (0, -1, false),
            (30, 0, true), (30, day, true), (30, day + 59, true), (30, day + 60, false),
            (30, -1, false), (30, day - 1, false), (0, day / 2, false), (0, -day, false),
        ] as [(Int64, Int64, Bool)])
    func anOccurrenceMatchesWithinItsMinute(start: Int64, moment: Int64, comes: Bool) {
        let repetition = Repetition(.daily, from: noon + start)
        #expect(repetition.comes(at: noon + moment, by: calendar) == comes)
    }

    @Test func aMoveWithinTheMinuteKeepsTheSeries() {
        let repetition = Repetition(.daily, from: noon + 30)
        #expect(repetition.goingOn(from: noon + day, by: calendar) == repetition)
        let moved = noon + day + 60
        let expected = Repetition(.daily, from: moved)
        #expect(repetition.goingOn(from: moved, by: calendar) == expected)
    }

    @Test func whatComesNoMoreBeganOnce() {
        let repetition = Repetition(.daily, from: noon)
        let never: Repetition.Calendar = { _, _ in nil }
        #expect(repetition.comes(at: noon + 9, by: never))
        #expect(!repetition.comes(at: noon + day, by: never))
    }
}
