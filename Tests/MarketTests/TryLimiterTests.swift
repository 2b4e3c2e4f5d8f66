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
}
