import Market
import Testing

/// The decisions that operators make, and how they are kept.
struct DecisionStorageTests {
    private func settled(_ storage: any MarketStorage) async throws -> [Report] {
        try await storage.reports(areSettled: true, before: nil, limit: 9)
    }

    @Test(arguments: Backend.all)
    func decisionsStayWhateverIsDecidedLater(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let (storage, seller) = (trade.storage, trade.seller)
            let keeper = try await storage.join("장터지기")
            let first = try await trade.report(.person(seller))
            for _ in 1...2 { try await storage.settleReport(first, by: keeper, at: noon) }
            try await trade.report(.item(trade.item))
            for _ in 1...2 {
                try await storage.setHidden(
                    true, trade.item, because: "가짜", by: keeper, at: noon + 1)
            }
            for _ in 1...2 {
                try await storage.setHidden(
                    false, trade.item, because: "", by: keeper, at: noon + 2)
            }
            for _ in 1...2 {
                try await storage.setSuspended(
                    true, seller, because: "광고", by: keeper, at: noon + 3)
            }
            for _ in 1...2 {
                try await storage.setSuspended(
                    false, seller, because: "", by: keeper, at: noon + 4)
            }
            let decisions = try await storage.decisions(about: seller, limit: 9)
            #expect(decisions.map(\.kind) == [.lifted, .suspended, .shown, .hidden, .dismissed])
            #expect(decisions.map(\.date) == (0...4).reversed().map { noon + Int64($0) })
            #expect(decisions.map(\.title) == ["", "", "원목 의자", "원목 의자", ""])
            #expect(decisions.map(\.reason) == ["", "광고", "", "가짜", ""])
            #expect(decisions.allSatisfy { $0.decider?.nickname == "장터지기" })
            #expect(try await storage.decisions(about: seller, limit: 1) == [decisions[0]])
            #expect(try await storage.decisions(about: seller, limit: -1).isEmpty)
            #expect(try await storage.decisions(about: trade.asker, limit: 9).isEmpty)
            let reports = try await settled(storage)
            #expect(reports.map(\.decision?.kind) == [.hidden, .dismissed])
            // None of the decisions is in force any more.
            #expect(reports.map(\.decisionCount) == [0, 0])
            // Decisions outlast both the operator who made them and the person they are about.
            try await storage.deleteAccount(keeper, at: noon)
            let kept = try await storage.decisions(about: seller, limit: 9)
            #expect(kept.count == 5 && kept.allSatisfy { $0.decider == nil })
            try await storage.deleteAccount(seller, at: noon + 5)
            #expect(try await storage.decisions(about: seller, limit: 9) == kept)
            #expect(
                try await settled(storage).map(\.decision?.id) == reports.map(\.decision?.id))
            try await storage.purgeDeletions(before: noon + 6)
            #expect(try await storage.decisions(about: seller, limit: 9).isEmpty)
            #expect(try await settled(storage).isEmpty)
        }
    }

    @Test(arguments: Backend.all)
    func theReasonsGivenLastForAKindAreEachToldOnce(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let (storage, seller) = (trade.storage, trade.seller)
            for reason in ["가짜", "광고", "", "가짜", "베낀 사진"] {
                try await storage.setHidden(
                    true, trade.item, because: reason, by: nil, at: noon)
                try await storage.setHidden(false, trade.item, because: "", by: nil, at: noon)
            }
            try await storage.setSuspended(true, seller, because: "욕설", by: nil, at: noon)
            #expect(try await storage.reasons(for: .hidden, limit: 5) == ["베낀 사진", "가짜", "광고"])
            #expect(try await storage.reasons(for: .hidden, limit: 2) == ["베낀 사진", "가짜"])
            #expect(try await storage.reasons(for: .suspended, limit: 5) == ["욕설"])
            #expect(try await storage.reasons(for: .removed, limit: 5).isEmpty)
        }
    }

    @Test(arguments: Backend.all)
    func decisionsAboutGuestItemsAreKeptForAYear(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            let item = try await storage.insert(.sample())
            let id = try await trade.report(.item(item))
            try await storage.settleReport(id, by: trade.seller, at: noon)
            let reports = try await settled(storage)
            #expect(reports.map(\.dateSettled) == [noon])
            #expect(reports.map(\.decision?.kind) == [.dismissed])
            try await storage.setHidden(
                true, item, because: "가짜", by: trade.seller, at: noon + 1)
            try await storage.setHidden(
                false, item, because: "", by: trade.seller, at: noon + 2)
            func log() async throws -> [LoggedDecision] {
                try await storage.decisions(before: nil, limit: 9)
            }
            #expect(try await log().map(\.isItemThere) == [true, true, true])
            try await storage.delete(item, at: noon)
            #expect(try await settled(storage).map(\.decision?.kind) == [.dismissed])
            let kept = try await log()
            #expect(kept.map(\.decision.kind) == [.shown, .hidden, .dismissed])
            #expect(kept.map(\.decision.reason) == ["", "가짜", ""])
            #expect(kept.allSatisfy { $0.decision.subject == .item(item) })
            #expect(kept.allSatisfy { $0.decision.title == "원목 의자" })
            #expect(kept.allSatisfy { $0.decision.decider?.id == trade.seller })
            #expect(kept.allSatisfy { $0.person == nil && !$0.isItemThere })
            let rest = Decision.timeKeptOfGuests - Deletion.lifetime
            try await storage.purgeDeletions(before: noon + rest)
            #expect(try await log().count == 3)
            try await storage.purgeDeletions(before: noon + (rest + 3))
            #expect(try await log().isEmpty)
        }
    }

    @Test(arguments: Backend.all)
    func theLogHasAllDecisionsAndWhatFollowedThem(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let (storage, seller) = (trade.storage, trade.seller)
            let talk = try await trade.ask()
            let message = try await trade.write("욕설", in: talk, by: trade.ofSeller)
            let id = try await trade.report(.message(message))
            for isHidden in [true, false, true] {
                try await storage.setHidden(isHidden, trade.item, at: noon)
            }
            for isRemoved in [true, false] {
                try await storage.setRemoved(isRemoved, messageOf: id, by: nil, at: noon)
            }
            for isSuspended in [true, false] {
                try await storage.setSuspended(isSuspended, seller, at: noon)
            }
            let log = try await storage.decisions(before: nil, limit: 9)
            #expect(
                log.map(\.decision.kind)
                    == [.lifted, .suspended, .returned, .removed, .hidden, .shown, .hidden])
            let titles = ["", "", "욕설", "욕설", "원목 의자", "원목 의자", "원목 의자"]
            #expect(log.map(\.decision.title) == titles)
            #expect(log.allSatisfy { $0.person?.id == seller })
            #expect(log.map(\.isItemThere) == [false, false, false, false, true, true, true])
            #expect(log.map(\.decision.report) == [nil, nil, nil, id, nil, nil, nil])
            #expect(try await storage.decisions(before: log[2].id, limit: 1) == [log[3]])
            let nobodys: [LoggedDecision] = try await storage.decisions(before: nil, limit: -1)
            #expect(nobodys.isEmpty)
            let later = try await storage.decisions(after: log.map(\.decision))
            #expect(later[log[6].id]?.map(\.kind) == [.shown, .hidden])
            #expect(later[log[4].id]?.isEmpty == true)
            #expect(later[log[3].id] == [log[2].decision])
            #expect(later[log[1].id] == [log[0].decision])
            // What follows the next decision of the same kind belongs to that one.
            try await storage.setHidden(false, trade.item, at: noon)
            let other = try await trade.report(.item(trade.item))
            try await storage.settleReport(other, at: noon)
            let rest = try await storage.decisions(after: [log[4].decision])
            #expect(rest[log[4].id]?.map(\.kind) == [.shown, .dismissed])
        }
    }

    @Test(arguments: Backend.all)
    func suspendedPeopleAreListedLatestFirst(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            let third = try await storage.join("하늘")
            func list(
                before key: SuspendedPerson.Key? = nil, limit: Int = 9
            ) async throws -> [SuspendedPerson] {
                try await storage.suspendedPeople(before: key, limit: limit)
            }
            #expect(try await list().isEmpty)
            try await storage.setSuspended(true, third, because: "광고", at: noon)
            try await storage.setSuspended(true, trade.seller, at: noon + 60)
            try await storage.setSuspended(true, trade.asker, at: noon + 60)
            // The first date and reason stay.
            try await storage.setSuspended(true, third, because: "사기", at: noon + 90)
            let all = try await list()
            #expect(all.map(\.id) == [trade.asker, trade.seller, third])
            #expect(all.map(\.nickname) == ["지수", "민지", "하늘"])
            #expect(all.map(\.reason) == ["", "", "광고"])
            #expect(all.map(\.date) == [noon + 60, noon + 60, noon])
            #expect(try await list(limit: 1) == [all[0]])
            #expect(try await list(before: all[0].key) == Array(all.dropFirst()))
            #expect(try await list(before: all[2].key).isEmpty)
            #expect(try await list(limit: -1).isEmpty)
            try await storage.setSuspended(false, trade.seller, at: noon)
            #expect(try await list(before: all[1].key) == [all[2]])
            // A new suspension has its own reason.
            try await storage.setSuspended(false, third, at: noon)
            try await storage.setSuspended(true, third, because: "사기", at: noon)
            #expect(try await list(before: all[0].key).map(\.reason) == ["사기"])
        }
    }

    enum Loss: CaseIterable {
        case deletion, purge, age
    }

    @Test(arguments: Backend.all, Loss.allCases)
    func aReportOutlivesItsItem(_ backend: Backend, _ loss: Loss) async throws {
        try await TradeFixture.over(backend) { trade in
            let (storage, item) = (trade.storage, trade.item)
            try await trade.report(.item(item))
            if loss == .deletion {
                try await storage.delete(item, at: noon)
            } else {
                let deletion = try await storage.trash(item, of: trade.seller)
                if loss == .purge {
                    try await storage.purge(deletion.id, of: trade.seller)
                } else {
                    #expect(try await storage.purgeDeletions(before: noon + 1) == 1)
                }
            }
            let open = try await storage.reports(areSettled: false, before: nil, limit: 9)
            #expect(open.map(\.subject) == [.item(item)] && open.map(\.removal) == [.forGood])
            #expect(open.map(\.person?.id) == [trade.seller] && !open[0].isItemHidden)
            #expect(open.map(\.excerpt) == ["원목 의자"])
            // A report of an item is not one of its seller, who may be reported separately.
            try await trade.report(.person(trade.seller))
            try await storage.setSuspended(true, trade.seller, at: noon)
            #expect(try await storage.countOpenReports(upTo: 9) == 0)
            try await storage.deleteAccount(trade.seller, at: noon)
            #expect(try await settled(storage).map(\.person?.hasLeft) == [true, true])
            try await storage.purgeDeletions(before: noon + 1)
            #expect(try await settled(storage).isEmpty)
        }
    }

    @Test(arguments: Backend.all)
    func aReportOfADeletedGuestItemWaitsUntilItIsSettled(
        _ backend: Backend
    ) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            let (item, other) = (
                try await storage.insert(NewItem.sample()),
                try await storage.insert(NewItem.sample())
            )
            let id = try await trade.report(.item(item))
            try await trade.report(.item(other))
            try await storage.delete(item, at: noon)
            let open = try await storage.reports(areSettled: false, before: nil, limit: 9)
            #expect(open.map(\.subject) == [.item(other), .item(item)])
            #expect(open.map(\.removal) == [nil, .forGood])
            #expect(open.allSatisfy { $0.excerpt == "원목 의자" && $0.person == nil })
            // An open report is kept however long it waits.
            try await storage.purgeDeletions(before: noon + 1_000)
            for _ in 1...2 { try await storage.settleReport(id, by: nil, at: noon + 60) }
            #expect(try await settled(storage).map(\.id) == [id])
            try await storage.purgeDeletions(before: noon + 60)
            #expect(try await settled(storage).map(\.id) == [id])
            try await storage.purgeDeletions(before: noon + 61)
            #expect(try await settled(storage).isEmpty)
            // A settled report is kept while its item exists.
            try await storage.setHidden(true, other, at: noon)
            try await storage.purgeDeletions(before: noon + 61)
            #expect(try await settled(storage).map(\.subject) == [.item(other)])
        }
    }

    @Test(arguments: Backend.all)
    func aReportOfWhatCameBackWaitsWhateverItsSellerIsSuspendedFor(
        _ backend: Backend
    ) async throws {
        try await TradeFixture.over(backend) { trade in
            let (storage, seller) = (trade.storage, trade.seller)
            let id = try await trade.report(.item(trade.item))
            let deletion = try await storage.trash(trade.item, of: seller)
            try await storage.restore(deletion.id, of: seller, at: noon)
            try await storage.setSuspended(true, seller, at: noon)
            let open = try await storage.reports(areSettled: false, before: nil, limit: 9)
            #expect(open.map(\.id) == [id] && open.map(\.person?.id) == [seller])
            #expect(open.map(\.removal) == [nil])
        }
    }

    @Test(arguments: Backend.all)
    func aReportOfATrashedItemOutlivesItsSeller(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let id = try await trade.report(.item(trade.item))
            _ = try await trade.storage.deleteItem(trade.item, of: trade.seller, at: noon)
            try await trade.storage.deleteAccount(trade.seller, at: noon)
            let open = try await trade.storage.reports(areSettled: false, before: nil, limit: 9)
            #expect(open.map(\.id) == [id] && open.map(\.removal) == [.forGood])
            #expect(open.map(\.person?.nickname) == ["민지"])
        }
    }

    /// People are told only of items that they can see.
    @Test(arguments: Backend.all)
    func anItemFreedWhileHiddenIsToldWhenItIsShown(_ backend: Backend) async throws {
        try await Sale.over(backend, stock: 1, askers: 3) { sale in
            try await sale.agreeOnPrice(with: 1)
            try await sale.sell(.reserve)
            try await sale.read(by: 1)
            try await sale.storage.setHidden(true, sale.item, at: noon)
            try await sale.sell(.release)
            #expect(try await sale.notes(of: 1).last == .reservedForOther)
            try await sale.storage.setHidden(false, sale.item, at: noon + 60)
            #expect(try await sale.notes(of: 1).last == .available)
            #expect(try await sale.notes(of: 2).isEmpty)
            // An item that was available before it was hidden is no news when it is shown.
            let told = try await sale.notes(of: 1)
            for isHidden in [true, false] {
                try await sale.storage.setHidden(isHidden, sale.item, at: noon + 90)
            }
            #expect(try await sale.notes(of: 1) == told)
        }
    }

    @Test(arguments: Backend.all)
    func theNextInLineIsToldWhenItIsShown(_ backend: Backend) async throws {
        try await Sale.over(backend, stock: 1, askers: 2) { sale in
            try await sale.sell(.reserve)
            try await sale.ask(.joinLine, by: 1)
            try await sale.storage.setHidden(true, sale.item, at: noon)
            try await sale.sell(.release)
            #expect(try await sale.notes(of: 1) == [.joinedLine])
            try await sale.storage.setHidden(false, sale.item, at: noon + 60)
            #expect(try await sale.notes(of: 1) == [.joinedLine, .turn])
        }
    }
}
