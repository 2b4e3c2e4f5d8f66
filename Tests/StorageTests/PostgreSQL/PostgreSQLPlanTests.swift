#if PostgreSQL
    import Fixtures
    import Market
    import Testing

    @testable import Storage

    /// How PostgreSQL says that it finds the rows of a read; `QueryPlanTests` does the same for SQLite.
    struct PostgreSQLPlanTests {
        /// The plan in a market in which one account offers 90 items and wants 4, and another wants 200.
        /// - Parameter values: what follows the first account in the statement.
        private func plan(
            of statement: SQL, with values: [String] = ["0", "1000", "9"]
        ) async throws -> String {
            let server = try #require(PostgreSQLServer.shared)
            let address = try server.database()
            defer { try? server.drop(address) }
            let storage = try PostgreSQLStorage(address: address)
            defer { storage.close() }
            let account = try await storage.join()
            var item = try NewItem.sample(of: account)
            for number in 1...94 {
                item.content.purpose = number > 90 ? .request : .offer
                _ = try await storage.insert(item)
            }
            let other = try await storage.join("지수")
            var wanted = try NewItem.sample(of: other)
            wanted.content.purpose = .request
            for _ in 1...200 { _ = try await storage.insert(wanted) }
            try server.ask("ANALYZE item", of: address)
            var text = statement.text
            for value in ["\(account.rawValue)"] + values {
                let place = try #require(text.firstIndex(of: "?"))
                text.replaceSubrange(place...place, with: value)
            }
            // With so few rows PostgreSQL would scan the table, which takes no longer.
            return try server.answer(
                "SET enable_seqscan = off; SET enable_bitmapscan = off; EXPLAIN \(text)",
                of: address)
        }

        @Test func aSellersFollowersAreFoundInOrder() async throws {
            let plan = try await plan(of: Connection.selectFollowers, with: ["0", "9"])
            #expect(plan.contains("using follow_by_seller on follow"), "\(plan)")
            #expect(!plan.contains("Sort"), "\(plan)")
        }

        @Test func aSellersWantedItemsAreFoundByAnIndex() async throws {
            for statement in [
                Connection.selectOpen(for: .request), Connection.selectOwn(for: .request),
            ] {
                let plan = try await plan(of: statement)
                #expect(plan.contains("using item_request_by_seller on item"), "\(plan)")
                #expect(!plan.contains("Sort"), "\(plan)")
            }
        }
    }
#endif
