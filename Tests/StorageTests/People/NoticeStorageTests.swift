import Market
import Testing

/// What people are told of operators' decisions.
struct NoticeStorageTests {
    /// What an account is told that it has not seen yet.
    private func told(
        _ account: Account.ID, _ storage: any MarketStorage
    ) async throws -> [Reminder] {
        let due = try await storage.reminders(of: account, until: noon + 99, limit: 9)
        let latest = try await storage.latestReminders(
            of: account, after: noon + -1, until: noon + 99, limit: 9)
        #expect(latest == due.reversed())
        #expect(try await storage.countDueReminders(of: account, at: noon) == due.count)
        return due
    }

    @Test(arguments: Backend.all)
    func suspendedPeopleAreToldUntilTheyHaveSeenIt(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let (storage, seller) = (trade.storage, trade.seller)
            for _ in 1...2 { try await storage.setSuspended(true, seller, because: "광고", at: noon) }
            let notice = try #require(try await told(seller, storage).first)
            #expect(notice.notice == Notice(.suspended, because: "광고") && notice.spot == nil)
            #expect(notice.title == "민지" && notice.date == noon && notice.item == nil)
            #expect(try await told(seller, storage).count == 1)
            #expect(try await told(trade.asker, storage).isEmpty)
            // Nobody else can dismiss the notice.
            try await storage.dismissReminder(notice.subject, of: trade.asker)
            #expect(try await told(seller, storage) == [notice])
            for _ in 1...2 { try await storage.dismissReminder(notice.subject, of: seller) }
            #expect(try await told(seller, storage).isEmpty)
            try await storage.setSuspended(false, seller, at: noon + 60)
            #expect(try await told(seller, storage).map(\.notice) == [Notice(.lifted)])
            // The notice of the former state is withdrawn.
            try await storage.setSuspended(true, seller, at: noon + 61)
            #expect(try await told(seller, storage).map(\.notice) == [Notice(.suspended)])
        }
    }

    @Test(arguments: Backend.all)
    func bothAreToldOfARemovedMessage(_ backend: Backend) async throws {
        try await TradeFixture.asked(backend) { trade, id in
            let storage = trade.storage
            let message = try await trade.write("욕설", in: id, by: trade.ofSeller)
            let number = try await trade.report(.message(message))
            for _ in 1...2 {
                try await storage.setRemoved(true, messageOf: number, by: nil, at: noon)
            }
            let own = try await told(trade.seller, storage)
            #expect(own.map(\.notice?.kind) == [.removed] && own.map(\.title) == ["원목 의자"])
            let reporters = try await told(trade.asker, storage)
            #expect(reporters.map(\.notice?.kind) == [.reportedMessageRemoved])
            // The notice does not quote the removed message.
            #expect(reporters.map(\.title) == ["원목 의자"])
            try await storage.setRemoved(false, messageOf: number, by: nil, at: noon + 60)
            // A notice of a decision that was reversed is withdrawn.
            #expect(try await told(trade.seller, storage).map(\.notice?.kind) == [.returned])
            #expect(try await told(trade.asker, storage).isEmpty)
        }
    }

    enum Outcome: CaseIterable {
        case hidden, hiddenWithSeller, suspended, dismissed
    }

    @Test(arguments: Backend.all, Outcome.allCases)
    func reportersAreToldTheOutcomeOnce(_ backend: Backend, _ outcome: Outcome) async throws {
        try await TradeFixture.over(backend) { trade in
            let (storage, item) = (trade.storage, trade.item)
            let isOfPerson = outcome == .suspended
            let id = try await trade.report(isOfPerson ? .person(trade.seller) : .item(item))
            #expect(try await told(trade.asker, storage).isEmpty)
            for _ in 1...2 {
                switch outcome {
                case .hidden: try await storage.setHidden(true, item, because: "가짜", at: noon)
                case .hiddenWithSeller, .suspended:
                    try await storage.setSuspended(
                        true, trade.seller, because: "가짜", hidingItems: !isOfPerson, by: nil,
                        at: noon)
                case .dismissed: try await storage.settleReport(id, at: noon)
                }
            }
            let notices = try await told(trade.asker, storage)
            let kind: Notice.Kind =
                switch outcome {
                case .hidden, .hiddenWithSeller: .reportedItemHidden
                case .suspended: .reportActedOn
                case .dismissed: .reportDismissed
                }
            // The reason given to the seller is not told to the reporter.
            #expect(notices.map(\.notice) == [Notice(kind)])
            #expect(notices.map(\.title) == [isOfPerson ? "민지" : "원목 의자"])
            #expect(notices.map(\.item) == [isOfPerson ? nil : item])
            #expect(try await storage.countOpenReports(upTo: 9) == 0)
            #expect(try await storage.hasReported(item, by: trade.asker) == !isOfPerson)
            #expect(try await !storage.hasReported(item, by: trade.seller))
        }
    }

    @Test(arguments: Backend.all)
    func unseenNoticesExpire(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            try await trade.storage.setSuspended(true, trade.seller, at: noon)
            try await trade.storage.purgeDeletions(before: noon)
            #expect(try await told(trade.seller, trade.storage).count == 1)
            try await trade.storage.purgeDeletions(before: noon + 1)
            #expect(try await told(trade.seller, trade.storage).isEmpty)
        }
    }
}
