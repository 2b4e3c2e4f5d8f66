import Market
import Testing

/// What the clock and the last message say about a step, beside the table.
struct MeetingTests {
    private static let noon = Timestamp(seconds: 1_795_230_000)
    private let agreed = Meeting(appointment: Appointment(date: noon, spot: "역 3번 출구"))

    private func obstacle(
        _ step: Dealing.Step, _ meeting: Meeting, by party: Dealing.Party = .asker,
        at stage: Dealing.Stage = .appointed, after seconds: Int64
    ) -> Dealing.Obstacle? {
        do throws(StorageError) {
            try meeting.check(step, by: party, at: stage, at: Self.noon + seconds)
            return nil
        } catch {
            guard case .dealing(let obstacle) = error else { return nil }
            return obstacle
        }
    }

    @Test(arguments: Dealing.Party.allCases, [Dealing.Step.sayMet, .sayNotCome])
    func nobodySaysWhetherTheyMetBeforeTheTime(_ party: Dealing.Party, _ step: Dealing.Step) {
        #expect(obstacle(step, agreed, by: party, after: -1) == .tooEarly)
        #expect(obstacle(step, agreed, by: party, after: NoShow.graceTime) == nil)
    }

    @Test(arguments: Dealing.Party.allCases)
    func aLateAskerMayStillCome(_ party: Dealing.Party) {
        for seconds in [0, NoShow.graceTime - 1] {
            #expect(obstacle(.sayNotCome, agreed, by: party, after: seconds) == .mayStillCome)
            #expect(obstacle(.sayMet, agreed, by: party, after: seconds) == nil)
        }
    }

    @Test(arguments: Dealing.Party.allCases, [Dealing.Step.release, .callOffAppointment])
    func afterTheTimeNobodyLeavesWithoutSaying(_ party: Dealing.Party, _ step: Dealing.Step) {
        #expect(obstacle(step, agreed, by: party, after: -1) == nil)
        #expect(obstacle(step, agreed, by: party, after: 0) == .arrivalUnsaid)
    }

    @Test func eachSaysItOnceAndMayAnswerWhatTheOtherSays() {
        var meeting = Meeting(heard: [.asker])
        #expect(obstacle(.sayNotCome, meeting, at: .met, after: 9) == .isAt(.met))
        #expect(obstacle(.sayMet, meeting, at: .met, after: 9) == .isAt(.met))
        #expect(obstacle(.sayNotCome, meeting, by: .seller, at: .met, after: 9) == nil)
        meeting.heard = [.asker, .seller]
        for party in Dealing.Party.allCases {
            #expect(obstacle(.sayMet, meeting, by: party, at: .notCome, after: 9) == nil)
        }
    }

    @Test func onlyAnExistingAppointmentIsCalledOff() {
        let proposed = Meeting(proposal: 7)
        #expect(obstacle(.callOffAppointment, proposed, at: .reserved, after: 0) == nil)
        #expect(
            obstacle(.callOffAppointment, Meeting(), at: .reserved, after: 0) == .isAt(.reserved))
        #expect(obstacle(.release, Meeting(), at: .reserved, after: 0) == nil)
    }

    @Test func otherStepsDoNotAskTheClock() {
        let others = Set(Dealing.Step.allCases)
            .subtracting([.release, .callOffAppointment, .sayMet, .sayNotCome])
        for step in others { #expect(obstacle(step, agreed, after: 9) == nil, "\(step)") }
    }

    @Test func whatIsSoldIsOnlyEnded() {
        let ends = Dealing.Step.allCases.filter { !$0.needsOffer }
        #expect(
            ends == [
                .write, .leaveLine, .release, .callOffAppointment, .sayMet, .sayNotCome, .reopen,
                .review,
            ])
    }

    @Test func aNoShowCountsAfterTwoDays() {
        #expect(NoShow(party: .asker, date: Self.noon).deadline == Self.noon + 2 * 86_400)
    }

    @Test func aTermIsInDays() {
        #expect(ReservationTerm.allCases.map(\.seconds) == [86_400, 3 * 86_400, 7 * 86_400])
    }
}
