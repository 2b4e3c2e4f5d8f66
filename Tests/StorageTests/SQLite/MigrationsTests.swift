import Market
import Testing

@testable import Storage

struct MigrationsTests {
    @Test func everyStepMovesTheVersionByOne() async throws {
        try await withMarketFile { path in
            let file = try SQLiteFile(path)
            let connection = try SQLiteConnection(path: path, role: .writer, busyTimeout: 5_000)
            for (number, step) in Migrations.steps.enumerated() {
                try connection.execute(step)
                #expect(try file.value("PRAGMA user_version") == "\(number + 1)")
            }
            #expect(try file.value("PRAGMA application_id") == "\(Migrations.applicationID)")
        }
    }

    @Test func runningThemAgainChangesNothing() async throws {
        try await withMarketFile { path in
            let first = try SQLiteStorage(path: path)
            _ = try await first.insert(.sample())
            let other = try SQLiteFile(path)
            let before = try other.value("PRAGMA schema_version")
            _ = try SQLiteStorage(path: path)
            #expect(try other.value("PRAGMA schema_version") == before)
        }
    }

    @Test func programsThatStartAtOnceMakeOneFile() async throws {
        try await withTemporaryFolder { folder in
            try await atOnce(8) { number in
                let storage = try SQLiteStorage(path: folder + "/market.db")
                _ = try await storage.insert(.sample("의자 \(number)"))
            }
            let storage = try SQLiteStorage(path: folder + "/market.db")
            #expect(try await storage.items(ItemQuery(limit: 20)).items.count == 8)
        }
    }

    /// A file as the first version left it, with an item and its photo.
    private func makeFirstVersion(_ path: String) throws -> SQLiteFile {
        let file = try SQLiteFile(path)
        try file.run(Migrations.steps[0].text)
        try file.run(
            """
            INSERT INTO photo VALUES ('\(Photo.ID.sample("a").text)', 40, 30, 5);
            INSERT INTO rendition VALUES ('\(Photo.ID.sample("a").text)', 'full', x'61');
            INSERT INTO item VALUES (
                7, '의자', 9, 100, 90, 'KRW', 3, 1, 10, 20, '\(Photo.ID.sample("a").text)', 'key.chair',
                'hash', '설명');
            INSERT INTO item_photo VALUES (7, 0, '\(Photo.ID.sample("a").text)');
            INSERT INTO item SELECT 9, '책상', 9, 0, NULL, 'KRW', 1, 0, 30, 30, NULL, NULL, '', '';
            DELETE FROM item WHERE id = 9;
            """)
        return file
    }

    @Test func firstVersionDataIsThere() async throws {
        try await withMarketFile { path in
            _ = try makeFirstVersion(path)
            let storage = try SQLiteStorage(path: path)
            let photo = Photo(id: .sample("a"), width: 40, height: 30)
            let content = try ItemContent.sample(
                title: "의자", price: Price(100, discountedTo: 90), stock: 3, description: "설명")
            let expected = Item(
                id: 7, content: content, photos: [photo], status: .reserved,
                datePosted: Timestamp(seconds: 10), dateModified: Timestamp(seconds: 20))
            #expect(try await storage.item(7) == expected)
            #expect(try await storage.items(ItemQuery(limit: 9)).items == [ItemSummary(expected)])
            #expect(try await storage.passwordHash(of: 7) == "hash")
            #expect(try await storage.bytes(of: .sample("a"), .full) == [97])
        }
    }

    @Test func aFirstVersionFileGoesOn() async throws {
        try await withTemporaryFolder { folder in
            let file = try makeFirstVersion(folder + "/market.db")
            let storage = try SQLiteStorage(path: folder + "/market.db")
            #expect(try await storage.insert(.sample(key: "key")) == 7)
            // The ninth item was deleted, and its id is not used again.
            #expect(try await storage.insert(.sample()) == 10)
            try await storage.pullUp(7, at: noon)
            #expect(try await storage.items(ItemQuery(limit: 9)).items.map(\.id) == [7, 10])
            #expect(try await storage.deleteUnusedPhotos(uploadedBefore: noon) == 0)
            try await storage.delete(7, at: noon)
            #expect(try await storage.deleteUnusedPhotos(uploadedBefore: noon) == 1)
            #expect(try file.value("PRAGMA integrity_check") == "ok")
            #expect(try file.value("PRAGMA foreign_key_check") == nil)
        }
    }

    @Test func aDraftWhoseTextsWereColumnsIsThere() async throws {
        try await withMarketFile { path in
            let file = try SQLiteFile(path)
            do {
                let connection = try SQLiteConnection(path: path, role: .writer, busyTimeout: 5_000)
                for step in Migrations.steps.prefix(20) { try connection.execute(step) }
            }
            try file.run(
                """
                INSERT INTO account (nickname, nickname_key, date_joined, password_hash, about)
                VALUES ('민지', '민지', 5, 'hash', '');
                INSERT INTO photo VALUES ('\(Photo.ID.sample("a").text)', 40, 30, 5);
                INSERT INTO draft VALUES (1, '의자', '9', '3만', '', 'KRW', '1', 0, '설명', '역삼동', 1);
                INSERT INTO draft_photo VALUES (1, 0, '\(Photo.ID.sample("a").text)');
                """)
            let storage = try SQLiteStorage(path: path)
            let texts = [
                "title": "의자", "category": "9", "price": "3만", "discounted_price": "",
                "currency": "KRW", "stock": "1", "content": "설명", "place": "역삼동",
                "purpose": "request",
            ]
            let expected = ItemDraft(texts: texts, photos: [.sample("a")])
            #expect(try await storage.draft(of: 1) == expected)
            #expect(try file.value("PRAGMA foreign_key_check") == nil)
        }
    }

    /// Runs `body` over a file that was filled before a step was taken.
    /// - Parameters:
    ///   - script: undoes that step and all later ones.
    ///   - fill: returns what `body` needs to know of the file.
    private func upgrade<Filled>(
        from step: SQL, undoing script: String,
        _ fill: (SQLiteStorage) async throws -> Filled,
        then body: (SQLiteStorage, Filled, SQLiteFile) async throws -> Void
    ) async throws {
        try await withMarketFile { path in
            let earlier = try SQLiteStorage(path: path)
            let filled = try await fill(earlier)
            earlier.close()
            let file = try SQLiteFile(path)
            let version = try #require(Migrations.steps.firstIndex(of: step))
            try file.run("\(script) PRAGMA user_version = \(version);")
            try await body(try SQLiteStorage(path: path), filled, file)
        }
    }

    private static let withoutHiddenPhotos = """
        \(withoutClosings)
        ALTER TABLE photo DROP COLUMN is_hidden;
        DROP INDEX message_by_accepted_offer;
        DROP INDEX item_request_by_seller;
        DROP TRIGGER item_in_trash_is_forgotten;
        DROP INDEX deletion_by_item;
        DROP INDEX conversation_by_trashed_item;
        ALTER TABLE deletion DROP COLUMN item;
        ALTER TABLE conversation DROP COLUMN trashed_item;
        """

    @Test func photosOfItemsHiddenBeforeAreHidden() async throws {
        try await upgrade(from: ItemSchema.hidePhotos, undoing: Self.withoutHiddenPhotos) {
            storage in
            for letter in "abc" { try await storage.insert(.sample(letter), at: noon) }
            let hidden = try await storage.insert(
                .sample(photos: [.sample("a"), .sample("b")]))
            _ = try await storage.insert(.sample(photos: [.sample("b"), .sample("c")]))
            try await storage.setHidden(true, hidden, at: noon)
        } then: { storage, _, _ in
            #expect(try await !storage.isShown("a"))
            for letter in "bc" { _ = try await storage.bytes(of: .sample(letter), .full) }
        }
    }

    private static let withoutNotices = """
        \(withoutReportedListings)
        ALTER TABLE hiding DROP COLUMN is_of_suspension;
        DROP TABLE notice;
        DROP INDEX report_by_former_person;
        ALTER TABLE report DROP COLUMN former_person;
        DROP INDEX decision_by_former_person;
        ALTER TABLE decision DROP COLUMN former_person;
        DROP TABLE departure;
        """

    @Test func earlierDecisionsStayAndAreToldNobody() async throws {
        try await upgrade(from: NoticeSchema.tellDecisions, undoing: Self.withoutNotices) {
            storage in
            let seller = try await storage.join()
            let reporter = try await storage.join("지수")
            try await storage.insert(
                NewReport(
                    of: .person(seller), by: .account(reporter), reason: .fraud, text: "",
                    date: noon))
            try await storage.setSuspended(true, seller, because: "광고", at: noon)
            let before = try await storage.decisions(about: seller, limit: 9)
            return (seller, before)
        } then: { storage, filled, file in
            let (seller, before) = filled
            #expect(try await storage.decisions(about: seller, limit: 9) == before)
            #expect(try await storage.countDueReminders(of: seller, at: noon) == 0)
            let reports = try await storage.reports(areSettled: true, before: nil, limit: 9)
            #expect(reports.compactMap(\.decision) == before)
            // The next decision has an id that was never used.
            try await storage.setSuspended(false, seller, at: noon)
            let after = try await storage.decisions(about: seller, limit: 9)
            #expect(after.count == 2 && after[0].id > before[0].id)
            #expect(try file.value("PRAGMA foreign_key_check") == nil)
        }
    }

    private static let withoutReportedListings = """
        \(withoutDecisionLog)
        DROP INDEX report_by_thing;
        DROP INDEX report_by_photo;
        DROP INDEX hiding_by_decider;
        DROP INDEX hiding_mended;
        ALTER TABLE report DROP COLUMN price;
        ALTER TABLE report DROP COLUMN discounted_price;
        ALTER TABLE report DROP COLUMN currency;
        ALTER TABLE report DROP COLUMN photo;
        ALTER TABLE report DROP COLUMN content;
        ALTER TABLE hiding DROP COLUMN decider;
        ALTER TABLE hiding DROP COLUMN date_mended;
        """

    @Test func earlierReportsKeepUneditedListings() async throws {
        try await upgrade(
            from: ReportSchema.keepWhatWasReported, undoing: Self.withoutReportedListings
        ) { storage in
            let reporter = try await storage.join("지수")
            let items = [
                try await storage.insert(.sample()), try await storage.insert(.sample()),
            ]
            for item in items {
                try await storage.insert(
                    NewReport(
                        of: .item(item), by: .account(reporter), reason: .fraud, text: "",
                        date: noon))
            }
            try await storage.update(
                items[0], content: .sample(), photos: [], at: noon + 60)
        } then: { storage, _, _ in
            let reports = try await storage.reports(areSettled: false, before: nil, limit: 9)
            #expect(reports.map(\.listing?.description) == ["흠집이 조금 있어요.", nil])
            #expect(reports.map(\.dateEdited) == [nil, noon + 60])
        }
    }

    private static let withoutOtherNeighbourhoods = """
        \(withoutNotices)
        ALTER TABLE wanted DROP COLUMN other_neighbourhoods;
        """

    @Test func earlierSearchesKeepTheirOneNeighbourhood() async throws {
        try await upgrade(
            from: SavedSearchSchema.keepSeveralNeighbourhoods,
            undoing: Self.withoutOtherNeighbourhoods
        ) { storage in
            let account = try await storage.join()
            try await storage.setPlaces(.parsed("망원동\n합정동"))
            let entry = storage.places().entries[1]
            let filters = [
                ItemFilter(neighbourhoods: [entry.neighbourhood]), ItemFilter(category: .games),
            ]
            var kept: [SavedSearch.ID] = []
            for filter in filters {
                kept.append(try await storage.insert(filter, of: account, at: noon))
            }
            return (account, filters, kept)
        } then: { storage, filled, _ in
            let (account, filters, kept) = filled
            for (filter, id) in zip(filters, kept) {
                let search = try await storage.savedSearch(id, of: account)
                #expect(search.filter.neighbourhoods == filter.neighbourhoods)
                #expect(try await storage.insert(filter, of: account, at: noon) == id)
            }
        }
    }

    private static let withoutPieces = """
        \(withoutOtherNeighbourhoods)
        ALTER TABLE message DROP COLUMN pieces;
        ALTER TABLE message DROP COLUMN offered_again;
        """

    @Test func earlierClosingsWereOfOnePiece() async throws {
        try await upgrade(from: ClosingSchema.countPieces, undoing: Self.withoutPieces) { storage in
            let seller = try await storage.join()
            let asker = try await storage.join("지수")
            let item = try await storage.insert(.sample(content: .sample(stock: 2), of: seller))
            let id = try await storage.ask(about: item, by: asker)
            try await storage.take(.close(at: 9_000), in: id, by: .account(seller), at: noon)
            return (seller, item, id)
        } then: { storage, filled, _ in
            let (seller, item, id) = filled
            let sales = try await storage.deals(.sale, of: seller, before: nil, limit: 9)
            #expect(sales.map(\.pieces) == [1] && sales.map(\.price?.amount) == [9_000])
            try await storage.take(.reopen, in: id, by: .account(seller), at: noon + 60)
            #expect(try await storage.item(item).content.stock == 2)
        }
    }

    private static let withoutPriceDrops = """
        \(withoutPieces)
        DROP INDEX interest_dropped;
        ALTER TABLE interest DROP COLUMN first_price;
        ALTER TABLE interest DROP COLUMN known_price;
        ALTER TABLE interest DROP COLUMN date_dropped;
        ALTER TABLE interest DROP COLUMN is_dropped;
        """

    @Test func earlierInterestsKnowTheirPrice() async throws {
        try await upgrade(from: InterestSchema.keepPrices, undoing: Self.withoutPriceDrops) {
            storage in
            let account = try await storage.join()
            let items = [
                try await storage.insert(.sample()), try await storage.insert(.sample()),
                try await storage.insert(.sample()),
            ]
            for item in items { try await storage.setInterest(true, of: account, in: item) }
            let discounted = try Price(25_000, discountedTo: 20_000)
            for (item, price) in [(items[1], discounted), (items[2], .open())] {
                try await storage.update(
                    item, content: .sample(price: price), photos: [], at: noon)
            }
            return (account, items)
        } then: { storage, filled, file in
            let (account, items) = filled
            #expect(
                try file.values(
                    """
                    SELECT coalesce(first_price, '-') || ' ' || coalesce(known_price, '-')
                        || ' ' || is_dropped
                    FROM interest ORDER BY item
                    """) == ["25000 25000 0", "20000 20000 0", "0 0 0"])
            #expect(try await storage.countDueReminders(of: account, at: noon) == 0)
            try await storage.update(
                items[1], content: .sample(price: Price(19_000)), photos: [], at: noon)
            #expect(try await storage.countDueReminders(of: account, at: noon) == 1)
        }
    }

    private static let withoutRepetitions = """
        \(withoutPriceDrops)
        ALTER TABLE todo DROP COLUMN repetition;
        ALTER TABLE todo DROP COLUMN repeats_from;
        ALTER TABLE todo DROP COLUMN next_todo;
        """

    @Test func earlierTodosDoNotRepeat() async throws {
        try await upgrade(from: OrganiserSchema.repeatTodos, undoing: Self.withoutRepetitions) {
            storage in
            let account = try await storage.join()
            let list = try await storage.makeList(of: account)
            let id = try await storage.makeTodo(in: list, of: account, reminder: noon)
            let before = try await storage.todo(id, of: account)
            return (account, before)
        } then: { storage, filled, _ in
            let (account, before) = filled
            #expect(try await storage.todo(before.id, of: account) == before)
            _ = try await storage.setCompleted(true, before.id, of: account, at: noon) { _, date in
                date + 60
            }
            #expect(try await storage.openTodos(of: account, limit: 9).isEmpty)
        }
    }

    private static let withoutUndone = """
        DROP TABLE shared_key;
        ALTER TABLE decision DROP COLUMN undone;
        """

    @Test func aFileFromBeforeGetsAKeyOfItsOwn() async throws {
        try await upgrade(from: DecisionSchema.nameUndone, undoing: Self.withoutUndone) {
            $0.sharedKey
        } then: { storage, former, _ in
            #expect(storage.sharedKey?.count == 32 && storage.sharedKey != former)
        }
    }

    private static let withoutFacts = """
        \(withoutUndone)
        DROP TRIGGER dealings_are_counted;
        DROP TRIGGER reply_time_is_kept;
        ALTER TABLE account DROP COLUMN dealings;
        ALTER TABLE account DROP COLUMN reply_time;
        """

    @Test func factsAboutPeopleAreFilledIn() async throws {
        try await upgrade(from: PersonFactsSchema.keepFacts, undoing: Self.withoutFacts) {
            storage in
            let seller = try await storage.join()
            let item = try await storage.insert(
                NewItem(
                    content: .sample(stock: 9), photos: [], owner: .account(seller),
                    datePosted: noon))
            var people = [seller]
            var talks: [Conversation.ID] = []
            for (number, wait) in [60, 7_200, 600_000, 90].enumerated() {
                let asker = try await storage.join("이웃 \(number)")
                let id = try await storage.ask(
                    NewChatMessage(text: "저요", date: noon), about: item, by: asker)
                _ = try await storage.insert(
                    NewChatMessage(text: "네", date: noon + Int64(wait)), in: id,
                    by: .account(seller))
                people.append(asker)
                talks.append(id)
            }
            // Two deals on one day, which count once, and one on the next day.
            for seconds in [0, 60, 86_400] as [Int64] {
                if seconds > 0 {
                    try await storage.take(
                        .dealAgain, in: talks[0], by: .account(people[1]), at: noon + seconds)
                }
                try await storage.take(
                    .close(at: nil), in: talks[0], by: .account(seller), at: noon + seconds)
            }
            try await storage.take(.close(at: nil), in: talks[1], by: .account(seller), at: noon)
            return (people, talks)
        } then: { storage, filled, _ in
            let (people, talks) = filled
            var facts: [PersonFacts] = []
            for person in people { facts.append(try await storage.facts(of: person, at: noon)) }
            #expect(facts.map(\.dealings) == [3, 2, 1, 0, 0])
            #expect(facts.map(\.replyTime) == [90, nil, nil, nil, nil])
            try await storage.take(.reopen, in: talks[1], by: .account(people[0]), at: noon + 60)
            #expect(try await storage.facts(of: people[0], at: noon).dealings == 2)
        }
    }

    private static let withoutDeletionsOfGuests = """
        \(withoutFacts)
        DROP TABLE guest_deletion;
        """

    private static let withoutBlocksEndingFollows = """
        \(withoutDeletionsOfGuests)
        DROP TRIGGER block_ends_follows;
        """

    @Test func followsAcrossEarlierBlocksEnd() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/market.db"
            var people: [Account.ID] = []
            do {
                let storage = try SQLiteStorage(path: path)
                for name in ["지수", "민지", "하늘", "바다"] {
                    people.append(try await storage.join(name))
                }
                for seller in people.dropFirst() {
                    try await storage.setFollowed(true, seller, by: people[0], at: noon)
                }
            }
            let before = try #require(
                Migrations.steps.firstIndex(of: FollowSchema.endFollowsByBlocks))
            try SQLiteFile(path).run(
                """
                \(Self.withoutBlocksEndingFollows)
                INSERT INTO block (account, blocked, date)
                VALUES (\(people[0]), \(people[1]), 0), (\(people[2]), \(people[0]), 0);
                PRAGMA user_version = \(before);
                """)
            let storage = try SQLiteStorage(path: path)
            let followed = try await storage.followedSellers(of: people[0]).map(\.account.id)
            #expect(followed == [people[3]])
        }
    }

    private static let withoutMuting = """
        \(withoutBlocksEndingFollows)
        DROP INDEX conversation_by_seller;
        DROP INDEX conversation_by_asker;
        DROP INDEX conversation_archived_by_seller;
        DROP INDEX conversation_archived_by_asker;
        DROP INDEX conversation_unread_by_seller;
        DROP INDEX conversation_unread_by_asker;
        ALTER TABLE conversation DROP COLUMN seller_muted;
        ALTER TABLE conversation DROP COLUMN asker_muted;
        ALTER TABLE conversation DROP COLUMN seller_archived;
        ALTER TABLE conversation DROP COLUMN asker_archived;
        CREATE INDEX conversation_by_seller ON conversation (seller, last)
            WHERE seller IS NOT NULL;
        CREATE INDEX conversation_by_asker ON conversation (asker, last) WHERE asker IS NOT NULL;
        CREATE INDEX conversation_unread_by_seller ON conversation (seller, seller_unread)
            WHERE seller_unread > 0;
        CREATE INDEX conversation_unread_by_asker ON conversation (asker, asker_unread)
            WHERE asker_unread > 0;
        """

    @Test func whatWasWrittenBeforeIsNeitherMutedNorArchived() async throws {
        try await upgrade(from: MutingSchema.keepMutedAndArchived, undoing: Self.withoutMuting) {
            storage in
            let seller = try await storage.join()
            let item = try await storage.insert(NewItem.sample(of: seller))
            let id = try await storage.ask(about: item, by: storage.join("지수"))
            return (seller, id)
        } then: { storage, filled, _ in
            let (seller, id) = filled
            let listed = try await storage.conversations(
                of: seller, areArchived: false, before: nil, limit: 9)
            #expect(listed.map(\.id) == [id] && listed.map(\.isMuted) == [false])
            #expect(try await storage.countUnreadMessages(of: seller) == 1)
            try await storage.setRead(upTo: .max, in: id, by: .account(seller))
            #expect(try await storage.setArchived(true, id, by: seller))
        }
    }

    private static let withoutFollows = """
        \(withoutMuting)
        DROP TABLE follow;
        """

    private static let withoutOwnChoices = """
        \(withoutFollows)
        DROP TRIGGER search_is_edited;
        ALTER TABLE account DROP COLUMN own_neighbourhood;
        ALTER TABLE saved_search DROP COLUMN name;
        ALTER TABLE saved_search DROP COLUMN is_quiet;
        ALTER TABLE news DROP COLUMN edits;
        """

    @Test func earlierSavedSearchesGoOn() async throws {
        try await upgrade(
            from: OwnChoiceSchema.keepOwnChoices,
            undoing: "UPDATE account SET neighbourhood = 3 WHERE id > 1;" + Self.withoutOwnChoices
        ) { storage in
            let account = try await storage.join()
            let search = try await storage.keep("의자", of: account)
            let seller = try await storage.join("지수")
            let other = try await storage.join("하늘")
            _ = try await storage.insert(NewItem.sample("책상", of: seller))
            return (account, search, seller, other)
        } then: { storage, filled, _ in
            let (account, search, seller, other) = filled
            _ = try await storage.insert(.sample())
            let kept = try await storage.savedSearch(search, of: account)
            #expect(kept.name == nil && !kept.isQuiet && kept.toldMatches == 1)
            #expect(try await storage.account(account).neighbourhood == nil)
            // A chosen neighbourhood stays chosen; one that was only posted from does not become chosen.
            #expect(try await storage.account(other).neighbourhood == 3)
            #expect(try await storage.account(seller).neighbourhood == nil)
        }
    }

    private static let withoutAnnouncements = """
        \(withoutOwnChoices)
        DROP TABLE announcement;
        DROP INDEX decision_by_kind;
        """

    private static let withoutEnds = """
        \(withoutAnnouncements)
        DROP INDEX decision_by_end;
        ALTER TABLE decision DROP COLUMN ends;
        """

    @Test func earlierSuspensionsHaveNoEnd() async throws {
        try await upgrade(from: DecisionSchema.endSuspensions, undoing: Self.withoutEnds) {
            storage in
            let seller = try await storage.join()
            try await storage.setSuspended(true, seller, because: "광고", at: noon)
        } then: { storage, _, _ in
            #expect(try await storage.endSuspensions(at: noon + 999_999_999) == 0)
            let suspended = try await storage.suspendedPeople(before: nil, limit: 9)
            #expect(suspended.map(\.ends) == [nil] && suspended.map(\.reason) == ["광고"])
        }
    }

    private static let withoutDecisionLog = """
        \(withoutEnds)
        DROP INDEX decision_by_item;
        DROP INDEX decision_by_message;
        DROP INDEX decision_of_guests;
        ALTER TABLE decision DROP COLUMN item;
        ALTER TABLE decision DROP COLUMN message;
        """

    @Test func earlierDecisionsNameTheirSubject() async throws {
        try await upgrade(from: DecisionSchema.logDecisions, undoing: Self.withoutDecisionLog) {
            storage in
            let seller = try await storage.join()
            let reporter = try await storage.join("지수")
            let item = try await storage.insert(NewItem.sample(of: seller))
            try await storage.insert(
                NewReport(
                    of: .item(item), by: .account(reporter), reason: .fraud, text: "",
                    date: noon))
            for isHidden in [true, false] {
                try await storage.setHidden(isHidden, item, because: "", by: nil, at: noon)
            }
            return item
        } then: { storage, item, file in
            let log = try await storage.decisions(before: nil, limit: 9)
            #expect(log.map(\.decision.kind) == [.shown, .hidden])
            #expect(log.map(\.decision.subject) == [.item(item), .item(item)])
            #expect(try file.value("PRAGMA foreign_key_check") == nil)
            // Decision ids go on.
            try await storage.setHidden(true, item, because: "", by: nil, at: noon)
            #expect(try await storage.decisions(before: nil, limit: 9).map(\.id) == [3, 2, 1])
        }
    }

    private static let withoutDecisions = """
        \(withoutRepetitions)
        DROP TRIGGER report_outlives_item;
        DROP INDEX report_by_decision;
        ALTER TABLE report DROP COLUMN decision;
        ALTER TABLE report DROP COLUMN former_item;
        DROP TABLE decision;
        DROP INDEX account_suspended;
        """

    @Test func earlierReportsOutliveTheirTrashedItems() async throws {
        try await upgrade(
            from: DecisionSchema.keepDecisions,
            undoing: Self.withoutDecisions + "UPDATE report SET person = NULL;"
        ) { storage in
            let seller = try await storage.join()
            let reporter = try await storage.join("지수")
            let items = [
                try await storage.insert(NewItem.sample(of: seller)),
                try await storage.insert(NewItem.sample()),
            ]
            for item in items {
                try await storage.insert(
                    NewReport(
                        of: .item(item), by: .account(reporter), reason: .fraud, text: "",
                        date: noon))
            }
            _ = try await storage.deleteItem(items[0], of: seller, at: noon)
            return seller
        } then: { storage, seller, file in
            #expect(try await storage.purgeDeletions(before: noon + 1) == 1)
            let reports = try await storage.reports(areSettled: false, before: nil, limit: 9)
            #expect(reports.map(\.person?.id) == [nil, seller])
            #expect(reports.map(\.removal) == [nil, .forGood])
            #expect(try file.value("PRAGMA foreign_key_check") == nil)
        }
    }

    /// Undoes by hand what the steps from `bindToClosings` on have added.
    private static let withoutClosings = """
        \(withoutDecisions)
        DROP TABLE hiding;
        DROP TRIGGER item_title_is_kept;
        DROP INDEX conversation_by_former_item;
        ALTER TABLE conversation DROP COLUMN former_item;
        \(ConversationSchema.keepItemTitles.text)
        DROP TABLE push_subscription;
        DROP TABLE push_ending;
        DROP TABLE push_key;
        DROP INDEX beginning_by_conversation;
        DROP TRIGGER dealing_is_closed;
        DROP TRIGGER dealing_is_reopened;
        DROP INDEX conversation_dealt_by_seller;
        DROP INDEX conversation_dealt_by_asker;
        CREATE INDEX conversation_closed_by_seller
            ON conversation (seller, asker, stage, is_guests)
            WHERE stage = 5 AND is_guests = 0 AND seller IS NOT NULL;
        CREATE INDEX conversation_closed_by_asker ON conversation (asker, stage, is_guests)
            WHERE stage = 5 AND is_guests = 0 AND asker IS NOT NULL;
        ALTER TABLE conversation ADD COLUMN price INTEGER;
        UPDATE conversation SET price = (
            SELECT price FROM message WHERE conversation = conversation.id AND note = 8);
        UPDATE message SET currency = NULL WHERE note = 8;
        ALTER TABLE conversation DROP COLUMN closings;
        ALTER TABLE conversation DROP COLUMN purpose;
        ALTER TABLE message DROP COLUMN price;
        ALTER TABLE message DROP COLUMN closing;
        ALTER TABLE todo DROP COLUMN closing;
        CREATE TABLE old_review (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            conversation INTEGER NOT NULL REFERENCES conversation ON DELETE CASCADE,
            is_sellers INTEGER NOT NULL,
            writer INTEGER REFERENCES account ON DELETE SET NULL,
            reviewed INTEGER REFERENCES account ON DELETE SET NULL,
            date INTEGER NOT NULL,
            opens INTEGER NOT NULL,
            rating INTEGER NOT NULL,
            remarks INTEGER NOT NULL,
            answer TEXT,
            text TEXT NOT NULL,
            UNIQUE (conversation, is_sellers)
        ) STRICT;
        INSERT INTO old_review SELECT id, conversation, is_sellers, writer, reviewed, date, opens,
            rating, remarks, answer, text FROM review;
        DROP TABLE review;
        ALTER TABLE old_review RENAME TO review;
        CREATE INDEX review_by_reviewed ON review (reviewed, opens, id, rating, remarks)
            WHERE reviewed IS NOT NULL;
        CREATE INDEX review_by_writer ON review (writer) WHERE writer IS NOT NULL;
        """

    @Test func earlierClosingsOwnWhatFollowedFromThem() async throws {
        try await upgrade(from: ClosingSchema.bindToClosings, undoing: Self.withoutClosings) {
            storage in
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
            try await storage.take(.close(at: 9_000), in: id, by: .account(seller), at: noon)
            return (seller, asker, id)
        } then: { storage, filled, _ in
            let (seller, asker, id) = filled
            let purchases = try await storage.deals(.purchase, of: asker, before: nil, limit: 9)
            #expect(purchases.map(\.price?.amount) == [9_000])
            #expect(purchases.map(\.price?.currency) == [.krw])
            #expect(try await storage.facts(of: asker, at: noon).dealings == 1)
            #expect(try await storage.completedTodos(of: asker, before: nil, limit: 9).count == 1)
            try await storage.take(.reopen, in: id, by: .account(seller), at: noon + 60)
            #expect(try await storage.facts(of: asker, at: noon).dealings == 0)
            #expect(try await storage.completedTodos(of: asker, before: nil, limit: 9).isEmpty)
            let chats = try await storage.conversations(
                of: .account(seller), before: nil, limit: 9)
            #expect(chats.compactMap(\.linePosition) == [1])
        }
    }

    @Test func whatWasWantedReviewedAndDeletedBeforeIsKnown() async throws {
        try await upgrade(
            from: ClosingSchema.bindToClosings,
            undoing: Self.withoutClosings + "UPDATE photo SET is_hidden = 0;"
        ) { storage in
            let seller = try await storage.join()
            let asker = try await storage.join("지수")
            try await storage.insert(.sample("a"), at: noon)
            var wanted = try NewItem.sample("캠핑 의자", photos: [.sample("a")], of: seller)
            wanted.content.purpose = .request
            wanted.content.price = try Price(700, currency: .usd)
            let item = try await storage.insert(wanted)
            let id = try await storage.ask(about: item, by: asker)
            try await storage.take(.close(at: 700), in: id, by: .account(seller), at: noon)
            try await storage.insert(
                ReviewContent(rating: .good, text: "좋았어요"), in: id, by: .account(asker),
                at: noon)
            try await storage.insert(
                ReviewContent(rating: .fair), in: id, by: .account(seller), at: noon + 60)
            _ = try await storage.deleteItem(item, of: seller, at: noon + 90)
            return (seller, asker, id)
        } then: { storage, filled, file in
            let (seller, asker, id) = filled
            let purchases = try await storage.deals(.purchase, of: seller, before: nil, limit: 9)
            #expect(purchases.map(\.price?.amount) == [700])
            #expect(purchases.map(\.price?.currency) == [.usd])
            #expect(purchases.map(\.dealing.closing.isReviewed) == [true])
            #expect(try await storage.deals(.purchase, of: asker, before: nil, limit: 9).isEmpty)
            let reviews = try await storage.reviews(in: id, of: .account(seller), at: noon + 90)
            #expect(reviews.own?.content.rating == .fair)
            #expect(reviews.others?.content.text == "좋았어요")
            #expect(try await storage.facts(of: seller, at: noon + 90).dealings == 1)
            let counts = try await storage.reviewCounts(of: seller, at: noon + 90)
            #expect(counts.ratings == [.good: 1])
            #expect(try await !storage.isShown("a"))
            #expect(try file.value("SELECT is_hidden FROM photo") == "2")
            #expect(try file.value("PRAGMA integrity_check") == "ok")
            #expect(try file.value("PRAGMA foreign_key_check") == nil)
        }
    }

    /// But not of items in the trash.
    @Test func earlierHidingsAreKnown() async throws {
        try await upgrade(from: ClosingSchema.bindToClosings, undoing: Self.withoutClosings) {
            storage in
            let seller = try await storage.join()
            let items = [
                try await storage.insert(NewItem.sample(of: seller)),
                try await storage.insert(NewItem.sample()),
                try await storage.insert(NewItem.sample(of: seller)),
                try await storage.insert(NewItem.sample(of: seller)),
            ]
            for item in items.prefix(2) { try await storage.setHidden(true, item, at: noon) }
            _ = try await storage.deleteItem(items[2], of: seller, at: noon)
            return seller
        } then: { storage, seller, file in
            // The seller is not told this late.
            #expect(try await storage.reminders(of: seller, until: noon + 90, limit: 9).isEmpty)
            let rows = try file.values(
                """
                SELECT item || ' ' || coalesce(account, '-') || ' ' || is_seen || reason
                FROM hiding ORDER BY item
                """)
            #expect(rows == ["1 \(seller) 1", "2 - 1"])
        }
    }

    /// A file as the version before indexed positions left it, with 1,000 items of which every
    /// fifth was deleted.
    private func makeThirdVersion(_ path: String) throws {
        let file = try SQLiteFile(path)
        for step in Migrations.steps.prefix(3) { try file.run(step.text) }
        try file.run(
            """
            INSERT INTO item
            WITH n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 1000)
            SELECT n, n, iif(n % 2, '의자 ', '책상 ') || n, 9, 0, NULL, 'KRW', 1, 0, n, n, NULL, NULL,
                NULL, NULL, '', '' FROM n;
            DELETE FROM item WHERE id % 5 = 0;
            """)
    }

    /// A file as the version before vendors left it: the same items, every third with cents, all
    /// indexed but the newest 100.
    private func makeFourthVersion(_ path: String) throws {
        try makeThirdVersion(path)
        let connection = try SQLiteConnection(path: path, role: .writer, busyTimeout: 5_000)
        let step = try FormerFormatsTests.steps()[4]
        try connection.execute(#require(step))
        try connection.execute(
            """
            UPDATE item SET price = 236, currency = 'USD' WHERE id % 3 = 0;
            INSERT INTO item_count
            WITH shift(shift) AS (VALUES (5), (10), (15), (20))
            SELECT shift, position >> shift, count(*) FROM shift, item WHERE position <= 900
            GROUP BY 1, 2;
            INSERT INTO item_search (rowid, title)
            SELECT position, title FROM item WHERE position <= 900;
            UPDATE item_indexed_until SET position = 900;
            """)
    }

    @Test func earlierAccountsHaveChosenNoLanguage() async throws {
        try await withMarketFile { path in
            let file = try SQLiteFile(path)
            for step in Migrations.steps.prefix(5) { try file.run(step.text) }
            try file.run(
                """
                INSERT INTO account (nickname, nickname_key, date_joined, password_hash, about)
                VALUES ('민지', '민지', 5, 'hash', '소개');
                """)
            let storage = try SQLiteStorage(path: path)
            let account = try await storage.account(1)
            #expect(account.profile == Profile(nickname: .sample("민지"), about: "소개"))
            #expect(account.language == nil)
        }
    }

    @Test func aLanguageOfANewerVersionIsNone() async throws {
        try await withMarketFile { path in
            let storage = try SQLiteStorage(path: path)
            let id = try await storage.join()
            try SQLiteFile(path).run("UPDATE account SET language = 'tlh'")
            #expect(try await storage.account(id).language == nil)
        }
    }

    @Test func fourthVersionItemsAreCountedByPrice() async throws {
        try await withMarketFile { path in
            try makeFourthVersion(path)
            let storage = try SQLiteStorage(path: path)
            let whole = (1...1_000).filter { $0 % 5 != 0 && $0 % 3 != 0 }
            for offset in [0, 20, 90, 300, whole.count - 3] {
                let found = try await storage.items(
                    ItemOffsetQuery(offset: Int64(offset), limit: 20, of: .wholePrices))
                #expect(found.count == Int64(whole.count))
                let expected = whole.reversed().dropFirst(offset).prefix(20)
                #expect(found.items.map { Int($0.id.rawValue) } == Array(expected))
            }
            let all = try await storage.items(ItemOffsetQuery(offset: 799, limit: 20))
            #expect(all.count == 800)
            #expect(all.items.map(\.id) == [1])
            let content = try ItemContent.sample(price: Price(200, currency: .usd))
            try await storage.update(3, content: content, photos: [], at: noon)
            try await storage.delete(1, at: noon)
            let last = try await storage.items(
                ItemOffsetQuery(offset: Int64(whole.count - 1), limit: 9, of: .wholePrices))
            #expect(last.items.map(\.id) == [2])
        }
    }

    @Test func anOpenPriceIsKeptInAFileOfEachVersion() async throws {
        for make in [makeThirdVersion, makeFourthVersion, { _ = try makeFirstVersion($0) }] {
            try await withMarketFile { path in
                try make(path)
                let storage = try SQLiteStorage(path: path)
                let old = try await storage.items(ItemQuery(limit: 1_000)).items
                #expect(!old.contains { $0.price.isOpen })
                let id = try await storage.insert(
                    .sample(content: .sample(price: .open(in: .usd))))
                #expect(try await storage.item(id).content.price == .open(in: .usd))
                let whole = try await storage.items(ItemOffsetQuery(limit: 1, of: .wholePrices))
                #expect(whole.items.map(\.id) == [id])
                let file = try SQLiteFile(path)
                #expect(try file.value("PRAGMA integrity_check") == "ok")
                #expect(try file.value("PRAGMA foreign_key_check") == nil)
            }
        }
    }

    @Test func thirdVersionItemsAreCountedAndFound() async throws {
        try await withMarketFile { path in
            try makeThirdVersion(path)
            let storage = try SQLiteStorage(path: path)
            let last = try await storage.items(ItemOffsetQuery(offset: 798, limit: 20))
            #expect(last.count == 800)
            #expect(last.items.map(\.id) == [2, 1])
            let chairs = try await storage.items(
                ItemOffsetQuery(offset: 1, limit: 2, of: .matching("의자")))
            #expect(chairs.count == 400)
            #expect(chairs.items.map(\.id) == [997, 993])
            try await storage.delete(997, at: noon)
            #expect(
                try await storage.items(ItemOffsetQuery(limit: 1, of: .matching("자9"))).count == 44)
        }
    }
}
