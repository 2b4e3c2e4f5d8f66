import Market
import Testing

/// A person's items while the person is suspended.
struct SuspensionStorageTests {
    private func suspend(
        _ isSuspended: Bool, in trade: TradeFixture, at moment: Timestamp = noon
    ) async throws {
        try await trade.storage.setSuspended(
            isSuspended, trade.seller, because: isSuspended ? "광고" : "",
            hidingItems: isSuspended, by: nil, at: moment)
    }

    @Test(arguments: Backend.all)
    func unsoldItemsAreHiddenAndComeBack(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            let items = [
                try await storage.insert(NewItem.sample(of: trade.seller)),
                try await storage.insert(NewItem.sample(of: trade.seller)),
                try await storage.insert(NewItem.sample(of: trade.seller)),
                try await storage.insert(NewItem.sample(of: trade.asker)),
            ]
            try await storage.setStatus(.reserved, of: items[0], at: noon)
            try await storage.setStatus(.sold, of: items[1], at: noon)
            try await storage.setHidden(true, items[2], because: "가짜", at: noon)
            for _ in 1...2 { try await suspend(true, in: trade) }
            func hidden() async throws -> [Bool] {
                var hidden: [Bool] = []
                for id in [trade.item] + items {
                    hidden.append(try await storage.item(id).isHidden)
                }
                return hidden
            }
            #expect(try await hidden() == [true, true, false, true, false])
            #expect(try await storage.hidingReason(of: trade.item) == "광고")
            #expect(try await storage.hidingReason(of: items[2]) == "가짜")
            let open = try await storage.openItems(
                of: trade.seller, for: nil, before: nil, limit: 9)
            #expect(open.isEmpty)
            // The seller is told of the item hidden before, and once of the suspension.
            #expect(try await storage.countDueReminders(of: trade.seller, at: noon) == 2)
            try await suspend(false, in: trade)
            #expect(try await hidden() == [false, false, false, true, false])
        }
    }

    @Test(arguments: Backend.all)
    func decisionsAboutAnItemMeanwhileStay(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            let other = try await storage.insert(NewItem.sample(of: trade.seller))
            try await suspend(true, in: trade)
            try await storage.setHidden(true, trade.item, because: "가짜", at: noon + 1)
            try await storage.setHidden(false, other, at: noon + 2)
            #expect(try await storage.hidingReason(of: trade.item) == "가짜")
            #expect(try await !storage.item(other).isHidden)
            try await suspend(false, in: trade, at: noon + 3)
            #expect(try await storage.item(trade.item).isHidden)
            let kinds = try await storage.decisions(about: trade.seller, limit: 9).map(\.kind)
            #expect(kinds == [.lifted, .shown, .hidden, .suspended])
        }
    }

    @Test(arguments: Backend.all)
    func liftingItCountsTheItemsThatAreShownAgain(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let (storage, seller) = (trade.storage, trade.seller)
            let keeper = try await storage.join("장터지기")
            for count in [1, 0] {
                try await storage.setSuspended(
                    true, seller, because: "", hidingItems: count > 0, by: keeper, at: noon)
                let lifted = try await storage.setSuspended(
                    false, seller, because: "", by: keeper, at: noon)
                #expect(lifted == DecisionOutcome(shownItems: count))
                // Nothing is left to be shown.
                let again = try await storage.setSuspended(
                    false, seller, because: "", by: keeper, at: noon)
                #expect(again == DecisionOutcome(isOver: true))
            }
        }
    }

    @Test(arguments: Backend.all)
    func aSuspensionEndsByItself(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let (storage, seller) = (trade.storage, trade.seller)
            let (end, third) = (noon + 604_800, try await storage.join("하늘"))
            let keeper = try await storage.join("장터지기")
            let outcome = try await storage.setSuspended(
                true, seller, because: "광고", until: end, hidingItems: true, by: keeper, at: noon)
            #expect(outcome == DecisionOutcome(hiddenItems: 1))
            try await storage.setSuspended(true, third, at: noon + 1)
            // The end set first stays.
            try await storage.setSuspended(
                true, seller, because: "", until: noon + 1, hidingItems: false, by: nil, at: noon)
            let suspended = try await storage.suspendedPeople(before: nil, limit: 9)
            #expect(suspended.map(\.ends) == [nil, end] && suspended.map(\.hiddenItems) == [0, 1])
            #expect(suspended.map(\.decider?.nickname) == [nil, "장터지기"])
            #expect(try await storage.decisions(about: seller, limit: 9).map(\.ends) == [end])
            let told = try await storage.reminders(of: seller, until: end, limit: 9)
            #expect(told.map(\.notice) == [Notice(.suspended, because: "광고", until: end)])
            #expect(try await storage.endSuspensions(at: end + -1) == 0)
            #expect(try await storage.isSuspended(seller))
            for count in [1, 0] { #expect(try await storage.endSuspensions(at: end) == count) }
            #expect(try await !storage.isSuspended(seller))
            #expect(try await storage.isSuspended(third))
            #expect(try await !storage.item(trade.item).isHidden)
            let ended = try await storage.reminders(of: seller, until: end, limit: 9)
            #expect(ended.map(\.notice) == [Notice(.lifted)])
            // The end is no decision of its own.
            let kinds = try await storage.decisions(about: seller, limit: 9).map(\.kind)
            #expect(kinds == [.suspended])
        }
    }

    @Test(arguments: Backend.all)
    func theLastSuspensionEndsAtItsOwnTime(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let (storage, seller) = (trade.storage, trade.seller)
            func suspend(until end: Timestamp?) async throws {
                try await storage.setSuspended(
                    true, seller, because: "", until: end, hidingItems: false, by: nil, at: noon)
            }
            try await suspend(until: noon + 60)
            try await storage.setSuspended(false, seller, at: noon)
            #expect(try await storage.endSuspensions(at: noon + 60) == 0)
            try await suspend(until: nil)
            #expect(try await storage.endSuspensions(at: noon + 999_999) == 0)
            #expect(try await storage.isSuspended(seller))
        }
    }

    @Test(arguments: Backend.all)
    func listedItemsAreNotOfferedAgain(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            try await storage.setSuspended(true, trade.seller, at: noon)
            #expect(try await !storage.item(trade.item).isHidden)
            for status in [Item.Status.reserved, .selling] {
                await #expect(throws: StorageError.suspended) {
                    try await storage.setStatus(status, of: trade.item, at: noon)
                }
            }
            // It may have been sold all the same.
            try await storage.setStatus(.sold, of: trade.item, at: noon)
            #expect(try await storage.item(trade.item).status == .sold)
        }
    }

    // MARK: - Another end

    @Test(arguments: Backend.all)
    func itEndsWhenItsLastChangeSays(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let (storage, seller) = (trade.storage, trade.seller)
            let keeper = try await storage.join("장터지기")
            func ends() async throws -> [Timestamp?] {
                try await storage.suspendedPeople(before: nil, limit: 9).map(\.ends)
            }
            func change(_ end: Timestamp?) async throws {
                let outcome = try await storage.setSuspensionEnd(
                    end, of: seller, by: keeper, at: noon + 1)
                #expect(outcome.earlier == nil && !outcome.isOver)
            }
            try await storage.setSuspended(
                true, seller, because: "광고", until: noon + 60, by: nil, at: noon)
            // Longer, then without an end, then shorter.
            try await change(noon + 600)
            #expect(try await ends() == [noon + 600])
            #expect(try await storage.endSuspensions(at: noon + 60) == 0)
            try await change(nil)
            #expect(try await ends() == [nil])
            #expect(try await storage.endSuspensions(at: noon + 600) == 0)
            for _ in 1...2 { try await change(noon + 30) }
            #expect(try await ends() == [noon + 30])
            let told = try await storage.reminders(of: seller, until: noon + 9, limit: 9)
            #expect(told.map(\.notice) == [Notice(.suspended, because: "광고", until: noon + 30)])
            // Each change is logged, but the same end again is none.
            let log = try await storage.decisions(about: seller, limit: 9)
            #expect(log.map(\.kind) == [.termChanged, .termChanged, .termChanged, .suspended])
            #expect(log.map(\.ends) == [noon + 30, nil, noon + 600, noon + 60])
            #expect(log.first?.decider?.id == keeper && log.last?.decider == nil)
            // The reason and the operator who suspended them stay known.
            let person = try await storage.suspendedPeople(before: nil, limit: 1).first
            #expect(person?.reason == "광고" && person?.decider == nil)
            #expect(try await storage.endSuspensions(at: noon + 29) == 0)
            #expect(try await storage.endSuspensions(at: noon + 30) == 1)
            #expect(try await !storage.isSuspended(seller))
        }
    }

    @Test(arguments: Backend.all)
    func theNextSuspensionKnowsNothingOfAnEarlierChange(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let (storage, seller) = (trade.storage, trade.seller)
            try await storage.setSuspended(
                true, seller, because: "", until: noon + 60, by: nil, at: noon)
            try await storage.setSuspensionEnd(noon + 90, of: seller, by: nil, at: noon)
            try await storage.setSuspended(false, seller, at: noon + 1)
            // It is over, so that there is nothing to change.
            let late = try await storage.setSuspensionEnd(nil, of: seller, by: nil, at: noon + 2)
            #expect(late == DecisionOutcome(isOver: true))
            #expect(try await !storage.isSuspended(seller))
            try await storage.setSuspended(true, seller, at: noon + 3)
            #expect(try await storage.suspendedPeople(before: nil, limit: 9).map(\.ends) == [nil])
            #expect(try await storage.endSuspensions(at: noon + 999) == 0)
            await #expect(throws: StorageError.notFound) {
                try await storage.setSuspensionEnd(nil, of: 77, by: nil, at: noon)
            }
        }
    }

    /// A change is no measure by itself, and whoever undoes the suspension is told of it.
    @Test(arguments: Backend.all)
    func aChangeCountsAsNoMeasureAndIsNotUndoneUnseen(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let (storage, seller) = (trade.storage, trade.seller)
            let (first, second) = try await storage.joinOperators()
            try await storage.setSuspended(
                true, seller, because: "", until: noon + 60, by: first, at: noon)
            try await storage.setSuspensionEnd(noon + 600, of: seller, by: second, at: noon)
            try await trade.report(.person(seller))
            let cases = try await storage.reportCases(about: nil, before: nil, limit: 1)
            #expect(cases.first?.latest.decisionCount == 1)
            let undone = try await storage.undo(.suspension(seller), by: first, at: noon + 1)
            #expect(undone.earlier?.kind == .termChanged && undone.earlier?.decider?.id == second)
            #expect(try await storage.isSuspended(seller))
            // Lifting it deliberately takes it back with all its changes.
            try await storage.setSuspended(false, seller, at: noon + 2)
            let after = try await storage.reportCases(about: nil, before: nil, limit: 1)
            #expect(after.first?.latest.decisionCount == 0)
        }
    }
}
