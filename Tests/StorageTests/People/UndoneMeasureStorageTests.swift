import Market
import Testing

/// Measures that operators took by mistake and undo at once.
struct UndoneMeasureStorageTests {
    private func waiting(in trade: TradeFixture) async throws -> [Report.ID] {
        try await trade.storage.reports(areSettled: false, before: nil, limit: 9).map(\.id)
    }

    private func told(_ account: Account.ID, in trade: TradeFixture) async throws -> Int {
        try await trade.storage.countDueReminders(of: account, at: noon + 999)
    }

    @Test(arguments: Backend.all)
    func undoingAHidingReopensItsReports(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let (storage, third) = (trade.storage, try await trade.storage.join("하늘"))
            let dismissed = try await trade.report(.item(trade.item), by: third)
            try await storage.settleReport(dismissed, at: noon)
            let id = try await trade.report(.item(trade.item))
            try await storage.setHidden(true, trade.item, because: "가짜", by: nil, at: noon + 1)
            #expect(try await waiting(in: trade).isEmpty)
            #expect(try await told(trade.asker, in: trade) == 1)
            for _ in 1...2 {
                try await storage.undo(.hiding(trade.item), by: nil, at: noon + 2)
                // A report that was settled otherwise stays settled.
                #expect(try await waiting(in: trade) == [id])
                #expect(try await told(trade.asker, in: trade) == 0)
            }
            #expect(try await !storage.item(trade.item).isHidden)
            // An item that is shown again later does not reopen its reports.
            try await storage.setHidden(true, trade.item, at: noon + 3)
            try await storage.setHidden(false, trade.item, at: noon + 4)
            try await storage.undo(.hiding(trade.item), by: nil, at: noon + 5)
            #expect(try await waiting(in: trade).isEmpty)
        }
    }

    @Test(arguments: Backend.all)
    func undoingASuspensionReopensItsReports(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            let ofItem = try await trade.report(.item(trade.item))
            let ofPerson = try await trade.report(.person(trade.seller))
            try await storage.setSuspended(
                true, trade.seller, because: "광고", hidingItems: true, by: nil, at: noon + 1)
            #expect(try await waiting(in: trade).isEmpty)
            #expect(try await told(trade.asker, in: trade) == 2)
            for _ in 1...2 {
                try await storage.undo(.suspension(trade.seller), by: nil, at: noon + 2)
                #expect(try await waiting(in: trade) == [ofPerson, ofItem])
                #expect(try await told(trade.asker, in: trade) == 0)
            }
            #expect(try await !storage.isSuspended(trade.seller))
            #expect(try await !storage.item(trade.item).isHidden)
            // A suspension that is lifted later does not reopen its reports.
            for isSuspended in [true, false] {
                try await storage.setSuspended(isSuspended, trade.seller, at: noon + 3)
            }
            #expect(try await waiting(in: trade) == [ofItem])
        }
    }

    @Test(arguments: Backend.all)
    func undoingARemovalReopensItsReports(_ backend: Backend) async throws {
        try await TradeFixture.asked(backend) { trade, talk in
            let storage = trade.storage
            let message = try await trade.write("욕설", in: talk, by: trade.ofSeller)
            let id = try await trade.report(.message(message))
            try await storage.setRemoved(true, messageOf: id, by: nil, at: noon + 1)
            #expect(try await waiting(in: trade).isEmpty)
            for _ in 1...2 {
                try await storage.undo(.removal(id), by: nil, at: noon + 2)
                #expect(try await waiting(in: trade) == [id])
            }
            let kinds = try await storage.decisions(about: trade.seller, limit: 9).map(\.kind)
            #expect(kinds == [.returned, .removed])
            try await storage.setRemoved(true, messageOf: id, by: nil, at: noon + 3)
            try await storage.setRemoved(false, messageOf: id, by: nil, at: noon + 4)
            #expect(try await waiting(in: trade).isEmpty)
        }
    }

    // MARK: - What another operator has decided since

    /// Shown again and hidden by another operator, it stays hidden.
    @Test(arguments: Backend.all)
    func aLaterHidingByAnotherOperatorStays(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            let (first, second) = try await storage.joinOperators()
            func hide(_ isHidden: Bool, by decider: Account.ID) async throws {
                try await storage.setHidden(
                    isHidden, trade.item, because: "", by: decider, at: noon)
            }
            try await hide(true, by: first)
            try await hide(false, by: second)
            try await hide(true, by: second)
            let undone = try await storage.undo(.hiding(trade.item), by: first, at: noon + 1)
            #expect(undone.earlier?.kind == .hidden && undone.earlier?.decider?.id == second)
            #expect(try await storage.item(trade.item).isHidden)
            let own = try await storage.undo(.hiding(trade.item), by: second, at: noon + 2)
            #expect(own == DecisionOutcome())
            #expect(try await !storage.item(trade.item).isHidden)
            // Nothing is left to undo.
            let again = try await storage.undo(.hiding(trade.item), by: first, at: noon + 3)
            #expect(again == DecisionOutcome())
        }
    }

    @Test(arguments: Backend.all)
    func whatIsHiddenWithItsSellerSinceStaysHidden(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            let (first, second) = try await storage.joinOperators()
            for isHidden in [true, false] {
                try await storage.setHidden(
                    isHidden, trade.item, because: "", by: first, at: noon)
            }
            try await storage.setSuspended(
                true, trade.seller, because: "광고", hidingItems: true, by: second, at: noon)
            let undone = try await storage.undo(.hiding(trade.item), by: first, at: noon + 1)
            #expect(undone.earlier?.kind == .suspended && undone.earlier?.decider?.id == second)
            #expect(try await storage.item(trade.item).isHidden)
        }
    }

    @Test(arguments: Backend.all)
    func aLaterSuspensionByAnotherOperatorStays(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let (storage, seller) = (trade.storage, trade.seller)
            let (first, second) = try await storage.joinOperators()
            try await storage.setSuspended(true, seller, because: "", by: first, at: noon)
            try await storage.setSuspended(false, seller, because: "", by: second, at: noon)
            try await storage.setSuspended(true, seller, because: "", by: second, at: noon)
            let undone = try await storage.undo(.suspension(seller), by: first, at: noon + 1)
            #expect(undone.earlier?.kind == .suspended && undone.earlier?.decider?.id == second)
            #expect(try await storage.isSuspended(seller))
            let own = try await storage.undo(.suspension(seller), by: second, at: noon + 2)
            let isSuspended = try await storage.isSuspended(seller)
            #expect(own == DecisionOutcome() && !isSuspended)
        }
    }

    @Test(arguments: Backend.all)
    func aLaterRemovalByAnotherOperatorStays(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            let (first, second) = try await storage.joinOperators()
            let talk = try await trade.ask()
            let message = try await trade.write("욕설", in: talk, by: trade.ofSeller)
            let id = try await trade.report(.message(message))
            try await storage.setRemoved(true, messageOf: id, by: first, at: noon)
            try await storage.setRemoved(false, messageOf: id, by: second, at: noon)
            try await storage.setRemoved(true, messageOf: id, by: second, at: noon)
            let undone = try await storage.undo(.removal(id), by: first, at: noon + 1)
            #expect(undone.earlier?.kind == .removed && undone.earlier?.decider?.id == second)
            let kinds = try await storage.decisions(about: trade.seller, limit: 9).map(\.kind)
            #expect(kinds == [.removed, .returned, .removed])
            let own = try await storage.undo(.removal(id), by: second, at: noon + 2)
            #expect(own == DecisionOutcome())
        }
    }

    @Test(arguments: Backend.all)
    func aLiftedSuspensionComesBackAsItWas(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let (storage, seller) = (trade.storage, trade.seller)
            let (first, second) = (
                try await storage.join("장터지기"), try await storage.join("반장")
            )
            // Nothing was lifted yet.
            let none = try await storage.undo(
                .lifting(seller, hidingItems: true), by: first, at: noon)
            #expect(none == DecisionOutcome(wasNeverTaken: true))
            try await storage.setSuspended(
                true, seller, because: "광고", until: noon + 600, hidingItems: true, by: second,
                at: noon)
            try await storage.setSuspended(false, seller, because: "", by: first, at: noon + 1)
            for count in [1, 0] {
                let undone = try await storage.undo(
                    .lifting(seller, hidingItems: true), by: first, at: noon + 2)
                #expect(undone == DecisionOutcome(hiddenItems: count))
            }
            let person = try await storage.suspendedPeople(before: nil, limit: 9).first
            #expect(person?.reason == "광고" && person?.ends == noon + 600)
            #expect(person?.hiddenItems == 1 && person?.decider?.id == first)
            let decisions = try await storage.decisions(about: seller, limit: 9)
            #expect(decisions.map(\.kind) == [.suspended, .lifted, .suspended])
            #expect(decisions.map(\.undone) == [decisions[1].id, nil, nil])
            try await storage.setSuspended(false, seller, because: "", by: second, at: noon + 3)
            let late = try await storage.undo(
                .lifting(seller, hidingItems: true), by: first, at: noon + 4)
            #expect(late.earlier?.kind == .lifted && late.earlier?.decider?.id == second)
            #expect(try await !storage.isSuspended(seller))
            // Somebody who has left meanwhile is not said to be suspended.
            await #expect(throws: StorageError.notFound) {
                try await storage.undo(.lifting(77, hidingItems: true), by: first, at: noon)
            }
        }
    }

    @Test(arguments: Backend.all)
    func aShownListingIsHiddenAgainForTheFormerReason(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let (storage, item) = (trade.storage, trade.item)
            let (first, second) = try await storage.joinOperators()
            // Nothing was shown yet.
            let none = try await storage.undo(.showing(item), by: first, at: noon)
            #expect(none == DecisionOutcome(wasNeverTaken: true))
            #expect(try await !storage.item(item).isHidden)
            try await storage.setHidden(true, item, because: "광고", by: second, at: noon)
            try await storage.setHidden(false, item, because: "", by: first, at: noon + 1)
            let undone = try await storage.undo(.showing(item), by: first, at: noon + 2)
            #expect(undone == DecisionOutcome())
            #expect(try await storage.item(item).isHidden)
            let last = try await storage.decisions(about: trade.seller, limit: 1).first
            #expect(last?.kind == .hidden && last?.reason == "광고" && last?.decider?.id == first)
            #expect(last?.undone != nil)
            try await storage.setHidden(false, item, because: "", by: second, at: noon + 3)
            let late = try await storage.undo(.showing(item), by: first, at: noon + 4)
            #expect(late.earlier?.kind == .shown && late.earlier?.decider?.id == second)
            #expect(try await !storage.item(item).isHidden)
        }
    }

    @Test(arguments: Backend.all)
    func aReturnedMessageIsRemovedAgainForTheFormerReason(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            let (first, second) = try await storage.joinOperators()
            let talk = try await trade.ask()
            let message = try await trade.write("욕설", in: talk, by: trade.ofSeller)
            let id = try await trade.report(.message(message))
            try await storage.setRemoved(true, messageOf: id, because: "욕설", by: second, at: noon)
            try await storage.setRemoved(false, messageOf: id, by: first, at: noon + 1)
            let undone = try await storage.undo(.returning(id), by: first, at: noon + 2)
            #expect(undone == DecisionOutcome())
            let last = try await storage.decisions(about: trade.seller, limit: 1).first
            #expect(last?.kind == .removed && last?.reason == "욕설" && last?.decider?.id == first)
            #expect(last?.undone != nil)
            try await storage.setRemoved(false, messageOf: id, by: second, at: noon + 3)
            let late = try await storage.undo(.returning(id), by: first, at: noon + 4)
            #expect(late.earlier?.kind == .returned && late.earlier?.decider?.id == second)
        }
    }

    @Test(arguments: Backend.all)
    func aFormerEndComesBackUnlessAnotherOperatorHasDecidedSince(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let (storage, seller) = (trade.storage, trade.seller)
            let (first, second) = (
                try await storage.join("장터지기"), try await storage.join("반장")
            )
            func end() async throws -> Timestamp? {
                try await storage.suspendedPeople(before: nil, limit: 9).first?.ends
            }
            try await storage.setSuspended(
                true, seller, because: "", until: noon + 60, by: second, at: noon)
            let changed = try await storage.setSuspensionEnd(nil, of: seller, by: first, at: noon)
            #expect(changed == DecisionOutcome(formerEnd: noon + 60))
            let measure = Decision.Measure.termChange(seller, until: noon + 60)
            for _ in 1...2 {
                _ = try await storage.undo(measure, by: first, at: noon)
                #expect(try await end() == noon + 60)
            }
            let decisions = try await storage.decisions(about: seller, limit: 9)
            #expect(decisions.map(\.undone) == [decisions[1].id, nil, nil])
            try await storage.setSuspensionEnd(noon + 600, of: seller, by: second, at: noon)
            let late = try await storage.undo(measure, by: first, at: noon)
            #expect(late.earlier?.kind == .termChanged && late.earlier?.decider?.id == second)
            #expect(try await end() == noon + 600)
            try await storage.setSuspended(false, seller, at: noon)
            #expect(try await storage.undo(measure, by: first, at: noon).isOver)
            // The end of another suspension was not changed, although that of the last one was.
            try await storage.setSuspended(
                true, seller, because: "", until: noon + 900, by: first, at: noon)
            let none = try await storage.undo(measure, by: first, at: noon)
            #expect(none == DecisionOutcome(wasNeverTaken: true))
            #expect(try await end() == noon + 900)
        }
    }

    @Test(arguments: Backend.all)
    func aReportThatAnotherOperatorDismissesAnewStaysSettled(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            let (first, second) = try await storage.joinOperators()
            let id = try await trade.report(.item(trade.item))
            try await storage.settleReport(id, by: first, at: noon)
            try await storage.reopenReport(id, by: second, at: noon)
            try await storage.settleReport(id, by: second, at: noon)
            let undone = try await storage.undo(.dismissal(id), by: first, at: noon + 1)
            #expect(undone.earlier?.kind == .dismissed && undone.earlier?.decider?.id == second)
            #expect(try await waiting(in: trade).isEmpty)
            for _ in 1...2 {
                let own = try await storage.undo(.dismissal(id), by: second, at: noon + 2)
                #expect(own == DecisionOutcome())
                #expect(try await waiting(in: trade) == [id])
            }
            await #expect(throws: StorageError.notFound) {
                try await storage.undo(.dismissal(77), by: first, at: noon)
            }
        }
    }

    // MARK: - What the record says of it

    /// What an undone decision had ended goes on, so that only a later one ends it.
    @Test(arguments: Backend.all)
    func anUndoneDecisionTakesNothingBack(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let (storage, item) = (trade.storage, trade.item)
            let keeper = try await storage.join("장터지기")
            let report = try await trade.report(.item(item))
            try await storage.setHidden(true, item, because: "광고", by: keeper, at: noon)
            try await storage.setHidden(false, item, because: "", by: keeper, at: noon + 1)
            _ = try await storage.undo(.showing(item), by: keeper, at: noon + 2)
            func undoing() async throws -> [Decision.ID?] {
                let log = try await storage.decisions(before: nil, limit: 9).map(\.decision)
                let later = try await storage.decisions(after: log)
                return log.map { $0.undoing(among: later[$0.id] ?? [])?.id }
            }
            let log = try await storage.decisions(before: nil, limit: 9).map(\.id)
            // The second hiding has undone the showing, and the first one stands.
            #expect(try await undoing() == [nil, log[0], nil])
            try await storage.reopenReport(report, by: keeper, at: noon + 3)
            #expect(try await waiting(in: trade).isEmpty)
            try await storage.setHidden(false, item, because: "", by: keeper, at: noon + 4)
            let shown = try await storage.decisions(before: nil, limit: 1).map(\.id)
            #expect(try await undoing() == [nil, shown[0], log[0], shown[0]])
        }
    }

    @Test(arguments: Backend.all)
    func whatNobodyHasDecidedIsNotUndone(_ backend: Backend) async throws {
        try await TradeFixture.asked(backend) { trade, talk in
            let (storage, seller) = (trade.storage, trade.seller)
            let message = try await trade.write("안녕하세요", in: talk, by: trade.ofSeller)
            let report = try await trade.report(.message(message))
            let measures: [Decision.Measure] = [
                .hiding(trade.item), .showing(trade.item), .removal(report), .returning(report),
                .suspension(seller), .lifting(seller, hidingItems: true),
                .termChange(seller, until: noon + 60),
            ]
            for measure in measures {
                let outcome = try await storage.undo(measure, by: trade.asker, at: noon)
                #expect(outcome == DecisionOutcome(wasNeverTaken: true), "\(measure)")
            }
            #expect(try await storage.decisions(before: nil, limit: 9).isEmpty)
            #expect(try await !storage.isSuspended(seller))
            await #expect(throws: StorageError.notFound) {
                try await storage.undo(.suspension(77), by: trade.asker, at: noon)
            }
        }
    }
}
