import Market
import Testing

/// The whole state machine, walked step by step and compared with the table here.
struct DealingTests {
    /// One step a line: for each stage, in order, who may take it (s, a, b for both, - for nobody),
    /// and the first letter of the stage that it leads to (= for the same).
    private static let drawing: [(Dealing.Step, who: String, to: Character)] = [
        // asked, reserved, appointed, met, not come, closed
        (.write, "bbbbbb", "="),
        (.offerPrice, "aa----", "="),
        (.acceptOffer, "ss----", "="),
        (.declineOffer, "ss----", "="),
        (.joinLine, "a-----", "="),
        (.leaveLine, "a-----", "="),
        (.reserve, "s-----", "r"),
        (.release, "-bbbb-", "a"),
        (.proposeAppointment, "-bb-b-", "="),
        (.acceptAppointment, "-bb-b-", "p"),
        (.declineAppointment, "-bb-b-", "="),
        (.callOffAppointment, "-bb---", "r"),
        (.sayMet, "--bbb-", "m"),
        (.sayNotCome, "--bb--", "n"),
        (.close, "sssss-", "c"),
        (.reopen, "-----s", "a"),
        (.review, "-----b", "="),
        (.dealAgain, "-----b", "a"),
    ]
    private static let stages: [Character: Dealing.Stage] = [
        "a": .asked, "r": .reserved, "p": .appointed, "m": .met, "n": .notCome, "c": .closed,
    ]

    @Test func everyStepIsDrawnOnce() {
        #expect(Self.drawing.map(\.0) == Dealing.Step.allCases)
        #expect(Self.drawing.allSatisfy { $0.who.count == Dealing.Stage.allCases.count })
        #expect(Self.stages.count == Dealing.Stage.allCases.count)
    }

    @Test(arguments: Dealing.Party.allCases, Dealing.Stage.allCases)
    func everyStepLeadsWhereItIsDrawnOrIsRefused(
        _ party: Dealing.Party, _ stage: Dealing.Stage
    ) throws {
        for (step, who, to) in Self.drawing {
            let drawn = Array(who)[stage.rawValue]
            let isDrawn = drawn == "b" || drawn == (party == .seller ? "s" : "a")
            #expect(Dealing.allows(step, by: party, at: stage) == isDrawn, "\(step)")
            guard isDrawn else {
                #expect(throws: StorageError.dealing(.isAt(stage))) {
                    try Dealing.stage(after: step, by: party, at: stage)
                }
                continue
            }
            let next = try Dealing.stage(after: step, by: party, at: stage)
            #expect(next == Self.stages[to] ?? stage, "\(step)")
        }
    }

    @Test func everyStageIsReachedAndAClosedDealingOnlyGoesBack() throws {
        var reached: Set<Dealing.Stage> = [.asked]
        var waiting = reached
        while let stage = waiting.popFirst() {
            var next: Set<Dealing.Stage> = []
            for party in Dealing.Party.allCases {
                for step in Dealing.Step.allCases
                where Dealing.allows(step, by: party, at: stage) {
                    next.insert(try Dealing.stage(after: step, by: party, at: stage))
                }
            }
            let others = next.subtracting([stage])
            #expect(!others.isEmpty && (others == [.asked] || stage != .closed), "\(stage)")
            waiting.formUnion(next.subtracting(reached))
            reached.formUnion(next)
        }
        #expect(reached == Set(Dealing.Stage.allCases))
    }

    @Test func stockIsHeldFromTheReservationToTheEnd() {
        let holding = Dealing.Stage.allCases.filter(\.holdsStock)
        #expect(holding == [.reserved, .appointed, .met, .notCome])
    }

    @Test func reopeningRestoresTheReservation() {
        let stages = Dealing.Stage.allCases.map(\.afterReopening)
        #expect(stages == [.asked, .reserved, .appointed, .reserved, .reserved, .asked])
    }

    @Test func aClosingTakesAtMostWhatIsLeftForTheAsker() throws {
        for stage in Dealing.Stage.allCases {
            #expect(stage.mostToClose(free: 2) == (stage.holdsStock ? 3 : 2))
        }
        for pieces: Int64 in 1...3 { try Dealing.Closing.check(pieces, outOf: 3) }
        for pieces: Int64 in [0, -1, 4] {
            #expect(throws: StorageError.dealing(.fewerLeft(3))) {
                try Dealing.Closing.check(pieces, outOf: 3)
            }
        }
        #expect(throws: StorageError.dealing(.noneLeft)) {
            try Dealing.Closing.check(1, outOf: 0)
        }
    }

    @Test func aClosingCanBeTakenBackForADayBeforeAnyReview() {
        let noon = Timestamp(seconds: 1_795_230_000)
        func mayReopen(
            after seconds: Int64, isReviewed: Bool = false, otherReviewOpens: Timestamp? = nil
        ) -> Bool {
            let closing = Dealing.Closing(
                id: 1, date: noon, isReviewed: isReviewed, otherReviewOpens: otherReviewOpens)
            return (try? closing.checkMayReopen(at: noon + seconds)) != nil
        }
        #expect(mayReopen(after: 0) && mayReopen(after: 86_400))
        #expect(!mayReopen(after: 86_401))
        #expect(!mayReopen(after: 60, isReviewed: true))
        // A sealed review counts, too.
        #expect(!mayReopen(after: 60, otherReviewOpens: noon + Review.writingTime))
    }

    /// Otherwise a missing offer would reveal a sealed review.
    @Test func reopeningIsOfferedByOwnReviewAndTimeAlone() {
        let noon = Timestamp(seconds: 1_795_230_000)
        for opens in [nil, noon + Review.writingTime] {
            for (seconds, isReviewed) in [(0, false), (86_400, false), (86_401, false), (9, true)] {
                let closing = Dealing.Closing(
                    id: 1, date: noon, isReviewed: isReviewed, otherReviewOpens: opens)
                let isOffered = closing.isOfferedBack(at: noon + Int64(seconds))
                #expect(isOffered == (seconds <= 86_400 && !isReviewed))
            }
        }
    }

    @Test func eachPartyIsTheOthersOther() {
        #expect(Dealing.Party.seller.other == .asker)
        #expect(Dealing.Party.asker.other == .seller)
    }
}
