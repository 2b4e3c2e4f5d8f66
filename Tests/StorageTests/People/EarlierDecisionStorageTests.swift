import Market
import Testing

/// What operators are told when another operator has already decided.
struct EarlierDecisionStorageTests {
    private func report(
        _ subject: Report.Subject, in trade: TradeFixture
    ) async throws -> Report.ID {
        try await trade.storage.insert(
            NewReport(of: subject, by: trade.ofAsker, reason: .fraud, text: "", date: noon))
        let cases = try await trade.storage.reportCases(about: nil, before: nil, limit: 1)
        return try #require(cases.first?.id)
    }

    @Test(arguments: Backend.all)
    func aLaterOperatorIsToldTheEarlierDecision(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            let (first, second) = (
                try await storage.join("장터지기"), try await storage.join("반장")
            )
            let talk = try await trade.ask()
            let message = try await trade.write("욕설", in: talk, by: trade.ofSeller)
            let removed = try await report(.message(message), in: trade)
            let dismissed = try await report(.person(trade.seller), in: trade)
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
            let (first, second) = (
                try await storage.join("장터지기"), try await storage.join("반장")
            )
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
}
