#if PostgreSQL
    import Fixtures
    import Glibc
    import Market
    import Testing

    @testable import Storage

    /// Several processes over one database.
    struct SharedDatabaseTests {
        @Test func writesReachTheOtherProgramAndInvalidateItsPages() async throws {
            try await withStorages(2) { _, storages in
                let (one, other) = (storages[0], storages[1])
                let before = other.commitCount
                let id = try await one.insert(.sample("원목 책상"))
                #expect(try await other.item(id).content.title == "원목 책상")
                try await waitUntil { other.commitCount > before }
                #expect(try await other.items(ItemQuery(limit: 9)).items.map(\.id) == [id])
                let search = ItemFilter(search: SearchQuery("책상"))
                #expect(try await other.itemCounts(search)[nil] == 1)
                try await other.delete(id, at: noon)
                try await waitUntil { one.commitCount >= other.commitCount }
                #expect(try await one.items(ItemQuery(limit: 9)).items.isEmpty)
            }
        }

        @Test func triesAreCountedTogether() async throws {
            try await withStorages(2) { _, storages in
                let limits = storages.map { storage in
                    let limit = TryLimiter(mostTries: 10)
                    storage.share(["passwords": limit])
                    return limit
                }
                let key = TryLimiter.Key(subject: 7, address: "2001:db8::1")
                let other = TryLimiter.Key(subject: -7, address: "")
                // The server deletes expired tries by its own clock.
                let now = Timestamp(seconds: Int64(time(nil)))
                // From here on each limiter knows that there are two processes.
                for limit in limits {
                    try await waitUntil {
                        let fresh = TryLimiter.Key(subject: .random(in: 100 ... .max), address: "")
                        return (0..<6).contains { _ in limit.secondsToWait(fresh, at: now) == 1 }
                    }
                }
                // Until it hears of the other's tries, each limiter may let a few more through.
                var through = 0
                while limits[0].secondsToWait(key, at: now) == nil { through += 1 }
                #expect((5...6).contains(through))
                try await waitUntil {
                    if limits[1].secondsToWait(key, at: now) == nil { through += 1 }
                    return limits[1].secondsLeft(key, at: now) == 60
                }
                #expect((10...20).contains(through))
                try await waitUntil { limits[0].secondsLeft(key, at: now) == 60 }
                #expect(limits[0].secondsToWait(other, at: now) == nil)
                limits[1].forget(key)
                try await waitUntil { limits[0].secondsLeft(key, at: now) == nil }
                // A new window begins from zero for both.
                for _ in 0..<5 { #expect(limits[1].secondsToWait(key, at: now + 100) == nil) }
                try await waitUntil { limits[1].secondsToWait(key, at: now + 100) == nil }
                try await waitUntil {
                    _ = limits[0].secondsToWait(key, at: now + 100)
                    return limits[0].secondsLeft(key, at: now + 100) == 60
                }
            }
        }

        @Test func itemsOfBothProgramsHaveDistinctIDs() async throws {
            try await withStorages(2) { _, storages in
                let ids = try await atOnce(200) { number in
                    try await storages[number % 2].insert(.sample("의자 \(number)"))
                }
                #expect(ids.sorted() == (1...200).map { Item.ID(rawValue: $0) })
                for storage in storages {
                    try await waitUntil {
                        try await storage.items(ItemQuery(limit: 300)).items.count == 200
                    }
                }
            }
        }

        /// A form sent twice may reach both processes.
        @Test func aFormThatReachesBothProgramsMakesOneItem() async throws {
            try await withStorages(2) { _, storages in
                for number in 0..<20 {
                    async let first = storages[0].insert(.sample(key: "form \(number)"))
                    async let second = storages[1].insert(.sample(key: "form \(number)"))
                    let ids = try await (first, second)
                    #expect(ids.0 == ids.1)
                }
            }
        }

        @Test(arguments: [1, 3] as [Int64])
        func reservationsThroughBothProgramsTakeExactlyTheStock(_ stock: Int64) async throws {
            try await withStorages(2) { _, storages in
                let seller = try await storages[0].join("민지")
                let item = try await storages[0].insert(
                    .sample(content: .sample(stock: stock), of: seller))
                var conversations: [Conversation.ID] = []
                for number in 1...12 {
                    let asker = try await storages[1].join("이웃 \(number)")
                    conversations.append(try await storages[number % 2].ask(about: item, by: asker))
                }
                let won = try await atOnce(12) { [conversations] number -> Bool in
                    do {
                        try await storages[number % 2].take(
                            .reserve, in: conversations[number], by: .account(seller), at: noon)
                        return true
                    } catch StorageError.dealing(.noneLeft) {
                        return false
                    }
                }
                #expect(won.count { $0 } == Int(stock))
            }
        }

        @Test func savedSearchesMatchPostsOfOtherPrograms() async throws {
            try await withStorages(2) { _, storages in
                let account = try await storages[0].join("민지")
                _ = try await storages[0].keep("책상", of: account)
                _ = try await storages[1].insert(.sample("원목 책상"))
                try await waitUntil {
                    try await (storages[0] as any MarketStorage).countUnseenMatches(of: account)
                        == 1
                }
            }
        }

        /// While other tasks keep reading, also between a commit and the update of memory.
        @Test func unseenMatchesAreCountedRightDuringWrites() async throws {
            try await withStorages(2) { _, storages in
                let market: any MarketStorage = storages[0]
                let account = try await storages[0].join("민지")
                _ = try await storages[0].keep("책상", of: account)
                let search = ItemFilter(search: SearchQuery("책상"))
                let looking = (0..<2).map { _ in
                    Task {
                        while !Task.isCancelled {
                            _ = try? await market.countUnseenMatches(of: account)
                            _ = try? await market.itemCounts(search)
                        }
                    }
                }
                defer { for task in looking { task.cancel() } }
                for number in 1...60 {
                    _ = try await storages[number % 2].insert(.sample("책상 \(number)"))
                    try await waitUntil {
                        let unseen = try await market.countUnseenMatches(of: account)
                        let all = try await market.itemCounts(search)[nil]
                        return unseen == number && all == number
                    }
                }
            }
        }

        /// Breaks data that is derived from the items, and expects the check to find and repair it.
        @Test(
            arguments: [
                ("UPDATE item_count SET count = count + 1 WHERE shift = 5", .counts),
                ("DELETE FROM item_count WHERE shift = 20", .counts),
                ("UPDATE item_search SET tokens = '''책상'':1' WHERE position = 7", .search),
                ("DELETE FROM item_search WHERE position = 7", .search),
                ("INSERT INTO item_search VALUES (9999, '')", .search),
            ] as [(SQL, DerivedDataFault)])
        func derivedDataIsCheckedAndRepaired(_ script: SQL, _ fault: DerivedDataFault) async throws
        {
            let server = try #require(PostgreSQLServer.shared)
            let address = try server.database()
            defer { try? server.drop(address) }
            let storage = try PostgreSQLStorage(address: address)
            defer { storage.close() }
            for number in 0..<70 { _ = try await storage.insert(.sample("의자 \(number)")) }
            #expect(try await storage.checkDerivedData(mending: false) == [])
            try PostgreSQLConnection(to: address).execute(script)
            #expect(try await storage.checkDerivedData(mending: false) == [fault])
            #expect(try await storage.checkDerivedData(mending: true) == [fault])
            #expect(try await storage.checkDerivedData(mending: false) == [])
            let search = ItemFilter(search: SearchQuery("의자"))
            #expect(try await storage.itemCounts(search)[nil] == 70)
        }

        /// As when another process hangs in the middle of a write.
        @Test func aWriteThatWaitsTooLongFailsAndMayBeRepeated() async throws {
            let server = try #require(PostgreSQLServer.shared)
            let address = try server.database()
            defer { try? server.drop(address) }
            let storage = try PostgreSQLStorage(address: address)
            defer { storage.close() }
            let other = try PostgreSQLConnection(to: address)
            try other.execute("BEGIN; SET LOCAL idle_in_transaction_session_timeout = 0")
            try other.execute("SELECT 1 FROM commit_count WHERE id = 1 FOR UPDATE")
            await #expect(throws: StorageError.busy) {
                _ = try await storage.insert(.sample("원목 의자"))
            }
            try other.execute("ROLLBACK")
            _ = try await storage.insert(.sample("원목 책상"))
            let titles = try await storage.items(ItemQuery(limit: 9)).items.map(\.title)
            #expect(titles == ["원목 책상"])
        }

        /// A failed read ends its transaction, so that the next one can use the connection.
        @Test func aReadThatTakesTooLongFailsAlone() async throws {
            let server = try #require(PostgreSQLServer.shared)
            let address = try server.database()
            defer { try? server.drop(address) }
            let storage = try PostgreSQLStorage(address: address, readers: 1)
            defer { storage.close() }
            let id = try await storage.insert(.sample("원목 의자"))
            let other = try PostgreSQLConnection(to: address)
            try other.execute("BEGIN; SET LOCAL idle_in_transaction_session_timeout = 0")
            try other.execute("LOCK TABLE item IN ACCESS EXCLUSIVE MODE")
            await #expect(throws: StorageError.busy) { try await storage.item(id) }
            try other.execute("ROLLBACK")
            for _ in 0..<5 { #expect(try await storage.item(id).content.title == "원목 의자") }
        }

        @Test func signaturesAreValidInAllPrograms() async throws {
            try await withStorages(2) { _, storages in
                let key = try #require(storages[0].sharedKey)
                #expect(key.count == 32 && storages[1].sharedKey == key)
            }
            try await withStorages(1) { _, storages in #expect(storages[0].sharedKey?.count == 32) }
        }

        @Test func openPagesHearOfOtherProgramsWrites() async throws {
            try await withStorages(2) { _, storages in
                let changes = storages[1].feed.changes([.items])
                _ = try await storages[0].insert(.sample("원목 의자"))
                for await change in changes {
                    #expect(change == .items)
                    break
                }
            }
        }

        @Test func oneProgramDoesUpkeepAndTheOtherTakesItOver() async throws {
            try await withStorages(2) { _, storages in
                try await waitUntil { storages.contains(where: \.doesUpkeep) }
                #expect(storages.count(where: \.doesUpkeep) == 1)
                let other = try #require(storages.first { !$0.doesUpkeep })
                for storage in storages where storage !== other { storage.close() }
                // A process without the lease looks again after ten seconds.
                try await waitUntil { other.doesUpkeep }
            }
        }

        /// As after a process was killed.
        @Test func aLeaseThatNobodyRenewsIsTakenOver() async throws {
            let server = try #require(PostgreSQLServer.shared)
            let address = try server.database()
            defer { try? server.drop(address) }
            let storage = try PostgreSQLStorage(address: address)
            storage.close()
            let connection = try PostgreSQLConnection(to: address)
            let (killed, other) = (UpkeepLease(), UpkeepLease())
            killed.renew(over: connection)
            #expect(killed.isHeld)
            other.renew(over: connection)
            #expect(!other.isHeld)
            try connection.execute("UPDATE upkeep SET ends = ends - interval '21 seconds'")
            let next = UpkeepLease()
            next.renew(over: connection)
            #expect(next.isHeld && !other.isHeld)
            next.leave(over: connection)
            let last = UpkeepLease()
            last.renew(over: connection)
            #expect(last.isHeld && !next.isHeld)
        }

        @Test func aLostServerIsFoundAgain() async throws {
            try await withStorages(1) { _, storages in
                let storage = storages[0]
                let id = try await storage.insert(.sample())
                for _ in 0..<3 {
                    // Leaves only the connection that runs this statement.
                    _ = try? await storage.read { connection throws(StorageError) in
                        try connection.exists(
                            """
                            SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
                            WHERE datname = current_database() AND pid <> pg_backend_pid()
                            """)
                    }
                    try await waitUntil { (try? await storage.item(id)) != nil }
                    try await waitUntil { (try? await storage.insert(.sample())) != nil }
                }
            }
        }

        @Test func theDatabaseOfAnotherProgramIsLeftAlone() async throws {
            let server = try #require(PostgreSQLServer.shared)
            let address = try server.database()
            defer { try? server.drop(address) }
            let other = try PostgreSQLConnection(to: address)
            try other.execute("CREATE TABLE note (text text); INSERT INTO note VALUES ('우유')")
            let error = #expect(throws: StorageError.self) {
                try PostgreSQLStorage(address: address)
            }
            guard case .unusable(let reason) = error else { throw try #require(error) }
            #expect(reason.contains("another program"))
            #expect(
                try other.count("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'") == 1)
        }

        @Test func aDatabaseOfANewerProgramIsRefused() async throws {
            let server = try #require(PostgreSQLServer.shared)
            let address = try server.database()
            defer { try? server.drop(address) }
            try PostgreSQLStorage(address: address).close()
            try PostgreSQLConnection(to: address)
                .execute("UPDATE storage_version SET removals = removals + 1")
            let error = #expect(throws: StorageError.self) {
                try PostgreSQLStorage(address: address)
            }
            guard case .unusable(let reason) = error else { throw try #require(error) }
            #expect(reason.contains("newer version"))
        }

        @Test func aServerThatIsNotThereIsToldInOneLine() {
            let error = #expect(throws: StorageError.self) {
                try PostgreSQLStorage(address: "postgresql://market:secret@127.0.0.1:1/market")
            }
            guard case .unusable(let reason) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(!reason.contains("\n") && !reason.contains("secret"))
        }
    }
#endif
