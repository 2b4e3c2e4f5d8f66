import Fixtures
import Testing

@testable import Market

struct TryLimiterTests {
    private let key = TryLimiter.Key(subject: 7, address: "203.0.113.9")
    private let start = Timestamp(seconds: 1_000)

    @Test func triesPastTheMostWaitForTheWindowsEnd() {
        let limiter = TryLimiter(mostTries: 3, windowSeconds: 60)
        for _ in 0..<3 { #expect(limiter.secondsToWait(key, at: start) == nil) }
        #expect(limiter.secondsToWait(key, at: start + 10) == 50)
        #expect(limiter.secondsToWait(key, at: start + 59) == 1)
        #expect(limiter.secondsToWait(key, at: start + 60) == nil)
    }

    @Test func anotherAddressAndAnotherItemGoOn() {
        let limiter = TryLimiter(mostTries: 1)
        #expect(limiter.secondsToWait(key, at: start) == nil)
        let elsewhere = TryLimiter.Key(subject: 7, address: "203.0.113.10")
        let another = TryLimiter.Key(subject: 8, address: "203.0.113.9")
        #expect(limiter.secondsToWait(elsewhere, at: start) == nil)
        #expect(limiter.secondsToWait(another, at: start) == nil)
        #expect(limiter.secondsToWait(key, at: start) == 60)
    }

    @Test func aTryTakenBackIsNotCounted() {
        let limiter = TryLimiter(mostTries: 1)
        #expect(limiter.secondsToWait(key, at: start) == nil)
        limiter.refund(key)
        #expect(limiter.secondsToWait(key, at: start) == nil)
        #expect(limiter.secondsToWait(key, at: start) == 60)
    }

    @Test func rightAnswerForgetsTheTries() {
        let limiter = TryLimiter(mostTries: 1)
        #expect(limiter.secondsToWait(key, at: start) == nil)
        limiter.forget(key)
        #expect(limiter.secondsToWait(key, at: start) == nil)
    }

    @Test func clockSetBackDoesNotLockOut() {
        let limiter = TryLimiter(mostTries: 1)
        #expect(limiter.secondsToWait(key, at: start) == nil)
        #expect(limiter.secondsToWait(key, at: start + -500) == nil)
    }

    @Test func floodOfAddressesKeepsTheMemoryBounded() {
        let limiter = TryLimiter(mostTries: 1, mostKeys: 100)
        for number in 0..<10_000 {
            let flood = TryLimiter.Key(subject: 1, address: "\(number)")
            #expect(limiter.secondsToWait(flood, at: start) == nil)
        }
        #expect(limiter.rememberedKeys <= 100)
    }

    // MARK: - Counting together

    /// Several limiters, one for each process, and what all have told the storage.
    private struct Programs {
        let limiters: [TryLimiter]
        private(set) var told: [TryLimiter.Key: (start: Timestamp, tries: Int)] = [:]

        init(_ count: Int, mostTries: Int) {
            limiters = (0..<count).map { _ in TryLimiter(mostTries: mostTries) }
            for limiter in limiters { limiter.share(among: count) }
        }

        /// As the storage does: passes on what one has counted, and tells it what all have counted.
        mutating func exchange(_ place: Int) {
            for count in limiters[place].takeUnsent() {
                let before = count.isForgotten ? 0 : told[count.key]?.tries ?? 0
                let start = told[count.key]?.start ?? count.start
                told[count.key] = (start, max(0, before + count.tries))
            }
            limiters[place].hear(
                told.map { TryLimiter.Count(key: $0, start: $1.start, tries: $1.tries) })
        }
    }

    @Test func triesCountedInOneProgramCountInAll() {
        var programs = Programs(2, mostTries: 4)
        #expect(programs.limiters[0].secondsToWait(key, at: start) == nil)
        #expect(programs.limiters[0].secondsToWait(key, at: start) == nil)
        programs.exchange(0)
        programs.exchange(1)
        #expect(programs.limiters[1].secondsToWait(key, at: start + 10) == nil)
        programs.exchange(1)
        #expect(programs.limiters[1].secondsToWait(key, at: start + 10) == nil)
        programs.exchange(1)
        #expect(programs.limiters[1].secondsToWait(key, at: start + 10) == 50)
        programs.exchange(0)
        #expect(programs.limiters[0].secondsLeft(key, at: start + 10) == 50)
        #expect(programs.limiters[0].secondsToWait(key, at: start + 60) == nil)
    }

    @Test func aRightAnswerClearsTheTriesInAllPrograms() {
        var programs = Programs(2, mostTries: 2)
        for place in [0, 1] { _ = programs.limiters[place].secondsToWait(key, at: start) }
        for place in [0, 1, 0] { programs.exchange(place) }
        #expect(programs.limiters[0].secondsLeft(key, at: start) == 60)
        programs.limiters[1].forget(key)
        for place in [1, 0] { programs.exchange(place) }
        for limiter in programs.limiters {
            #expect(limiter.secondsLeft(key, at: start) == nil)
            #expect(limiter.secondsToWait(key, at: start) == nil)
        }
    }

    @Test func triesTakenBackElsewhereMayBeTriedHere() {
        var programs = Programs(2, mostTries: 1)
        _ = programs.limiters[0].secondsToWait(key, at: start)
        for place in [0, 1] { programs.exchange(place) }
        #expect(programs.limiters[1].secondsToWait(key, at: start) == 60)
        programs.limiters[0].refund(key)
        for place in [0, 1] { programs.exchange(place) }
        #expect(programs.limiters[1].secondsToWait(key, at: start) == nil)
    }

    @Test func unsentCountsAreSentTheNextTime() {
        let limiter = TryLimiter(mostTries: 9)
        limiter.share(among: 1)
        for _ in 0..<2 { _ = limiter.secondsToWait(key, at: start) }
        let untold = limiter.takeUnsent()
        #expect(untold == [TryLimiter.Count(key: key, start: start, tries: 2)])
        #expect(limiter.takeUnsent().isEmpty)
        _ = limiter.secondsToWait(key, at: start)
        limiter.putBack(untold)
        #expect(limiter.takeUnsent() == [TryLimiter.Count(key: key, start: start, tries: 3)])
    }

    @Test func aSlowClockCountsInTheSameWindow() {
        var programs = Programs(2, mostTries: 2)
        _ = programs.limiters[0].secondsToWait(key, at: start + 5)
        for place in [0, 1] { programs.exchange(place) }
        #expect(programs.limiters[1].secondsToWait(key, at: start) == nil)
        for place in [1, 0] { programs.exchange(place) }
        #expect(programs.limiters[1].secondsToWait(key, at: start) == 65)
        #expect(programs.limiters[0].secondsToWait(key, at: start + 5) == 60)
    }

    /// In whatever order they try and hear of each other.
    @Test(arguments: 1...50 as ClosedRange<UInt64>)
    func programsTogetherNeverAllowTwiceTheTries(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let count = Int.random(in: 2...5, using: &random)
        let most = Int.random(in: count...30, using: &random)
        var programs = Programs(count, mostTries: most)
        var through = 0
        for _ in 0..<5_000 {
            let place = Int.random(in: 0..<count, using: &random)
            if Int.random(in: 0..<8, using: &random) == 0 {
                programs.exchange(place)
            } else if programs.limiters[place].secondsToWait(key, at: start) == nil {
                through += 1
            }
        }
        #expect(through >= most)
        #expect(through <= 2 * most)
    }
}
