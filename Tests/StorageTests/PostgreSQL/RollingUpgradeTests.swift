#if PostgreSQL
    import Fixtures
    import Market
    import Testing

    @testable import Storage

    /// Processes of two versions over one database while they are replaced one after the other.
    struct RollingUpgradeTests {
        private static let old = PostgreSQLFormat.current
        private static let new = PostgreSQLFormat(
            steps: old.steps + [
                "ALTER TABLE item ADD COLUMN colour text COLLATE \"C\" NOT NULL DEFAULT ''"
            ], removals: old.removals)
        private static let newest = PostgreSQLFormat(
            steps: new.steps, removals: new.removals + ["ALTER TABLE item DROP COLUMN colour"])

        private func withDatabase(
            _ body: (PostgreSQLServer, String) async throws -> Void
        ) async throws {
            let server = try #require(PostgreSQLServer.shared)
            let address = try server.database()
            defer { try? server.drop(address) }
            try await body(server, address)
        }

        private func hasColour(_ server: PostgreSQLServer, _ address: String) throws -> Bool {
            try server.answer(
                """
                SELECT count(*) FROM information_schema.columns
                WHERE table_name = 'item' AND column_name = 'colour'
                """, of: address) == "1"
        }

        private func titles(_ storage: PostgreSQLStorage) async throws -> Set<String> {
            Set(try await storage.items(ItemQuery(limit: 100_000)).items.map(\.title))
        }

        /// Posts and reads one item after the other until it is cancelled.
        private func work(at storage: PostgreSQLStorage) async throws -> [String] {
            var posted: [String] = []
            while !Task.isCancelled {
                let title = "의자 \(posted.count)"
                let id = try await storage.insert(.sample(title))
                #expect(try await storage.item(id).content.title == title)
                posted.append(title)
            }
            return posted
        }

        @Test func anOldVersionKeepsServingWhileNewOnesStart() async throws {
            try await withDatabase { server, address in
                let one = try PostgreSQLStorage(address: address, format: Self.old)
                defer { one.close() }
                async let posted = withThrowingTaskGroup(of: [String].self) { group in
                    group.addTask { try await work(at: one) }
                    try await Task.sleep(for: .milliseconds(200))
                    let other = try PostgreSQLStorage(address: address, format: Self.new)
                    defer { other.close() }
                    _ = try await other.insert(.sample("새 책상"))
                    // Going back to the old version is possible.
                    let again = try PostgreSQLStorage(address: address, format: Self.old)
                    defer { again.close() }
                    _ = try await again.insert(.sample("옛 책상"))
                    try await Task.sleep(for: .milliseconds(200))
                    group.cancelAll()
                    return try await group.reduce(into: []) { $0 += $1 }
                }
                let titles = Set(try await posted)
                #expect(!titles.isEmpty)
                #expect(try hasColour(server, address))
                #expect(try await self.titles(one) == titles.union(["새 책상", "옛 책상"]))
            }
        }

        @Test func nothingThatAServingVersionNeedsIsRemoved() async throws {
            try await withDatabase { server, address in
                let one = try PostgreSQLStorage(address: address, format: Self.new)
                let other = try PostgreSQLStorage(address: address, format: Self.newest)
                defer { other.close() }
                let connection = try PostgreSQLConnection(to: address)
                try PostgreSQLMigrations.remove(what: Self.newest, from: connection)
                #expect(try hasColour(server, address))
                one.close()
                try PostgreSQLMigrations.remove(what: Self.newest, from: connection)
                #expect(try !hasColour(server, address))
                _ = try await other.insert(.sample("의자"))
                // Removing the column again is no error.
                try PostgreSQLMigrations.remove(what: Self.newest, from: connection)
                let error = #expect(throws: StorageError.self) {
                    try PostgreSQLStorage(address: address, format: Self.new)
                }
                guard case .unusable(let reason) = error else { throw try #require(error) }
                #expect(reason.contains("newer version") && !reason.contains("\n"))
            }
        }

        @Test func upkeepRemovesWhatNobodyNeeds() async throws {
            try await withDatabase { server, address in
                let one = try PostgreSQLStorage(address: address, format: Self.newest)
                defer { one.close() }
                #expect(try hasColour(server, address))
                try await waitUntil { try !hasColour(server, address) }
                _ = try await one.insert(.sample("의자"))
            }
        }

        /// A former version, which knows no items in the trash, deletes trash entries that hold
        /// nothing else.
        @Test func aFormerVersionLeavesItemsInTheTrash() async throws {
            try await withDatabase { server, address in
                let storage = try PostgreSQLStorage(address: address, format: Self.old)
                defer { storage.close() }
                let seller = try await storage.join()
                let id = try await storage.insert(NewItem.sample(of: seller))
                let deletion = try await storage.trash(id, of: seller)
                _ = try server.answer(
                    """
                    DELETE FROM deletion WHERE account = \(seller)
                        AND NOT EXISTS (SELECT 1 FROM memo WHERE deletion = deletion.id);
                    DELETE FROM deletion WHERE date <= \(noon.seconds)
                    """, of: address)
                try await storage.restore(deletion.id, of: seller, at: noon)
                #expect(try await storage.item(id).seller == seller)
            }
        }

        /// A former version does not record which closing its notes and completed tasks follow from.
        @Test func aFormerVersionsClosingIsTakenBackWhole() async throws {
            try await withDatabase { server, address in
                let storage = try PostgreSQLStorage(address: address, format: Self.old)
                defer { storage.close() }
                let seller = try await storage.join()
                let asker = try await storage.join("지수")
                let waiting = try await storage.join("늦은 이웃")
                let item = try await storage.insert(NewItem.sample(of: seller))
                let id = try await storage.ask(about: item, by: asker)
                let line = try await storage.ask(about: item, by: waiting)
                let list = try await storage.makeList(of: asker)
                _ = try await storage.insert(
                    TodoContent(title: "건네받기", item: item), in: list, of: asker, at: noon)
                try await storage.take(.joinLine, in: line, by: .account(waiting), at: noon)
                try await storage.take(.close(at: nil), in: id, by: .account(seller), at: noon)
                _ = try server.answer(
                    "UPDATE message SET closing = NULL; UPDATE todo SET closing = NULL",
                    of: address)
                try await storage.take(.reopen, in: id, by: .account(seller), at: noon + 60)
                let done = try await storage.completedTodos(of: asker, before: nil, limit: 9)
                let chats = try await storage.conversations(
                    of: .account(seller), before: nil, limit: 9)
                #expect(done.isEmpty && chats.compactMap(\.linePosition) == [1])
            }
        }

        /// An item with that stock, and a conversation about it.
        private struct Asked {
            let storage: PostgreSQLStorage
            let seller: Account.ID
            let item: Item.ID
            let conversation: Conversation.ID

            var stock: Int64 {
                get async throws { try await storage.item(item).content.stock }
            }

            func sell(_ move: Dealing.Move, after seconds: Int64) async throws {
                try await storage.take(
                    move, in: conversation, by: .account(seller), at: noon + seconds)
            }
        }

        /// - Parameter body: receives a function that writes as the former version does.
        private func withAsked(
            of stock: Int64, _ body: (Asked, (String) throws -> Void) async throws -> Void
        ) async throws {
            try await withDatabase { server, address in
                let storage = try PostgreSQLStorage(address: address, format: Self.old)
                defer { storage.close() }
                let seller = try await storage.join()
                let asker = try await storage.join("지수")
                let item = try await storage.insert(
                    .sample(content: .sample(stock: stock), of: seller))
                let id = try await storage.ask(about: item, by: asker)
                let asked = Asked(storage: storage, seller: seller, item: item, conversation: id)
                try await body(asked) { _ = try server.answer($0, of: address) }
            }
        }

        private static let takingBack = """
            UPDATE message SET note = \(ChatMessage.Note.closingTakenBack.rawValue), price = NULL
            WHERE note = 8;
            UPDATE conversation SET stage = 0
            """

        /// The former version gives back one piece, and does not know that there were more.
        @Test func aFormerVersionTakingBackSeveralPiecesLosesNone() async throws {
            try await withAsked(of: 4) { asked, write in
                try await asked.sell(.close(at: nil, pieces: 3), after: 0)
                try write("\(Self.takingBack); UPDATE item SET stock = stock + 1")
                #expect(try await asked.stock == 4)
                // The current version gives back all pieces of a sale that it takes back itself.
                try await asked.sell(.close(at: nil, pieces: 2), after: 60)
                try await asked.sell(.reopen, after: 90)
                #expect(try await asked.stock == 4)
            }
        }

        /// A former version gives back nothing once its seller has offered some again, and puts one
        /// on sale itself.
        @Test(arguments: [nil, 1, 2, 3] as [Int64?])
        func aFormerVersionTakingBackSeveralPiecesCountsNoPieceTwice(_ offered: Int64?) async throws
        {
            try await withAsked(of: 3) { asked, write in
                let offering =
                    "UPDATE message SET answer = NULL WHERE note = 8; UPDATE item SET stock = 1"
                try await asked.sell(.close(at: nil, pieces: 3), after: 0)
                if let offered {
                    try await asked.storage.update(
                        asked.item, content: .sample(stock: offered), photos: [], at: noon + 30)
                } else {
                    try write(offering)
                }
                try write(Self.takingBack)
                #expect(try await asked.stock == 3)
                // The one that it puts on sale again counts as given back here, too.
                try await asked.storage.setStatus(.selling, of: asked.item, at: noon + 45)
                try await asked.sell(.close(at: nil, pieces: 3), after: 60)
                try write(offering)
                try await asked.sell(.reopen, after: 90)
                #expect(try await asked.stock == 3)
            }
        }

        /// It knows of no count that is stored with the accounts.
        @Test func aDealThatAFormerVersionTakesBackNoLongerCounts() async throws {
            try await withAsked(of: 1) { asked, write in
                func dealings() async throws -> Int {
                    try await asked.storage.facts(of: asked.seller, at: noon).dealings
                }
                try await asked.sell(.close(at: nil), after: 0)
                #expect(try await dealings() == 1)
                try write(Self.takingBack)
                #expect(try await dealings() == 0)
            }
        }

        /// It counts what is unread, and knows of no list that the conversation has left.
        @Test func whatAProgramOfBeforeWritesListsAnArchivedConversationAgain() async throws {
            try await withAsked(of: 1) { asked, write in
                let (storage, id) = (asked.storage, asked.conversation)
                let seller = Conversation.Reader.account(asked.seller)
                try await storage.setRead(upTo: .max, in: id, by: seller)
                #expect(try await storage.setArchived(true, id, by: asked.seller))
                try write("UPDATE conversation SET seller_unread = seller_unread")
                #expect(try await storage.conversation(id, of: seller).isArchived)
                try write("UPDATE conversation SET seller_unread = seller_unread + 1")
                #expect(try await !storage.conversation(id, of: seller).isArchived)
            }
        }

        /// It sets another time, and knows of nothing that goes by it.
        @Test func aTodoMovedByAFormerVersionRepeatsFromThere() async throws {
            try await withDatabase { server, address in
                let storage = try PostgreSQLStorage(address: address, format: Self.old)
                defer { storage.close() }
                let account = try await storage.join()
                let list = try await storage.makeList(of: account)
                let content = TodoContent(
                    title: "약 먹기", reminder: noon, repetition: Repetition(.daily, from: noon))
                let id = try await storage.insert(content, in: list, of: account, at: noon)
                // A task that had no time for a while no longer repeats.
                for (reminder, start) in [(noon + 60, noon + 60), (nil, nil), (noon + 90, nil)]
                    as [(Timestamp?, Timestamp?)]
                {
                    let typed = reminder.map { "\($0.seconds)" } ?? "NULL"
                    _ = try server.answer(
                        "UPDATE todo SET reminder = \(typed), revision = revision + 1",
                        of: address)
                    let todo = try await storage.todo(id, of: account)
                    let expected = start.map { Repetition(.daily, from: $0) }
                    #expect(todo.content.repetition == expected)
                }
            }
        }

        /// The former version knows no next time; it dismisses tasks that come once.
        @Test func aTodoDismissedByAFormerVersionComesAgain() async throws {
            try await withDatabase { server, address in
                let storage = try PostgreSQLStorage(address: address, format: Self.old)
                defer { storage.close() }
                let account = try await storage.join()
                let list = try await storage.makeList(of: account)
                for repetition in [nil, Repetition(.daily, from: noon)] {
                    let content = TodoContent(title: "약 먹기", reminder: noon, repetition: repetition)
                    _ = try await storage.insert(content, in: list, of: account, at: noon)
                }
                _ = try server.answer("UPDATE todo SET is_dismissed = 1", of: address)
                let due = try await storage.reminders(of: account, until: noon, limit: 9)
                #expect(due.map(\.repetition) == [Repetition(.daily, from: noon)])
            }
        }

        /// The former version edits prices, and does not know the notices of price drops.
        @Test func aFormerVersionsEditWithdrawsNoticesThatNoLongerHold() async throws {
            try await withDatabase { server, address in
                let storage = try PostgreSQLStorage(address: address, format: Self.old)
                defer { storage.close() }
                let account = try await storage.join()
                let item = try await storage.insert(.sample())
                try await storage.setInterest(true, of: account, in: item)
                for (edits, isTold, known) in [
                    ("price = 24000", true, "25000"), ("price = 25000", false, "25000"),
                    ("currency = 'USD'", false, "-"), ("price = NULL", true, "25000"),
                    ("price = 30000, discounted_price = 25000", false, "25000"),
                    ("purpose = 1", false, "-"),
                ] as [(String, Bool, String)] {
                    for price in try [Price(25_000), Price(20_000)] {
                        try await storage.update(
                            item, content: .sample(price: price), photos: [], at: noon)
                    }
                    #expect(try await storage.countDueReminders(of: account, at: noon) == 1)
                    // The purpose can change only while the item is out of its position.
                    _ = try server.answer(
                        """
                        UPDATE item SET position = -position;
                        UPDATE item SET \(edits), position = -position
                        """, of: address)
                    let due = try await storage.countDueReminders(of: account, at: noon)
                    #expect(due == (isTold ? 1 : 0), "\(edits)")
                    let answer = try server.answer(
                        "SELECT coalesce(known_price::text, '-') FROM interest", of: address)
                    #expect(answer == known, "\(edits)")
                }
            }
        }

        /// A migration that waits for a lock makes all statements behind it wait, too.
        @Test func aMigrationBehindALongReadBlocksNobody() async throws {
            try await withDatabase { server, address in
                let one = try PostgreSQLStorage(address: address, format: Self.old)
                defer { one.close() }
                let id = try await one.insert(.sample("의자"))
                let reading = try PostgreSQLConnection(to: address)
                try reading.execute("SET idle_in_transaction_session_timeout = 0")
                try reading.execute("BEGIN; SELECT 1 FROM item")
                async let other = Task.detached {
                    try PostgreSQLStorage(address: address, format: Self.new)
                }.value
                // A statement that waited five seconds would be cancelled, and fail this test.
                for _ in 0..<8 {
                    #expect(try await one.item(id).content.title == "의자")
                    _ = try await one.insert(.sample("책상"))
                    try await Task.sleep(for: .milliseconds(100))
                }
                #expect(try !hasColour(server, address))
                try reading.execute("COMMIT")
                try await other.close()
                #expect(try hasColour(server, address))
            }
        }
    }
#endif
