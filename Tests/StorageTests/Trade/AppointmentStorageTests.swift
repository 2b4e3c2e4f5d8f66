import Market
import Testing

struct AppointmentStorageTests {
    private static let hour: Int64 = 3_600
    private static let three = Appointment(date: noon + 3 * hour, spot: "역 3번 출구")
    private static let five = Appointment(date: noon + 5 * hour, spot: "주민센터 앞")

    /// Runs `body` with a single item that is reserved for the first asker.
    private static func reserved(
        _ backend: Backend, _ body: (Sale) async throws -> Void
    ) async throws {
        try await Sale.over(backend, stock: 1, askers: 2) { sale in
            try await sale.sell(.reserve)
            try await body(sale)
        }
    }

    /// Runs `body` after the two have agreed to meet at three.
    private static func agreed(
        _ backend: Backend, _ body: (Sale) async throws -> Void
    ) async throws {
        try await reserved(backend) { sale in
            try await sale.ask(.proposeAppointment(three))
            try await sale.sell(.acceptAppointment(try await sale.proposal()))
            try await body(sale)
        }
    }

    @Test(arguments: Backend.all)
    func whatOneProposesTheOtherAccepts(_ backend: Backend) async throws {
        try await Self.reserved(backend) { sale in
            try await sale.ask(.proposeAppointment(Self.three))
            var seen = try await sale.seen()
            #expect(seen.stage == .reserved && seen.meeting.proposal == seen.lastMessage.id)
            #expect(seen.lastMessage.kind == .appointment(Self.three))
            #expect(seen.lastMessage.text.isEmpty)
            let proposal = try await sale.proposal()
            await #expect(throws: StorageError.dealing(.isAt(.reserved))) {
                try await sale.ask(.acceptAppointment(proposal))
            }
            try await sale.sell(.acceptAppointment(proposal))
            seen = try await sale.seen()
            #expect(seen.stage == .appointed && seen.meeting.proposal == nil)
            #expect(seen.meeting.appointment?.date == Self.three.date)
            #expect(seen.lastMessage.kind == .note(.appointmentAccepted))
            await #expect(throws: StorageError.dealing(.appointmentAnswered)) {
                try await sale.sell(.declineAppointment(proposal))
            }
        }
    }

    @Test(arguments: Backend.all)
    func theSameProposalTwiceIsOne(_ backend: Backend) async throws {
        try await Self.reserved(backend) { sale in
            for _ in 1...2 { try await sale.ask(.proposeAppointment(Self.three)) }
            #expect(try await sale.kinds().count == 3)
            // The same appointment proposed by the other party is a new proposal.
            try await sale.sell(.proposeAppointment(Self.three))
            #expect(try await sale.outcomes() == [.replaced, nil])
        }
    }

    @Test(arguments: Backend.all)
    func aProposalIsTakenBackUntilItIsAnswered(_ backend: Backend) async throws {
        try await Self.agreed(backend) { sale in
            let id = sale.conversations[0]
            try await sale.sell(.proposeAppointment(Self.five))
            let proposal = try await sale.proposal()
            try await sale.storage.takeBack(proposal, in: id, by: sale.ofSeller, at: noon + 600)
            let seen = try await sale.seen()
            #expect(seen.meeting.proposal == nil && seen.lastMessage.isTakenBack)
            #expect(seen.lastMessage.kind == .text && seen.lastMessage.text.isEmpty)
            // The appointment that both agreed on stands.
            #expect(seen.stage == .appointed && seen.meeting.appointment?.spot == "역 3번 출구")
            await #expect(throws: StorageError.dealing(.takenBack)) {
                try await sale.ask(.acceptAppointment(proposal))
            }
            try await sale.sell(.proposeAppointment(Self.five))
            let answered = try await sale.proposal()
            try await sale.ask(.declineAppointment(answered))
            await #expect(throws: StorageError.dealing(.appointmentAnswered)) {
                try await sale.storage.takeBack(answered, in: id, by: sale.ofSeller, at: noon)
            }
        }
    }

    @Test(arguments: Backend.all)
    func anAcceptedProposalMovesTheAppointment(_ backend: Backend) async throws {
        try await Self.agreed(backend) { sale in
            try await sale.sell(.proposeAppointment(Self.five))
            #expect(try await sale.seen().meeting.appointment?.spot == "역 3번 출구")
            try await sale.ask(.declineAppointment(try await sale.proposal()))
            #expect(try await sale.seen().meeting.appointment?.spot == "역 3번 출구")
            #expect(try await sale.outcomes() == [.accepted, .declined])
            try await sale.sell(.proposeAppointment(Self.five))
            try await sale.ask(.acceptAppointment(try await sale.proposal()))
            #expect(try await sale.seen().meeting.appointment?.spot == "주민센터 앞")
            #expect(try await sale.outcomes() == [.replaced, .declined, .accepted])
        }
    }

    @Test(arguments: Backend.all)
    func anAppointmentIsCalledOffWithAMessage(_ backend: Backend) async throws {
        try await Self.agreed(backend) { sale in
            try await sale.sell(.proposeAppointment(Self.five))
            let unread = try await sale.seen().unread
            try await sale.sell(.callOffAppointment(word: "아이가 아파요."))
            let seen = try await sale.seen()
            #expect(seen.stage == .reserved && seen.meeting == Meeting())
            #expect(seen.lastMessage.text == "아이가 아파요.")
            #expect(seen.unread == unread + 2)
            #expect(try await sale.outcomes() == [.calledOff, .calledOff])
            await #expect(throws: StorageError.dealing(.isAt(.reserved))) {
                try await sale.sell(.callOffAppointment(word: ""))
            }
        }
    }

    @Test(arguments: Backend.all)
    func releasingCallsTheAppointmentOffToo(_ backend: Backend) async throws {
        try await Self.agreed(backend) { sale in
            try await sale.ask(.release)
            #expect(try await sale.outcomes() == [.calledOff])
            #expect(try await sale.seen().meeting == Meeting())
            try await sale.sell(.reserve)
            #expect(try await sale.seen().stage == .reserved)
        }
    }

    @Test(arguments: Backend.all)
    func onlyAProposalOfTheConversationIsAccepted(_ backend: Backend) async throws {
        try await Self.reserved(backend) { sale in
            try await sale.ask(.proposeAppointment(Self.three))
            let proposal = try await sale.proposal()
            for id in [ChatMessage.ID(rawValue: 1), 999, .max, -1] {
                await #expect(throws: StorageError.notFound) {
                    try await sale.sell(.acceptAppointment(id))
                }
            }
            await #expect(throws: StorageError.dealing(.isAt(.asked))) {
                try await sale.sell(.acceptAppointment(proposal), to: 1)
            }
            await #expect(throws: StorageError.notFound) {
                try await sale.storage.take(
                    .acceptAppointment(proposal), in: sale.conversations[0],
                    by: .account(sale.askers[1]), at: noon)
            }
            await #expect(throws: StorageError.dealing(.appointmentPassed)) {
                try await sale.sell(.acceptAppointment(proposal), after: 3 * Self.hour + 60)
            }
        }
    }

    // MARK: - Whether they met

    @Test(arguments: Backend.all)
    func eachSaysThatTheyMet(_ backend: Backend) async throws {
        try await Self.agreed(backend) { sale in
            await #expect(throws: StorageError.dealing(.tooEarly)) {
                try await sale.ask(.sayMet, after: 3 * Self.hour - 1)
            }
            await #expect(throws: StorageError.dealing(.arrivalUnsaid)) {
                try await sale.ask(.release, after: 3 * Self.hour)
            }
            try await sale.ask(.sayMet, after: 3 * Self.hour)
            #expect(try await sale.seen().stage == .met)
            await #expect(throws: StorageError.dealing(.isAt(.met))) {
                try await sale.ask(.sayMet, after: 3 * Self.hour)
            }
            try await sale.sell(.sayMet, after: 3 * Self.hour)
            #expect(try await sale.seen().meeting.heard == [.seller, .asker])
            // Having seen the item, the asker does not want it.
            try await sale.ask(.release, after: 4 * Self.hour)
            #expect(try await sale.storage.item(sale.item).status == .selling)
        }
    }

    @Test(arguments: Backend.all)
    func nobodyIsReportedAbsentTooEarly(_ backend: Backend) async throws {
        try await Self.agreed(backend) { sale in
            let said = 3 * Self.hour + NoShow.graceTime
            await #expect(throws: StorageError.dealing(.mayStillCome)) {
                try await sale.sell(.sayNotCome, after: said - 1)
            }
            #expect(try await sale.seen().stage == .appointed)
            try await sale.sell(.sayNotCome, after: said)
            #expect(try await sale.seen().stage == .notCome)
        }
    }

    @Test(arguments: Backend.all)
    func aNoShowCountsWhenNobodyAnswersForTwoDays(_ backend: Backend) async throws {
        try await Self.agreed(backend) { sale in
            let said = 4 * Self.hour
            try await sale.sell(.sayNotCome, after: said)
            let seen = try await sale.seen()
            #expect(seen.stage == .notCome)
            #expect(seen.noShow == NoShow(party: .asker, date: noon + said))
            #expect(try await sale.noShows(of: sale.askers[0], after: said + 47 * Self.hour) == 0)
            #expect(try await sale.noShows(of: sale.askers[0], after: said + 48 * Self.hour) == 1)
            #expect(try await sale.noShows(of: sale.seller, after: said + 99 * Self.hour) == 0)
            // Releasing the reservation does not remove the no-show.
            try await sale.sell(.release, after: said + 49 * Self.hour)
            #expect(try await sale.noShows(of: sale.askers[0], after: said + 50 * Self.hour) == 1)
        }
    }

    @Test(arguments: Backend.all)
    func aSellersNoShowIsToldOnTheirListingsUnlessAnswered(_ backend: Backend) async throws {
        try await Self.agreed(backend) { sale in
            let said = 4 * Self.hour
            let deadline = said + NoShow.answerTime
            try await sale.ask(.sayNotCome, after: said)
            func facts(after seconds: Int64) async throws -> PersonFacts? {
                try await sale.storage.detailed(sale.item, at: noon + seconds).seller?.facts
            }
            #expect(
                try await facts(after: deadline - 1) == PersonFacts(nextChange: noon + deadline))
            #expect(try await facts(after: deadline) == PersonFacts(noShows: 1))
            try await sale.write("여기 있어요.", by: sale.seller, after: deadline - 1)
            for seconds in [deadline - 1, deadline] {
                #expect(try await facts(after: seconds) == PersonFacts())
            }
        }
    }

    @Test(arguments: Backend.all, [0, 1, 2, 3])
    func anAnswerInTimeKeepsANoShowFromCounting(_ backend: Backend, _ way: Int) async throws {
        try await Self.agreed(backend) { sale in
            let said = 4 * Self.hour
            try await sale.sell(.sayNotCome, after: said)
            let inTime = said + 48 * Self.hour - 1
            switch way {
            case 0: try await sale.ask(.sayMet, after: inTime)
            case 1: try await sale.write("차가 막혔어요.", by: sale.askers[0], after: inTime)
            case 2:
                // The release of the reservation does not prevent an answer.
                try await sale.sell(.release, after: said)
                try await sale.write("기다렸는데요?", by: sale.askers[0], after: inTime)
            default: try await sale.sell(.sayMet, after: said + 999 * Self.hour)
            }
            #expect(try await sale.seen().noShow?.isAnswered == true)
            #expect(try await sale.noShows(of: sale.askers[0], after: 9_999 * Self.hour) == 0)
        }
    }

    @Test(arguments: Backend.all)
    func neitherTheOthersWordNorALateOneIsAnAnswer(_ backend: Backend) async throws {
        try await Self.agreed(backend) { sale in
            let said = 4 * Self.hour
            try await sale.sell(.sayNotCome, after: said)
            try await sale.write("어디세요?", by: sale.seller, after: said)
            try await sale.write("이제 봤어요.", by: sale.askers[0], after: said + 48 * Self.hour)
            #expect(try await sale.noShows(of: sale.askers[0], after: said + 49 * Self.hour) == 1)
        }
    }

    @Test(arguments: Backend.all)
    func whoDidNotComeDoesNotForestallTheOther(_ backend: Backend) async throws {
        try await Self.agreed(backend) { sale in
            let after = 4 * Self.hour
            try await sale.ask(.sayMet, after: after)
            try await sale.sell(.sayNotCome, after: after)
            #expect(try await sale.seen().noShow?.party == .asker)
            try await sale.ask(.sayMet, after: after)
            await #expect(throws: StorageError.dealing(.isAt(.met))) {
                try await sale.sell(.sayNotCome, after: after)
            }
        }
    }

    @Test(arguments: Backend.all)
    func afterANoShowTheyMayMeetAnotherTime(_ backend: Backend) async throws {
        try await Self.agreed(backend) { sale in
            try await sale.ask(.sayNotCome, after: 4 * Self.hour)
            try await sale.sell(.proposeAppointment(Self.five), after: 4 * Self.hour)
            try await sale.ask(.acceptAppointment(try await sale.proposal()), after: 4 * Self.hour)
            #expect(try await sale.seen().stage == .appointed)
            try await sale.ask(.sayMet, after: 5 * Self.hour)
            #expect(try await sale.seen().stage == .met)
        }
    }

    @Test(arguments: Backend.all)
    func havingMetAnotherTimeDoesNotWipeOutANoShow(_ backend: Backend) async throws {
        try await Self.agreed(backend) { sale in
            try await sale.sell(.sayNotCome, after: 4 * Self.hour)
            let days = 60 * Self.hour
            let later = Appointment(date: noon + days, spot: "역")
            try await sale.sell(.proposeAppointment(later), after: days)
            try await sale.ask(.acceptAppointment(try await sale.proposal()), after: days)
            try await sale.sell(.sayMet, after: days)
            try await sale.ask(.sayMet, after: days)
            #expect(try await sale.noShows(of: sale.askers[0], after: days) == 1)
        }
    }

    // MARK: - What else happens to appointments

    @Test(arguments: Backend.all)
    func anAppointmentGoesWithItsItemOrPerson(_ backend: Backend) async throws {
        try await Self.agreed(backend) { sale in
            try await sale.storage.delete(sale.item, at: noon)
            #expect(try await sale.seen().meeting == Meeting())
            #expect(try await sale.reminders(of: sale.askers[0]).isEmpty)
        }
        try await Self.agreed(backend) { sale in
            try await sale.storage.deleteAccount(sale.askers[0], at: noon)
            #expect(try await sale.reminders(of: sale.seller).isEmpty)
            #expect(try await sale.outcomes() == [.calledOff])
        }
        try await Self.agreed(backend) { sale in
            try await sale.storage.deleteAccount(sale.seller, at: noon)
            #expect(try await sale.reminders(of: sale.askers[0]).isEmpty)
            await #expect(throws: StorageError.dealing(.isAt(.asked))) {
                try await sale.ask(.sayMet, after: 9 * Self.hour)
            }
        }
    }

    @Test(arguments: Backend.all)
    func anAppointmentMayBeCalledOffAfterASaleElsewhere(_ backend: Backend) async throws {
        try await Self.agreed(backend) { sale in
            try await sale.storage.setStatus(.sold, of: sale.item, at: noon)
            await #expect(throws: StorageError.dealing(.itemSold)) {
                try await sale.ask(.proposeAppointment(Self.five))
            }
            try await sale.ask(.callOffAppointment(word: ""))
            try await sale.ask(.release)
            #expect(try await sale.storage.item(sale.item).status == .sold)
        }
        try await Self.agreed(backend) { sale in
            try await sale.storage.setStatus(.selling, of: sale.item, at: noon)
            #expect(try await sale.seen().stage == .asked)
            #expect(try await sale.outcomes() == [.calledOff])
        }
    }

    @Test(arguments: Backend.all)
    func bothAreRemindedUntilOneSaysWhetherTheyMet(_ backend: Backend) async throws {
        try await Self.agreed(backend) { sale in
            for account in [sale.seller, sale.askers[0]] {
                let reminder = try #require(try await sale.reminders(of: account).first)
                #expect(reminder.subject == .appointment(sale.conversations[0]))
                #expect(reminder.date == Self.three.date && reminder.spot == "역 3번 출구")
                #expect(reminder.other == (account == sale.seller ? "이웃 1" : "민지"))
                #expect(reminder.item == sale.item)
                let latest = try await sale.storage.latestReminders(
                    of: account, after: reminder.dateDue + -1, until: reminder.dateDue, limit: 9)
                #expect(latest == [reminder])
                let after = try await sale.storage.reminders(
                    of: account, after: reminder.date, until: reminder.date + 9, limit: 9)
                let until = try await sale.storage.reminders(
                    of: account, after: reminder.date + -1, until: reminder.date, limit: 9)
                #expect(after.isEmpty && until == [reminder])
                let early = try await sale.storage.countDueReminders(
                    of: account, at: reminder.dateDue + -1)
                let due = try await sale.storage.countDueReminders(
                    of: account, at: reminder.dateDue)
                #expect(early == 0 && due == 1 && reminder.dateDue < reminder.date)
                await #expect(throws: StorageError.notFound) {
                    try await sale.storage.dismissReminder(reminder.subject, of: account)
                }
            }
            #expect(try await sale.reminders(of: sale.askers[1]).isEmpty)
            try await sale.ask(.sayMet, after: 3 * Self.hour)
            #expect(try await sale.reminders(of: sale.seller).isEmpty)
            #expect(try await sale.reminders(of: sale.askers[0]).isEmpty)
        }
    }

    @Test(arguments: Backend.all)
    func closingCompletesTodosPinnedToTheItem(_ backend: Backend) async throws {
        try await Sale.over(backend, stock: 2, askers: 2) { sale in
            var todos: [Account.ID: Todo.ID] = [:]
            for account in [sale.seller] + sale.askers {
                let list = try await sale.storage.makeList(of: account)
                todos[account] = try await sale.storage.insert(
                    TodoContent(title: "건네기", item: sale.item), in: list, of: account, at: noon)
                _ = try await sale.storage.makeTodo("다른 일", in: list, of: account)
            }
            func done(_ account: Account.ID) async throws -> [Todo.ID] {
                try await sale.storage.completedTodos(of: account, before: nil, limit: 9)
                    .map(\.id)
            }
            try await sale.sell(.close(at: nil), to: 0)
            #expect(try await done(sale.askers[0]) == [try #require(todos[sale.askers[0]])])
            // The seller has one more to hand over.
            #expect(try await done(sale.seller).isEmpty)
            #expect(try await done(sale.askers[1]).isEmpty)
            try await sale.sell(.close(at: nil), to: 1)
            #expect(try await done(sale.seller) == [try #require(todos[sale.seller])])
        }
    }
}

extension Sale {
    func proposal() async throws -> ChatMessage.ID {
        try #require(try await seen().meeting.proposal)
    }

    fileprivate func write(
        _ text: String, by account: Account.ID, after seconds: Int64
    ) async throws {
        try await storage.write(
            text, in: conversations[0], by: .account(account), at: noon + seconds)
    }

    fileprivate func noShows(of account: Account.ID, after seconds: Int64) async throws -> Int {
        try await storage.facts(of: account, at: noon + seconds).noShows
    }

    fileprivate func reminders(of account: Account.ID) async throws -> [Reminder] {
        try await storage.reminders(of: account, until: Timestamp(seconds: .max), limit: 9)
    }

    /// The outcome of each appointment, in the order of the proposals.
    fileprivate func outcomes() async throws -> [Appointment.Outcome?] {
        try await kinds().compactMap { kind in
            if case .appointment(let appointment) = kind { .some(appointment.outcome) } else { nil }
        }
    }
}
