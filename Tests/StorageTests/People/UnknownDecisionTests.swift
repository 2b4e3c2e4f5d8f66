import Market
import Testing

@testable import Storage

/// Decisions of a newer version over the same database, of a kind that this version does not know.
struct UnknownDecisionTests {
    @Test(arguments: Backend.all)
    func unknownDecisionsAreLeftOutEverywhere(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let (storage, seller) = (trade.storage, trade.seller)
            let id = try await trade.report(.person(seller))
            try await storage.setSuspended(true, trade.asker, at: noon)
            try await storage.settleReport(id, at: noon)
            try await storage.setHidden(true, trade.item, at: noon)
            let database = try #require(storage as? SQLStorage)
            try await database.write { connection throws(StorageError) -> Void in
                try connection.run(
                    "UPDATE decision SET kind = 99 WHERE kind = ?", Decision.Kind.dismissed)
            }
            let known = try await storage.decisions(about: seller, limit: 9)
            #expect(known.map(\.kind) == [.hidden])
            let log = try await storage.decisions(before: nil, limit: 9)
            #expect(log.map(\.decision.kind) == [.hidden, .suspended])
            let settled = try await storage.reports(areSettled: true, before: nil, limit: 9)
            #expect(settled.map(\.id) == [id] && settled.map(\.decision) == [nil])
            // A report with a decision of an unknown kind is not reopened.
            try await storage.reopenReport(id, by: nil, at: noon)
            #expect(try await storage.countOpenReports(upTo: 9) == 0)
        }
    }
}
