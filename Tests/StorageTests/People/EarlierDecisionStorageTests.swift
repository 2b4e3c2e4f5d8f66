import Market
import Testing

/// What operators are told when another operator has already decided.
struct EarlierDecisionStorageTests {
    @Test(arguments: Backend.all)
    func aLaterOperatorIsToldTheEarlierDecision(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            let (first, second) = try await storage.joinOperators()
            let talk = try await trade.ask()
            let message = try await trade.write("욕설", in: talk, by: trade.ofSeller)
            let removed = try await trade.report(.message(message))
            let dismissed = try await trade.report(.person(trade.seller))
            func decide(by decider: Account.ID) async throws -> [DecisionOutcome] {
                [
                    try await storage.setRemoved(
                        true, messageOf: removed, because: "거친 말", by: decider, at: noon),
                    try await storage.settleReport(dismissed, by: decider, at: noon),
                    try await storage.setHidden(
                        true, trade.item, because: "가짜", by: decider, at: noon),
                    try await storage.setSuspended(
                        true, trade.seller, because: "광고", by: decider, at: noon),
                ]
            }
            // Pressing twice is no conflict with an earlier decision.
            for _ in 1...2 {
                #expect(try await decide(by: first).allSatisfy { $0.earlier == nil })
            }
            let earlier = try await decide(by: second).map(\.earlier)
            #expect(earlier.map { $0?.kind } == [.removed, .dismissed, .hidden, .suspended])
            #expect(earlier.map { $0?.reason } == ["거친 말", "", "가짜", "광고"])
            #expect(earlier.allSatisfy { $0?.decider?.id == first })
            #expect(try await storage.decisions(before: nil, limit: 9).count == 4)
        }
    }

    @Test(arguments: Backend.all)
    func aLaterSuspensionHidesNoFurtherItems(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            let (first, second) = try await storage.joinOperators()
            func suspend(
                by decider: Account.ID, hidingItems: Bool
            ) async throws -> DecisionOutcome {
                try await storage.setSuspended(
                    true, trade.seller, because: "광고", hidingItems: hidingItems, by: decider,
                    at: noon)
            }
            _ = try await suspend(by: first, hidingItems: false)
            let later = try await suspend(by: second, hidingItems: true)
            #expect(later.earlier?.decider?.id == first && later.hiddenItems == 0)
            #expect(try await !storage.item(trade.item).isHidden)
            // The operator who decided first may still hide the items.
            let again = try await suspend(by: first, hidingItems: true)
            #expect(again == DecisionOutcome(hiddenItems: 1))
            #expect(try await storage.item(trade.item).isHidden)
        }
    }

    @Test(arguments: Backend.all)
    func hidingWithTheSellerIsNoDecisionAboutTheItem(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            try await storage.setSuspended(
                true, trade.seller, because: "광고", hidingItems: true, by: trade.asker, at: noon)
            let outcome = try await storage.setHidden(
                true, trade.item, because: "가짜", by: trade.seller, at: noon)
            #expect(outcome == DecisionOutcome())
            #expect(try await storage.hidingReason(of: trade.item) == "가짜")
        }
    }

    // MARK: - A report that another operator dismisses meanwhile

    @Test(arguments: Backend.all)
    func noMeasureIsTakenOnADismissedReport(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            let (first, second) = try await storage.joinOperators()
            let talk = try await trade.ask()
            let message = try await trade.write("욕설", in: talk, by: trade.ofSeller)
            let id = try await trade.report(.message(message))
            func decide(
                _ seen: SeenReport?, by decider: Account.ID
            ) async throws -> [DecisionOutcome] {
                [
                    try await storage.setRemoved(
                        true, messageOf: id, because: "", seeing: seen, by: decider, at: noon),
                    try await storage.setHidden(
                        true, trade.item, because: "", seeing: seen, by: decider, at: noon),
                    try await storage.setSuspended(
                        true, trade.seller, because: "", until: nil, hidingItems: true,
                        seeing: seen, by: decider, at: noon),
                ]
            }
            try await storage.settleReport(id, by: first, at: noon)
            let told = try await decide(SeenReport(id), by: second).map(\.earlier)
            #expect(told.allSatisfy { $0?.kind == .dismissed && $0?.decider?.id == first })
            // Nor can they overrule a dismissal other than the one they have read.
            let other = SeenReport(id, overruling: 77)
            #expect(try await decide(other, by: second).map(\.earlier) == told)
            #expect(try await storage.decisions(before: nil, limit: 9).count == 1)
            #expect(try await !storage.isSuspended(trade.seller))
            #expect(try await !storage.item(trade.item).isHidden)
            // Nobody is asked about a dismissal of their own.
            let own = try await decide(SeenReport(id), by: first)
            #expect(own.allSatisfy { $0.earlier == nil })
        }
    }

    @Test(arguments: Backend.all)
    func aMeasureOnAReportThatIsOpenAgainIsTaken(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            let (first, second) = try await storage.joinOperators()
            let id = try await trade.report(.item(trade.item))
            try await storage.settleReport(id, by: first, at: noon)
            try await storage.reopenReport(id, by: first, at: noon)
            // A report that does not exist stops nobody from deciding.
            for seen in [SeenReport(id), SeenReport(77)] {
                let outcome = try await storage.setHidden(
                    true, trade.item, because: "가짜", seeing: seen, by: second, at: noon)
                #expect(outcome == DecisionOutcome())
            }
            let settled = try await storage.settledReportCases(before: nil, limit: 9)
            #expect(settled.first?.latest.decision?.kind == .hidden)
        }
    }

    @Test(arguments: Backend.all)
    func overrulingADismissalReopensTheReportAndSettlesItAnew(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            let (first, second) = try await storage.joinOperators()
            let id = try await trade.report(.item(trade.item))
            try await storage.settleReport(id, by: first, at: noon)
            let refused = try await storage.setHidden(
                true, trade.item, because: "가짜", seeing: SeenReport(id), by: second, at: noon)
            let dismissal = try #require(refused.earlier)
            let outcome = try await storage.setHidden(
                true, trade.item, because: "가짜",
                seeing: SeenReport(id, overruling: dismissal.id), by: second, at: noon + 1)
            #expect(outcome == DecisionOutcome())
            let log = try await storage.decisions(before: nil, limit: 9).map(\.decision.kind)
            #expect(log == [.hidden, .reopened, .dismissed])
            // The reporter is told of the new decision alone.
            let told = try await storage.reminders(of: trade.asker, until: noon + 9, limit: 9)
            #expect(told.map(\.notice?.kind) == [.reportedItemHidden])
            let settled = try await storage.settledReportCases(before: nil, limit: 9)
            #expect(settled.map(\.latest.decision?.kind) == [.hidden])
        }
    }

    /// Whichever comes first, the other operator is told, and the two never stand together.
    @Test(arguments: Backend.all)
    func ofADismissalAndAMeasureAtOnceOneStands(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            let (first, second) = try await storage.joinOperators()
            for _ in 1...8 {
                let item = try await storage.insert(NewItem.sample(of: trade.seller))
                let id = try await trade.report(.item(item))
                async let dismissal = storage.settleReport(id, by: first, at: noon)
                async let hiding = storage.setHidden(
                    true, item, because: "가짜", seeing: SeenReport(id), by: second, at: noon)
                let (dismissed, hidden) = try await (dismissal, hiding)
                let isHidden = try await storage.item(item).isHidden
                #expect(dismissed.earlier?.kind == (isHidden ? .hidden : nil))
                #expect(hidden.earlier?.kind == (isHidden ? nil : .dismissed))
            }
        }
    }

    @Test(arguments: Backend.all)
    func ofTwoWhoOverruleADismissalAtOnceOneDecides(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            let deciders = [
                try await storage.join("장터지기"), try await storage.join("반장"),
                try await storage.join("총무"),
            ]
            for _ in 1...8 {
                let item = try await storage.insert(NewItem.sample(of: trade.seller))
                let id = try await trade.report(.item(item))
                try await storage.settleReport(id, by: deciders[0], at: noon)
                let latest = try await storage.decisions(before: nil, limit: 1).first
                let seen = SeenReport(id, overruling: try #require(latest).id)
                @Sendable func hide(by decider: Account.ID) async throws -> DecisionOutcome {
                    try await storage.setHidden(
                        true, item, because: "가짜", seeing: seen, by: decider, at: noon)
                }
                async let one = hide(by: deciders[1])
                async let other = hide(by: deciders[2])
                let earlier = try await [one, other].compactMap(\.earlier?.kind)
                #expect(earlier == [.hidden])
                let log = try await storage.decisions(before: nil, limit: 3)
                #expect(log.map(\.decision.kind) == [.hidden, .reopened, .dismissed])
            }
        }
    }
}
