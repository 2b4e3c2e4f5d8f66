import Fixtures
import Testing

/// Tests of the checker itself: valid histories, and some invalid ones.
struct HistoryTests {
    private func event<Step>(
        _ client: Int, _ step: Step, _ start: UInt64, _ end: UInt64?
    ) -> Event<Step> {
        Event(client: client, step: step, start: start, end: end)
    }

    private func isRight(_ events: [Event<PriceModel.Step>], bound: UInt64 = 0) -> Bool? {
        let reads = events.allowing(staleness: bound) { step in
            if case .read = step { true } else { false }
        }
        return isLinearizable(reads, from: PriceModel(price: 1))
    }

    @Test func anAnsweredWriteIsReadAfterwards() {
        #expect(isRight([event(0, .write(2), 0, 10), event(1, .read(2), 11, 12)]) == true)
        #expect(isRight([event(0, .write(2), 0, 10), event(1, .read(1), 11, 12)]) == false)
    }

    @Test func duringAWriteBothValuesMayBeRead() {
        for seen in [1, 2] {
            #expect(isRight([event(0, .write(2), 0, 10), event(1, .read(seen), 5, 6)]) == true)
        }
    }

    @Test func readsNeverGoBack() {
        let events: [Event<PriceModel.Step>] = [
            event(0, .write(2), 0, 100), event(1, .read(2), 10, 20), event(2, .read(1), 30, 40),
        ]
        #expect(isRight(events) == false)
        #expect(isRight(events, bound: 25) == true, "a moment old")
    }

    @Test func theOwnWriteIsReadAtOnce() {
        let others: [Event<PriceModel.Step>] = [
            event(0, .write(2), 0, 10), event(1, .read(1), 15, 16),
        ]
        #expect(isRight(others, bound: 10) == true)
        let own: [Event<PriceModel.Step>] = [
            event(0, .write(2), 0, 10), event(0, .read(1), 15, 16),
        ]
        #expect(isRight(own, bound: 10) == false)
    }

    @Test func anUnansweredWriteMayHappenLaterOrNever() {
        let events: [Event<PriceModel.Step>] = [
            event(0, .write(2), 0, nil), event(1, .read(1), 50, 60), event(1, .read(2), 70, 80),
        ]
        #expect(isRight(events) == true)
        #expect(isRight(Array(events.prefix(2))) == true)
        #expect(isRight(events + [event(1, .read(1), 90, 95)]) == false)
    }

    @Test func aDeletedItemIsGone() {
        let events: [Event<PriceModel.Step>] = [
            event(0, .delete, 0, 10), event(1, .read(nil), 20, 30), event(2, .refused, 20, 30),
        ]
        #expect(isRight(events) == true)
        #expect(isRight(events + [event(1, .read(1), 40, 50)]) == false)
        #expect(isRight(events + [event(1, .write(3), 40, 50)]) == false)
    }

    @Test func twoWritesAtOnceHaveOneOrder() {
        let events: [Event<PriceModel.Step>] = [
            event(0, .write(2), 0, 10), event(1, .write(3), 0, 10), event(2, .read(2), 20, 30),
        ]
        #expect(isRight(events) == true)
        #expect(isRight(events + [event(2, .read(3), 40, 50)]) == false)
    }

    @Test func noInterestIsLost() {
        let adds: [Event<CountModel.Step>] = [event(0, .add, 0, 10), event(1, .add, 0, 10)]
        #expect(isLinearizable(adds + [event(2, .read(2), 20, 30)], from: CountModel()) == true)
        #expect(isLinearizable(adds + [event(2, .read(1), 20, 30)], from: CountModel()) == false)
        #expect(isLinearizable(adds + [event(2, .read(1), 5, 6)], from: CountModel()) == true)
    }

    @Test func noMoreIsReservedThanTheStock() {
        func reserve(_ person: Int, _ isAllowed: Bool, retried: Bool = false)
            -> ReservationModel.Step
        { .reserve(person, isAllowed: isAllowed, isRetried: retried) }
        func isRight(_ steps: [ReservationModel.Step]) -> Bool? {
            let events = steps.enumerated().map { number, step in
                event(number, step, UInt64(number * 10), UInt64(number * 10 + 5))
            }
            return isLinearizable(events, from: ReservationModel(stock: 1))
        }
        #expect(isRight([reserve(0, true), reserve(1, false)]) == true)
        #expect(isRight([reserve(0, true), reserve(1, true)]) == false)
        #expect(isRight([reserve(0, false)]) == false)
        #expect(isRight([reserve(0, false, retried: true), reserve(1, false)]) == true)
        let release = ReservationModel.Step.release(0, isAllowed: true, isRetried: false)
        #expect(isRight([reserve(0, true), release, reserve(1, true)]) == true)
    }

    /// A reservation was sent again and refused because the first try had succeeded, after another
    /// client had released.
    @Test func aRetriedStepMayBeRefusedAfterSucceeding() {
        let events: [Event<ReservationModel.Step>] = [
            event(0, .reserve(0, isAllowed: true, isRetried: false), 0, 5),
            event(1, .reserve(1, isAllowed: false, isRetried: true), 6, 40),
            event(0, .release(0, isAllowed: true, isRetried: false), 10, 15),
            event(1, .release(1, isAllowed: true, isRetried: false), 50, 55),
        ]
        #expect(isLinearizable(events, from: ReservationModel(stock: 1)) == true)
    }

    /// Histories of a real model are valid however their steps overlap; with one answer changed to
    /// a value that was never there they are not.
    @Test func randomHistoriesAreRightUntilOneAnswerIsChanged() {
        for seed in 1...200 as ClosedRange<UInt64> {
            var events = Self.random(seed: seed)
            #expect(isRight(events) == true, "seed \(seed)")
            guard let place = events.firstIndex(where: { $0.step != .write(0) && $0.client == 9 })
            else { continue }
            events[place].step = .read(-1)
            #expect(isRight(events) == false, "seed \(seed)")
        }
    }

    private static func random(seed: UInt64) -> [Event<PriceModel.Step>] {
        var random = SplitMix64(seed: seed)
        var price = 1
        return (0..<80).map { number in
            let moment = UInt64(1_000 + number * 10)
            let (start, end) = (
                moment - UInt64.random(in: 0...60, using: &random),
                moment + UInt64.random(in: 0...60, using: &random)
            )
            if Bool.random(using: &random) {
                price = number + 2
                return Event(client: 0, step: .write(price), start: start, end: end)
            }
            return Event(client: 9, step: .read(price), start: start, end: end)
        }
    }
}
