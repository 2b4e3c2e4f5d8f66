import Market
import Testing

/// Open reports, grouped by their subject.
struct ReportCaseStorageTests {
    private func cases(
        about scope: ReportCase.Scope? = nil, before id: Report.ID? = nil, limit: Int = 9,
        in storage: any MarketStorage
    ) async throws -> [ReportCase] {
        try await storage.reportCases(about: scope, before: id, limit: limit)
    }

    @Test(arguments: Backend.all)
    func reportsOfOneThingAreOneCase(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let (storage, third) = (trade.storage, try await trade.storage.join("하늘"))
            try await trade.report(.item(trade.item))
            try await trade.report(.person(trade.seller))
            try await trade.report(.item(trade.item), by: third)
            try await trade.report(.person(trade.asker), by: third)
            let all = try await cases(in: storage)
            #expect(
                all.map(\.latest.subject) == [
                    .person(trade.asker), .item(trade.item), .person(trade.seller),
                ])
            #expect(all.map(\.earlier.count) == [0, 1, 0])
            #expect(all[1].latest.reporter?.nickname == "하늘")
            #expect(all[1].earlier.map(\.reporter?.nickname) == ["지수"])
            // The seller has three open reports: two of the item and one of the person.
            #expect(all.map(\.others) == [0, 1, 2])
            #expect(try await cases(limit: 1, in: storage) == [all[0]])
            #expect(try await cases(before: all[1].id, in: storage) == [all[2]])
            #expect(try await cases(limit: -1, in: storage).isEmpty)
            #expect(try await cases(about: .item(trade.item), in: storage) == [all[1]])
            #expect(
                try await cases(about: .person(trade.seller), in: storage)
                    == Array(all.dropFirst()))
            let counted: [(ReportCase.Scope, Int)] = [
                (.item(trade.item), 2), (.person(trade.seller), 3), (.person(trade.asker), 1),
                (.item(77), 0), (.person(77), 0), (.item(Item.ID(rawValue: .max)), 0),
            ]
            for (scope, count) in counted {
                #expect(try await storage.countOpenReports(about: scope) == count, "\(scope)")
            }
        }
    }

    @Test(arguments: Backend.all)
    func aCaseStaysOneWhenItsListingIsGone(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let (storage, third) = (trade.storage, try await trade.storage.join("하늘"))
            for reporter in [trade.asker, third] {
                try await trade.report(.item(trade.item), by: reporter)
            }
            try await storage.delete(trade.item, at: noon)
            let all = try await cases(in: storage)
            #expect(all.map(\.earlier.count) == [1] && all.map(\.latest.removal) == [.forGood])
            #expect(try await storage.countOpenReports(about: .item(trade.item)) == 2)
            #expect(try await storage.countOpenReports(about: .person(trade.seller)) == 2)
        }
    }

    @Test(arguments: Backend.all)
    func aCaseIsSettledAndReopenedAsAWhole(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let (storage, third) = (trade.storage, try await trade.storage.join("하늘"))
            let fourth = try await storage.join("바다")
            for reporter in [trade.asker, third] {
                try await trade.report(.item(trade.item), by: reporter)
            }
            let seen = try #require(try await cases(in: storage).first?.id)
            // A report that came after the page was shown is not settled with the others.
            try await trade.report(.item(trade.item), by: fourth)
            try await storage.settleReport(seen, by: third, at: noon + 60)
            let rest = try await cases(in: storage)
            #expect(rest.map(\.latest.reporter?.nickname) == ["바다"])
            #expect(rest.map(\.earlier.count) == [0] && rest.map(\.latest.decisionCount) == [0])
            let settled = try await storage.reports(areSettled: true, before: nil, limit: 9)
            #expect(settled.map(\.decision?.kind) == [.dismissed, .dismissed])
            for _ in 1...2 { try await storage.reopenReport(seen, by: third, at: noon + 90) }
            #expect(try await cases(in: storage).map(\.earlier.count) == [2])
            let decisions = try await storage.decisions(about: trade.seller, limit: 9)
            #expect(decisions.map(\.kind) == [.reopened, .dismissed])
            #expect(decisions.map(\.title) == ["원목 의자", "원목 의자"])
            await #expect(throws: StorageError.notFound) {
                try await storage.reopenReport(77, by: nil, at: noon)
            }
        }
    }

    @Test(arguments: Backend.all)
    func reportsSettledTogetherAreOneCase(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let (storage, third) = (trade.storage, try await trade.storage.join("하늘"))
            for reporter in [trade.asker, third] {
                try await trade.report(.item(trade.item), by: reporter)
            }
            try await trade.report(.person(trade.seller), by: third)
            // One decision settles both cases.
            try await storage.setSuspended(
                true, trade.seller, because: "광고", hidingItems: true, by: nil, at: noon)
            let fourth = try await storage.join("바다")
            try await trade.report(.person(trade.seller), by: fourth)
            let last = try #require(try await cases(in: storage).first?.id)
            // In the same second, but as a decision of its own.
            try await storage.settleReport(last, at: noon)
            func settled(before id: Report.ID? = nil, limit: Int = 9) async throws -> [ReportCase] {
                try await storage.settledReportCases(before: id, limit: limit)
            }
            let all = try await settled()
            let seller = Report.Subject.person(trade.seller)
            #expect(all.map(\.latest.subject) == [seller, seller, .item(trade.item)])
            #expect(all.map(\.earlier.count) == [0, 0, 1] && all.map(\.others) == [0, 0, 0])
            #expect(all.map(\.latest.decision?.kind) == [.dismissed, .suspended, .suspended])
            #expect(all[2].latest.reporter?.nickname == "하늘")
            #expect(all[2].earlier.map(\.reporter?.nickname) == ["지수"])
            #expect(try await settled(limit: 1) == [all[0]])
            #expect(try await settled(before: all[1].id) == [all[2]])
            #expect(try await settled(limit: -1).isEmpty)
        }
    }

    @Test(arguments: Backend.all)
    func reportsWithAMeasureAreNotReopened(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            try await trade.report(.item(trade.item))
            let id = try #require(try await cases(in: storage).first?.id)
            try await storage.setHidden(true, trade.item, at: noon)
            try await storage.reopenReport(id, by: nil, at: noon)
            #expect(try await cases(in: storage).isEmpty)
            let settled = try await storage.reports(areSettled: true, before: nil, limit: 9)
            #expect(settled.map(\.decisionCount) == [1])
            let told = try await storage.reminders(of: trade.asker, until: noon + 9, limit: 9)
            #expect(told.map(\.notice?.kind) == [.reportedItemHidden])
            // Showing the item again reverses the measure and withdraws the notice; the report may
            // then be reopened.
            try await storage.setHidden(false, trade.item, at: noon)
            let shown = try await storage.reports(areSettled: true, before: nil, limit: 9)
            #expect(shown.map(\.decisionCount) == [0])
            #expect(try await storage.countDueReminders(of: trade.asker, at: noon + 9) == 0)
            try await storage.reopenReport(id, by: nil, at: noon)
            #expect(try await cases(in: storage).map(\.id) == [id])
            // The reporter is told of the final outcome only.
            try await storage.settleReport(id, at: noon)
            try await storage.reopenReport(id, by: nil, at: noon)
            try await storage.settleReport(id, at: noon + 1)
            let last = try await storage.reminders(of: trade.asker, until: noon + 9, limit: 9)
            #expect(last.map(\.notice?.kind) == [.reportDismissed])
        }
    }

    @Test(arguments: Backend.all)
    func measuresThatWereTakenBackAreNotCounted(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let (storage, seller) = (trade.storage, trade.seller)
            let other = try await storage.insert(NewItem.sample(of: seller))
            try await trade.report(.person(seller))
            func counted() async throws -> [Int] {
                try await cases(in: storage).map(\.latest.decisionCount)
            }
            for item in [trade.item, other] { try await storage.setHidden(true, item, at: noon) }
            #expect(try await counted() == [2])
            // Showing one item leaves the other hidden.
            try await storage.setHidden(false, other, at: noon)
            #expect(try await counted() == [1])
            try await storage.setHidden(true, other, at: noon)
            #expect(try await counted() == [2])
            try await storage.setSuspended(true, seller, at: noon)
            try await trade.report(.person(seller))
            #expect(try await counted() == [3])
            try await storage.setSuspended(false, seller, at: noon)
            #expect(try await counted() == [2])
            // Measures about somebody who has left do not count, either.
            try await storage.setHidden(false, trade.item, at: noon)
            try await storage.deleteAccount(seller, at: noon)
            #expect(try await counted() == [1])
        }
    }

    @Test(arguments: Backend.all)
    func aReportKeepsWhatItsListingShowed(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            try await storage.insert(.sample("a"), at: noon)
            let item = try await storage.insert(
                NewItem.sample(photos: [.sample("a")], of: trade.seller))
            try await trade.report(.item(item), at: noon + 60)
            try await trade.report(.person(trade.seller))
            func reported() async throws -> Report {
                try #require(try await cases(about: .item(item), in: storage).first?.latest)
            }
            let kept = Report.Listing(
                price: try Price(25_000), photo: .sample("a"), description: "흠집이 조금 있어요.")
            #expect(try await reported().listing == kept)
            #expect(try await reported().dateEdited == nil)
            let content = try ItemContent.sample(
                title: "의자", price: .open(), description: "새것 같아요.")
            try await storage.update(item, content: content, photos: [], at: noon + 120)
            _ = try await storage.bytes(of: .sample("a"), .thumbnail)
            #expect(try await storage.deleteUnusedPhotos(uploadedBefore: noon + 999) == 0)
            #expect(try await reported().listing == kept)
            // A photo that nothing else shows is visible to operators only.
            await #expect(throws: StorageError.photoNotFound) {
                try await storage.bytes(of: .sample("a"), .thumbnail)
            }
            #expect(try await reported().dateEdited == noon + 120)
            let others = try await cases(in: storage).map(\.latest.listing)
            #expect(others == [nil, kept])
            // Once the report is settled, nothing keeps the photo.
            try await storage.settleReport(try await reported().id, at: noon + 180)
            #expect(try await storage.deleteUnusedPhotos(uploadedBefore: noon + 999) == 1)
            let settled = try await storage.reports(areSettled: true, before: nil, limit: 9)
            #expect(settled.map(\.listing?.description) == ["흠집이 조금 있어요."])
            #expect(settled.map(\.listing?.photo) == [nil])
        }
    }

    @Test(arguments: Backend.all)
    func hiddenItemsThatWereMendedWaitForOperators(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let (storage, item) = (trade.storage, trade.item)
            let keeper = try await storage.join("장터지기")
            func hidden() async throws -> [HiddenItem] {
                try await storage.hiddenItems(before: nil, limit: 9)
            }
            try await storage.setHidden(true, item, because: "가짜", by: keeper, at: noon + 60)
            #expect(try await hidden().map(\.isMended) == [false])
            #expect(try await hidden().map(\.seller?.nickname) == ["민지"])
            #expect(try await hidden().map(\.decider?.nickname) == ["장터지기"])
            #expect(try await storage.countMendedItems() == 0)
            try await storage.update(item, content: .sample(), photos: [], at: noon + 120)
            #expect(try await hidden().map(\.isMended) == [true])
            #expect(try await hidden().map(\.dateEdited) == [noon + 120])
            #expect(try await storage.countMendedItems() == 1)
            #expect(try await storage.countOpenReports(upTo: 9) == 1)
            // It stays hidden, with the reason that was given first, and the log says so once.
            for _ in 1...2 { try await storage.setHidden(true, item, at: noon + 180) }
            let decisions = try await storage.decisions(about: trade.seller, limit: 9)
            #expect(decisions.map(\.kind) == [.keptHidden, .hidden])
            #expect(decisions.map(\.subject) == [.item(item), .item(item)])
            #expect(try await storage.countOpenReports(upTo: 9) == 0)
            #expect(try await hidden().map(\.isMended) == [false])
            #expect(try await hidden().map(\.reason) == ["가짜"])
            #expect(try await hidden().map(\.dateEdited) == [noon + 120])
            try await storage.update(item, content: .sample(), photos: [], at: noon + 240)
            try await storage.setHidden(false, item, at: noon + 300)
            #expect(try await storage.countMendedItems() == 0)
            // The operator who hid it leaves.
            try await storage.setHidden(true, item, because: "", by: keeper, at: noon + 360)
            try await storage.deleteAccount(keeper, at: noon + 360)
            #expect(try await hidden().map(\.decider) == [nil])
        }
    }
}
