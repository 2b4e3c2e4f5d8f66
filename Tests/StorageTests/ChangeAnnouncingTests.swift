import Market
import Storage
import Testing

/// A change that is never announced would be waited for without end.
@Suite(.timeLimit(.minutes(1)))
struct ChangeAnnouncingTests {
    /// The first change out of `wanted` that the feed announces after `work`.
    private func first(
        of wanted: Set<Change>, in storage: any MarketStorage,
        after work: () async throws -> Void
    ) async throws -> Change? {
        let changes = storage.feed.changes(wanted)
        try await work()
        return await changes.first { _ in true }
    }

    @Test(arguments: Backend.all)
    func aNewItemIsAnnounced(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let change = try await first(of: [.items], in: storage) {
                _ = try await storage.insert(.sample())
            }
            #expect(change == .items)
        }
    }

    @Test(arguments: Backend.all)
    func newListingIsAnnouncedToTheFollowersOfItsSeller(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            try await storage.setFollowed(true, trade.seller, by: trade.asker, at: noon)
            let other = try await storage.join("하늘")
            let wanted: Set<Change> = [.organiser(trade.asker), .organiser(other)]
            let ofOther = try await first(of: wanted, in: storage) {
                _ = try await storage.insert(NewItem.sample(of: other))
                _ = try await storage.makeMemo(of: other)
            }
            #expect(ofOther == .organiser(other))
            let ofSeller = try await first(of: wanted, in: storage) {
                _ = try await storage.insert(NewItem.sample(of: trade.seller))
            }
            #expect(ofSeller == .organiser(trade.asker))
        }
    }

    @Test(arguments: Backend.all)
    func ownWritesAreAnnouncedToTheAccount(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let (account, other) = (try await storage.join("민지"), try await storage.join("지수"))
            let wanted: Set<Change> = [.organiser(account), .items]
            let change = try await first(of: wanted, in: storage) {
                _ = try await storage.makeMemo(of: other)
                _ = try await storage.makeMemo(of: account)
            }
            #expect(change == .organiser(account))
        }
    }

    @Test(arguments: Backend.all)
    func aSealedReviewIsAnnouncedToNobody(_ backend: Backend) async throws {
        try await TradeFixture.asked(backend) { trade, id in
            let storage = trade.storage
            try await storage.take(.close(at: nil), in: id, by: trade.ofSeller, at: noon)
            let told: Set<Change> = [.organiser(trade.seller), .conversation(id)]
            let change = try await first(of: told.union([.items]), in: storage) {
                try await storage.insert(
                    ReviewContent(rating: .bad), in: id, by: trade.ofAsker, at: noon)
                _ = try await storage.insert(NewItem.sample())
            }
            #expect(change == .items)
            let opened = try await first(of: told, in: storage) {
                try await storage.insert(
                    ReviewContent(rating: .good), in: id, by: trade.ofSeller, at: noon)
            }
            #expect(opened.map(told.contains) == true)
        }
    }

    @Test(arguments: Backend.all)
    func aMessageIsAnnouncedToBothOfItsPeople(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let id = try await trade.ask(token: "a")
            let told: [Change] = [
                .organiser(trade.seller), .organiser(trade.asker), .conversation(id),
            ]
            for wanted in told {
                let change = try await first(of: [wanted, .items], in: trade.storage) {
                    try await trade.write("네", in: id, by: trade.ofSeller)
                }
                #expect(change == wanted)
            }
            // A message sent again by the same form is not announced.
            let change = try await first(of: [.conversation(id), .items], in: trade.storage) {
                try await trade.ask(token: "a")
                _ = try await trade.storage.insert(.sample())
            }
            #expect(change == .items)
        }
    }

    /// The other does not notice.
    @Test(arguments: Backend.all)
    func mutingAndArchivingAreAnnouncedToWhoDidThat(_ backend: Backend) async throws {
        try await TradeFixture.asked(backend) { trade, id in
            let storage = trade.storage
            let works: [() async throws -> Void] = [
                { try await storage.setMuted(true, id, by: trade.asker) },
                { _ = try await storage.setArchived(true, id, by: trade.asker) },
            ]
            for work in works {
                let change = try await first(
                    of: [.organiser(trade.asker)], in: storage, after: work)
                #expect(change == .organiser(trade.asker))
            }
            let others: Set<Change> = [.organiser(trade.seller), .conversation(id), .items]
            let change = try await first(of: others, in: storage) {
                try await storage.setMuted(false, id, by: trade.asker)
                _ = try await storage.setArchived(false, id, by: trade.asker)
                _ = try await storage.insert(NewItem.sample())
            }
            #expect(change == .items)
        }
    }

    /// A page that is open offers steps which would be refused, else.
    @Test(arguments: Backend.all)
    func blocksAndSuspensionsAreAnnouncedToTheConversation(_ backend: Backend) async throws {
        try await TradeFixture.asked(backend) { trade, id in
            let storage = trade.storage
            for isSo in [true, false] {
                let suspended = try await first(of: [.conversation(id)], in: storage) {
                    try await storage.setSuspended(isSo, trade.seller, at: noon)
                }
                let blocked = try await first(of: [.conversation(id)], in: storage) {
                    try await storage.setBlocked(isSo, trade.asker, by: trade.seller, at: noon)
                }
                #expect(suspended == .conversation(id) && blocked == suspended)
            }
        }
    }

    /// Uses a feed without a pause, since each step is announced.
    @Test func itemChangesAreAnnouncedToItsConversations() async throws {
        let storage = try SQLiteStorage(path: ":memory:", feed: ChangeFeed(pause: .zero))
        let seller = try await storage.join("민지")
        let trade = TradeFixture(
            storage: storage, seller: seller, asker: try await storage.join("지수"),
            item: try await storage.insert(.sample(of: seller)))
        let (id, item) = (try await trade.ask(), trade.item)
        let works: [() async throws -> Void] = [
            { try await storage.take(.reserve, in: id, by: trade.ofSeller, at: noon) },
            { try await storage.take(.release, in: id, by: trade.ofAsker, at: noon) },
            { try await storage.take(.joinLine, in: id, by: trade.ofAsker, at: noon) },
            {
                try await storage.update(item, content: .sample(title: "책상"), photos: [], at: noon)
            },
            { try await storage.setHidden(true, item, at: noon) },
            { try await storage.setHidden(false, item, at: noon) },
            { _ = try await storage.sell(item, leaving: 0, at: noon) },
            { try await storage.setStatus(.selling, of: item, at: noon) },
            { try await storage.take(.reserveFor(.day), in: id, by: trade.ofSeller, at: noon) },
            { _ = try await storage.releaseLapsedReservations(at: noon + 86_400) },
            { _ = try await storage.deleteItem(item, of: seller, at: noon) },
            {
                let deletion = try #require(try await storage.deletions(of: seller).first)
                try await storage.restore(deletion.id, of: seller, at: noon)
            },
            { try await storage.deleteAccount(trade.asker, at: noon) },
        ]
        for (number, work) in works.enumerated() {
            let change = try await first(of: [.item(item)], in: storage, after: work)
            #expect(change == .item(item), "\(number)")
        }
    }

    @Test(arguments: Backend.all)
    func messagesAreAnnouncedToTheTwoPeopleOnly(_ backend: Backend) async throws {
        try await TradeFixture.asked(backend) { trade, id in
            let told: Set<Change> = [.item(trade.item), .organiser(77)]
            let change = try await first(of: told, in: trade.storage) {
                try await trade.write("네", in: id, by: trade.ofSeller)
                try await trade.take(.offerPrice(9_000), in: id, by: trade.ofAsker)
                trade.storage.feed.post(.organiser(77))
            }
            #expect(change == .organiser(77))
        }
    }

    @Test(arguments: Backend.all)
    func failedWritesAreNotAnnounced(_ backend: Backend) async throws {
        try await backend.withAccount { storage, account in
            let wanted: Set<Change> = [.organiser(account), .items]
            let change = try await first(of: wanted, in: storage) {
                _ = try? await storage.deleteMemo(77, of: account, at: noon)
                _ = try await storage.insert(.sample())
            }
            #expect(change == .items)
        }
    }

    @Test(arguments: Backend.all, [false, true])
    func theEndOfASessionIsAnnounced(_ backend: Backend, isEverySession: Bool) async throws {
        try await backend.withAccount { storage, account in
            let session = Session.sample("token", of: account)
            try await storage.insert(session)
            let change = try await first(of: [.organiser(account)], in: storage) {
                if isEverySession {
                    try await storage.deleteSessions(of: account, except: nil)
                } else {
                    try await storage.deleteSession(session.digest)
                }
            }
            #expect(change == .organiser(account))
        }
    }

    @Test(arguments: Backend.all)
    func aNewPasswordIsAnnouncedToOtherSessions(_ backend: Backend) async throws {
        try await backend.withAccount { storage, account in
            let change = try await first(of: [.organiser(account)], in: storage) {
                try await storage.setPasswordHash(
                    "other", of: account, replacing: "$argon2id$account", keeping: nil)
            }
            #expect(change == .organiser(account))
        }
    }

    @Test(arguments: [Change.items, .organiser(7)])
    func anotherProcessesWritesAreAnnouncedAsEverything(_ wanted: Change) async throws {
        try await withTemporaryFolder { folder in
            let storage = try SQLiteStorage(path: folder + "/market.db")
            let other = try SQLiteStorage(path: folder + "/market.db")
            let change = try await first(of: [wanted], in: storage) {
                _ = try await other.insert(.sample())
            }
            #expect(change == wanted)
        }
    }

    @Test(arguments: Backend.all)
    func openReportsAreAnnouncedToOperators(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let (storage, item) = (trade.storage, trade.item)
            let report = NewReport(
                of: .item(item), by: trade.ofAsker, reason: .fraud, text: "", date: noon)
            let reported = try await first(of: [.reports], in: storage) {
                try await storage.insert(report)
            }
            #expect(reported == .reports)
            let cases = try await storage.reportCases(about: nil, before: nil, limit: 1)
            let id = try #require(cases.first?.id)
            let works: [() async throws -> Void] = [
                { try await storage.settleReport(id, at: noon) },
                { try await storage.reopenReport(id, by: nil, at: noon) },
                { try await storage.setHidden(true, item, at: noon) },
                { try await storage.update(item, content: .sample(), photos: [], at: noon) },
            ]
            for work in works {
                let change = try await first(of: [.reports], in: storage, after: work)
                #expect(change == .reports)
            }
        }
    }
}
