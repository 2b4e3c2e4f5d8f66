import Market
import Testing

/// What is kept of people who have left after a report or a decision about them.
struct DepartureStorageTests {
    @Test(arguments: Backend.all)
    func reportsAndDecisionsStayForAWhile(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let (storage, seller) = (trade.storage, trade.seller)
            let other = try await storage.insert(NewItem.sample(of: seller))
            try await trade.report(.item(trade.item))
            try await storage.setHidden(true, trade.item, because: "가짜", at: noon)
            try await storage.setSuspended(true, seller, because: "광고", at: noon)
            let decisions = try await storage.decisions(about: seller, limit: 9)
            let waiting = [
                try await trade.report(.item(other)),
                try await trade.report(.person(seller)),
            ]
            try await storage.deleteAccount(seller, at: noon + 60)
            let open = try await storage.reports(areSettled: false, before: nil, limit: 9)
            #expect(open.map(\.id) == waiting.reversed())
            #expect(open.map(\.subject) == [.person(seller), .item(other)])
            #expect(open.map(\.removal) == [nil, .forGood])
            #expect(open.map(\.decisionCount) == [2, 2])
            for person in open.map(\.person) {
                #expect(person?.nickname == "민지" && person?.id == seller)
                #expect(person?.hasLeft == true && person?.isSuspended == true)
            }
            let left = DepartedPerson(
                id: seller, nickname: "민지", date: noon + 60, wasSuspended: true)
            #expect(try await storage.departedPerson(seller) == left)
            await #expect(throws: StorageError.notFound) {
                try await storage.departedPerson(trade.asker)
            }
            let scope = ReportCase.Scope.person(seller)
            #expect(try await storage.countOpenReports(about: scope) == 2)
            let cases = try await storage.reportCases(about: scope, before: nil, limit: 9)
            #expect(cases.map(\.id) == waiting.reversed() && cases.map(\.others) == [1, 1])
            let settled = try await storage.reports(areSettled: true, before: nil, limit: 9)
            #expect(settled.map(\.decision?.kind) == [.hidden])
            #expect(try await storage.decisions(about: seller, limit: 9) == decisions)
            // Decisions made after the departure are listed with the rest.
            try await storage.settleReport(waiting[1], at: noon + 61)
            let after = try await storage.decisions(about: seller, limit: 9)
            #expect(after.map(\.kind) == [.dismissed, .suspended, .hidden])
            #expect(after.map(\.isOfDeparted) == [true, false, false])
            await #expect(throws: StorageError.notFound) {
                try await storage.setSuspended(false, seller, at: noon)
            }
            try await storage.purgeDeletions(before: noon + 60)
            #expect(try await storage.countOpenReports(upTo: 9) == 1)
            try await storage.purgeDeletions(before: noon + 61)
            #expect(try await storage.countOpenReports(upTo: 9) == 0)
            #expect(try await storage.decisions(about: seller, limit: 9).isEmpty)
            await #expect(throws: StorageError.notFound) {
                try await storage.departedPerson(seller)
            }
        }
    }

    /// No judgement is passed on what they did, except for a message, which is still there.
    @Test(arguments: Backend.all)
    func reportersAreToldThatThePersonHasLeft(_ backend: Backend) async throws {
        try await TradeFixture.asked(backend) { trade, talk in
            let storage = trade.storage
            let message = try await trade.write("욕설", in: talk, by: trade.ofSeller)
            let reports = [
                try await trade.report(.message(message)),
                try await trade.report(.item(trade.item)),
                try await trade.report(.person(trade.seller)),
            ]
            try await storage.deleteAccount(trade.seller, at: noon + 60)
            for id in reports {
                let outcome = try await storage.settleReport(id, by: nil, at: noon + 90)
                #expect(outcome.isOfDeparted == (id != reports[0]))
            }
            let told = try await storage.reminders(of: trade.asker, until: noon + 99, limit: 9)
            let kinds: [Notice.Kind] = [.reportDismissed, .reportedHasLeft, .reportedHasLeft]
            #expect(told.compactMap(\.notice?.kind) == kinds)
            let settled = try await storage.reports(areSettled: true, before: nil, limit: 9)
            #expect(settled.map(\.decision?.isOfDeparted) == [true, true, false])
        }
    }

    @Test(arguments: Backend.all)
    func aSuspendedPersonsNicknameIsReservedForAWhile(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            try await storage.setSuspended(true, trade.seller, at: noon)
            try await storage.deleteAccount(trade.seller, at: noon)
            await #expect(throws: StorageError.nicknameTaken) { _ = try await storage.join("민지") }
            await #expect(throws: StorageError.nicknameTaken) {
                try await storage.updateProfile(
                    Profile(nickname: .sample("민지")), language: nil, of: trade.asker)
            }
            #expect(try await storage.credentials(of: .sample("민지")) == nil)
            try await storage.purgeDeletions(before: noon + 1)
            _ = try await storage.join("민지")
        }
    }

    /// Nor is anything kept of somebody whom nobody has reported.
    @Test(arguments: Backend.all)
    func anyOtherNicknameMayBeTakenAtOnce(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            try await trade.report(.person(trade.seller))
            for account in [trade.seller, trade.asker] {
                try await trade.storage.deleteAccount(account, at: noon)
            }
            for nickname in ["민지", "지수"] { _ = try await trade.storage.join(nickname) }
            let open = try await trade.storage.reports(areSettled: false, before: nil, limit: 9)
            #expect(open.map(\.person?.hasLeft) == [true] && open.map(\.reporter) == [nil])
        }
    }
}
