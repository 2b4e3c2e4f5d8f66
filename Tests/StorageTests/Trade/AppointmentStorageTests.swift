import Market
import Testing

struct AppointmentStorageTests {
    private static let hour: Int64 = 3_600
    private static let three = Appointment(date: noon + 3 * hour, spot: "역 3번 출구")
    private static let five = Appointment(date: noon + 5 * hour, spot: "주민센터 앞")

    /// Runs `body` with a single item that is reserved for the first asker.
    private static func reserved(
        _ backend: Backend, _ body: (Line) async throws -> Void
    ) async throws {
        try await Line.over(backend, stock: 1, askers: 2) { line in
            try await line.sell(.reserve)
            try await body(line)
        }
    }

    /// Runs `body` after the two have agreed to meet at three.
    private static func agreed(
        _ backend: Backend, _ body: (Line) async throws -> Void
    ) async throws {
        try await reserved(backend) { line in
            try await line.ask(.proposeAppointment(three))
            try await line.sell(.acceptAppointment(try await line.proposal()))
            try await body(line)
        }
    }

    @Test(arguments: Backend.all)
    func whatOneProposesTheOtherAccepts(_ backend: Backend) async throws {
        try await Self.reserved(backend) { line in
            try await line.ask(.proposeAppointment(Self.three))
            var seen = try await line.seen()
            #expect(seen.stage == .reserved && seen.meeting.proposal == seen.lastMessage.id)
            #expect(seen.lastMessage.kind == .appointment(Self.three))
            #expect(seen.lastMessage.text.isEmpty)
            let proposal = try await line.proposal()
            await #expect(throws: StorageError.dealing(.isAt(.reserved))) {
                try await line.ask(.acceptAppointment(proposal))
            }
            try await line.sell(.acceptAppointment(proposal))
            seen = try await line.seen()
            #expect(seen.stage == .appointed && seen.meeting.proposal == nil)
            #expect(seen.meeting.appointment?.date == Self.three.date)
            #expect(seen.lastMessage.kind == .note(.appointmentAccepted))
            await #expect(throws: StorageError.dealing(.appointmentAnswered)) {
                try await line.sell(.declineAppointment(proposal))
            }
        }
    }

    @Test(arguments: Backend.all)
    func theSameProposalTwiceIsOne(_ backend: Backend) async throws {
        try await Self.reserved(backend) { line in
            for _ in 1...2 { try await line.ask(.proposeAppointment(Self.three)) }
            #expect(try await line.kinds().count == 3)
            // The same appointment proposed by the other party is a new proposal.
            try await line.sell(.proposeAppointment(Self.three))
            #expect(try await line.outcomes() == [.replaced, nil])
        }
    }

    @Test(arguments: Backend.all)
    func aProposalIsTakenBackUntilItIsAnswered(_ backend: Backend) async throws {
        try await Self.agreed(backend) { line in
            let id = line.conversations[0]
            try await line.sell(.proposeAppointment(Self.five))
            let proposal = try await line.proposal()
            try await line.storage.takeBack(proposal, in: id, by: line.ofSeller, at: noon + 600)
            let seen = try await line.seen()
            #expect(seen.meeting.proposal == nil && seen.lastMessage.isTakenBack)
            #expect(seen.lastMessage.kind == .text && seen.lastMessage.text.isEmpty)
            // The appointment that both agreed on stands.
            #expect(seen.stage == .appointed && seen.meeting.appointment?.spot == "역 3번 출구")
            await #expect(throws: StorageError.dealing(.takenBack)) {
                try await line.ask(.acceptAppointment(proposal))
            }
            try await line.sell(.proposeAppointment(Self.five))
            let answered = try await line.proposal()
            try await line.ask(.declineAppointment(answered))
            await #expect(throws: StorageError.dealing(.appointmentAnswered)) {
                try await line.storage.takeBack(answered, in: id, by: line.ofSeller, at: noon)
            }
        }
    }

    @Test(arguments: Backend.all)
    func anAcceptedProposalMovesTheAppointment(_ backend: Backend) async throws {
        try await Self.agreed(backend) { line in
            try await line.sell(.proposeAppointment(Self.five))
            #expect(try await line.seen().meeting.appointment?.spot == "역 3번 출구")
            try await line.ask(.declineAppointment(try await line.proposal()))
            #expect(try await line.seen().meeting.appointment?.spot == "역 3번 출구")
            #expect(try await line.outcomes() == [.accepted, .declined])
            try await line.sell(.proposeAppointment(Self.five))
            try await line.ask(.acceptAppointment(try await line.proposal()))
            #expect(try await line.seen().meeting.appointment?.spot == "주민센터 앞")
            #expect(try await line.outcomes() == [.replaced, .declined, .accepted])
        }
    }

    @Test(arguments: Backend.all)
    func anAppointmentIsCalledOffWithAMessage(_ backend: Backend) async throws {
        try await Self.agreed(backend) { line in
            try await line.sell(.proposeAppointment(Self.five))
            let unread = try await line.seen().unread
            try await line.sell(.callOffAppointment(word: "아이가 아파요."))
            let seen = try await line.seen()
            #expect(seen.stage == .reserved && seen.meeting == Meeting())
            #expect(seen.lastMessage.text == "아이가 아파요.")
            #expect(seen.unread == unread + 2)
            #expect(try await line.outcomes() == [.calledOff, .calledOff])
            await #expect(throws: StorageError.dealing(.isAt(.reserved))) {
                try await line.sell(.callOffAppointment(word: ""))
            }
        }
    }

    @Test(arguments: Backend.all)
    func releasingCallsTheAppointmentOffToo(_ backend: Backend) async throws {
        try await Self.agreed(backend) { line in
            try await line.ask(.release)
            #expect(try await line.outcomes() == [.calledOff])
            #expect(try await line.seen().meeting == Meeting())
            try await line.sell(.reserve)
            #expect(try await line.seen().stage == .reserved)
        }
    }

    @Test(arguments: Backend.all)
    func onlyAProposalOfTheConversationIsAccepted(_ backend: Backend) async throws {
        try await Self.reserved(backend) { line in
            try await line.ask(.proposeAppointment(Self.three))
            let proposal = try await line.proposal()
            for id in [ChatMessage.ID(rawValue: 1), 999, .max, -1] {
                await #expect(throws: StorageError.notFound) {
                    try await line.sell(.acceptAppointment(id))
                }
            }
            await #expect(throws: StorageError.dealing(.isAt(.asked))) {
                try await line.sell(.acceptAppointment(proposal), to: 1)
            }
            await #expect(throws: StorageError.notFound) {
                try await line.storage.take(
                    .acceptAppointment(proposal), in: line.conversations[0],
                    by: .account(line.askers[1]), at: noon)
            }
            await #expect(throws: StorageError.dealing(.appointmentPassed)) {
                try await line.sell(.acceptAppointment(proposal), after: 3 * Self.hour + 60)
            }
        }
    }

    // MARK: - Whether they met

    @Test(arguments: Backend.all)
    func eachSaysThatTheyMet(_ backend: Backend) async throws {
        try await Self.agreed(backend) { line in
            await #expect(throws: StorageError.dealing(.tooEarly)) {
                try await line.ask(.sayMet, after: 3 * Self.hour - 1)
            }
            await #expect(throws: StorageError.dealing(.arrivalUnsaid)) {
                try await line.ask(.release, after: 3 * Self.hour)
            }
            try await line.ask(.sayMet, after: 3 * Self.hour)
            #expect(try await line.seen().stage == .met)
            await #expect(throws: StorageError.dealing(.isAt(.met))) {
                try await line.ask(.sayMet, after: 3 * Self.hour)
            }
            try await line.sell(.sayMet, after: 3 * Self.hour)
            #expect(try await line.seen().meeting.heard == [.seller, .asker])
            // Having seen the item, the asker does not want it.
            try await line.ask(.release, after: 4 * Self.hour)
            #expect(try await line.storage.item(line.item).status == .selling)
        }
    }

    @Test(arguments: Backend.all)
    func nobodyIsReportedAbsentTooEarly(_ backend: Backend) async throws {
        try await Self.agreed(backend) { line in
            let said = 3 * Self.hour + NoShow.graceTime
            await #expect(throws: StorageError.dealing(.mayStillCome)) {
                try await line.sell(.sayNotCome, after: said - 1)
            }
            #expect(try await line.seen().stage == .appointed)
            try await line.sell(.sayNotCome, after: said)
            #expect(try await line.seen().stage == .notCome)
        }
    }

    @Test(arguments: Backend.all)
    func aNoShowCountsWhenNobodyAnswersForTwoDays(_ backend: Backend) async throws {
        try await Self.agreed(backend) { line in
            let said = 4 * Self.hour
            try await line.sell(.sayNotCome, after: said)
            let seen = try await line.seen()
            #expect(seen.stage == .notCome)
            #expect(seen.noShow == NoShow(party: .asker, date: noon + said))
            #expect(try await line.noShows(of: line.askers[0], after: said + 47 * Self.hour) == 0)
            #expect(try await line.noShows(of: line.askers[0], after: said + 48 * Self.hour) == 1)
            #expect(try await line.noShows(of: line.seller, after: said + 99 * Self.hour) == 0)
            // Releasing the reservation does not remove the no-show.
            try await line.sell(.release, after: said + 49 * Self.hour)
            #expect(try await line.noShows(of: line.askers[0], after: said + 50 * Self.hour) == 1)
        }
    }

    @Test(arguments: Backend.all, [0, 1, 2, 3])
    func anAnswerInTimeKeepsANoShowFromCounting(_ backend: Backend, _ way: Int) async throws {
        try await Self.agreed(backend) { line in
            let said = 4 * Self.hour
            try await line.sell(.sayNotCome, after: said)
            let inTime = said + 48 * Self.hour - 1
            switch way {
            case 0: try await line.ask(.sayMet, after: inTime)
            case 1: try await line.write("차가 막혔어요.", by: line.askers[0], after: inTime)
            case 2:
                // The release of the reservation does not prevent an answer.
                try await line.sell(.release, after: said)
                try await line.write("기다렸는데요?", by: line.askers[0], after: inTime)
            default: try await line.sell(.sayMet, after: said + 999 * Self.hour)
            }
            #expect(try await line.seen().noShow?.isAnswered == true)
            #expect(try await line.noShows(of: line.askers[0], after: 9_999 * Self.hour) == 0)
        }
    }

    @Test(arguments: Backend.all)
    func neitherTheOthersWordNorALateOneIsAnAnswer(_ backend: Backend) async throws {
        try await Self.agreed(backend) { line in
            let said = 4 * Self.hour
            try await line.sell(.sayNotCome, after: said)
            try await line.write("어디세요?", by: line.seller, after: said)
            try await line.write("이제 봤어요.", by: line.askers[0], after: said + 48 * Self.hour)
            #expect(try await line.noShows(of: line.askers[0], after: said + 49 * Self.hour) == 1)
        }
    }

    @Test(arguments: Backend.all)
    func whoDidNotComeDoesNotForestallTheOther(_ backend: Backend) async throws {
        try await Self.agreed(backend) { line in
            let after = 4 * Self.hour
            try await line.ask(.sayMet, after: after)
            try await line.sell(.sayNotCome, after: after)
            #expect(try await line.seen().noShow?.party == .asker)
            try await line.ask(.sayMet, after: after)
            await #expect(throws: StorageError.dealing(.isAt(.met))) {
                try await line.sell(.sayNotCome, after: after)
            }
        }
    }

    @Test(arguments: Backend.all)
    func afterANoShowTheyMayMeetAnotherTime(_ backend: Backend) async throws {
        try await Self.agreed(backend) { line in
            try await line.ask(.sayNotCome, after: 4 * Self.hour)
            try await line.sell(.proposeAppointment(Self.five), after: 4 * Self.hour)
            try await line.ask(.acceptAppointment(try await line.proposal()), after: 4 * Self.hour)
            #expect(try await line.seen().stage == .appointed)
            try await line.ask(.sayMet, after: 5 * Self.hour)
            #expect(try await line.seen().stage == .met)
        }
    }

    @Test(arguments: Backend.all)
    func havingMetAnotherTimeDoesNotWipeOutANoShow(_ backend: Backend) async throws {
        try await Self.agreed(backend) { line in
            try await line.sell(.sayNotCome, after: 4 * Self.hour)
            let days = 60 * Self.hour
            let later = Appointment(date: noon + days, spot: "역")
            try await line.sell(.proposeAppointment(later), after: days)
            try await line.ask(.acceptAppointment(try await line.proposal()), after: days)
            try await line.sell(.sayMet, after: days)
            try await line.ask(.sayMet, after: days)
            #expect(try await line.noShows(of: line.askers[0], after: days) == 1)
        }
    }

    // MARK: - What else happens to appointments

    @Test(arguments: Backend.all)
    func anAppointmentGoesWithItsItemOrPerson(_ backend: Backend) async throws {
        try await Self.agreed(backend) { line in
            try await line.storage.delete(line.item, at: noon)
            #expect(try await line.seen().meeting == Meeting())
            #expect(try await line.reminders(of: line.askers[0]).isEmpty)
        }
        try await Self.agreed(backend) { line in
            try await line.storage.deleteAccount(line.askers[0], at: noon)
            #expect(try await line.reminders(of: line.seller).isEmpty)
            #expect(try await line.outcomes() == [.calledOff])
        }
        try await Self.agreed(backend) { line in
            try await line.storage.deleteAccount(line.seller, at: noon)
            #expect(try await line.reminders(of: line.askers[0]).isEmpty)
            await #expect(throws: StorageError.dealing(.isAt(.asked))) {
                try await line.ask(.sayMet, after: 9 * Self.hour)
            }
        }
    }

    @Test(arguments: Backend.all)
    func anAppointmentMayBeCalledOffAfterASaleElsewhere(_ backend: Backend) async throws {
        try await Self.agreed(backend) { line in
            try await line.storage.setStatus(.sold, of: line.item, at: noon)
            await #expect(throws: StorageError.dealing(.itemSold)) {
                try await line.ask(.proposeAppointment(Self.five))
            }
            try await line.ask(.callOffAppointment(word: ""))
            try await line.ask(.release)
            #expect(try await line.storage.item(line.item).status == .sold)
        }
        try await Self.agreed(backend) { line in
            try await line.storage.setStatus(.selling, of: line.item, at: noon)
            #expect(try await line.seen().stage == .asked)
            #expect(try await line.outcomes() == [.calledOff])
        }
    }

    @Test(arguments: Backend.all)
    func bothAreRemindedUntilOneSaysWhetherTheyMet(_ backend: Backend) async throws {
        try await Self.agreed(backend) { line in
            for account in [line.seller, line.askers[0]] {
                let reminder = try #require(try await line.reminders(of: account).first)
                #expect(reminder.subject == .appointment(line.conversations[0]))
                #expect(reminder.date == Self.three.date && reminder.spot == "역 3번 출구")
                #expect(reminder.other == (account == line.seller ? "이웃 1" : "민지"))
                #expect(reminder.item == line.item)
                let latest = try await line.storage.latestReminders(
                    of: account, after: reminder.dateDue + -1, until: reminder.dateDue, limit: 9)
                #expect(latest == [reminder])
                let after = try await line.storage.reminders(
                    of: account, after: reminder.date, until: reminder.date + 9, limit: 9)
                let until = try await line.storage.reminders(
                    of: account, after: reminder.date + -1, until: reminder.date, limit: 9)
                #expect(after.isEmpty && until == [reminder])
                let early = try await line.storage.countDueReminders(
                    of: account, at: reminder.dateDue + -1)
                let due = try await line.storage.countDueReminders(
                    of: account, at: reminder.dateDue)
                #expect(early == 0 && due == 1 && reminder.dateDue < reminder.date)
                await #expect(throws: StorageError.notFound) {
                    try await line.storage.dismissReminder(reminder.subject, of: account)
                }
            }
            #expect(try await line.reminders(of: line.askers[1]).isEmpty)
            try await line.ask(.sayMet, after: 3 * Self.hour)
            #expect(try await line.reminders(of: line.seller).isEmpty)
            #expect(try await line.reminders(of: line.askers[0]).isEmpty)
        }
    }

    @Test(arguments: Backend.all)
    func closingCompletesTodosPinnedToTheItem(_ backend: Backend) async throws {
        try await Line.over(backend, stock: 2, askers: 2) { line in
            var todos: [Account.ID: Todo.ID] = [:]
            for account in [line.seller] + line.askers {
                let list = try await line.storage.makeList(of: account)
                todos[account] = try await line.storage.insert(
                    TodoContent(title: "건네기", item: line.item), in: list, of: account, at: noon)
                _ = try await line.storage.makeTodo("다른 일", in: list, of: account)
            }
            func done(_ account: Account.ID) async throws -> [Todo.ID] {
                try await line.storage.completedTodos(of: account, before: nil, limit: 9)
                    .map(\.id)
            }
            try await line.sell(.close(at: nil), to: 0)
            #expect(try await done(line.askers[0]) == [try #require(todos[line.askers[0]])])
            // The seller has one more to hand over.
            #expect(try await done(line.seller).isEmpty)
            #expect(try await done(line.askers[1]).isEmpty)
            try await line.sell(.close(at: nil), to: 1)
            #expect(try await done(line.seller) == [try #require(todos[line.seller])])
        }
    }
}

extension Line {
    func proposal() async throws -> ChatMessage.ID {
        try #require(try await seen().meeting.proposal)
    }

    fileprivate func write(
        _ text: String, by account: Account.ID, after seconds: Int64
    ) async throws {
        _ = try await storage.insert(
            NewChatMessage(text: text, date: noon + seconds), in: conversations[0],
            by: .account(account))
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
