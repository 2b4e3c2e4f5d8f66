#if PostgreSQL
    /// The migrations that make the tables in a PostgreSQL database. The reasons for tables and
    /// columns are given in the corresponding migrations of `Migrations`.
    ///
    /// Booleans are integers here, too, so that both engines share their statements. SQLite's
    /// indexes implicitly end with the row's key; here it is listed explicitly wherever a list is
    /// sorted by it.
    enum PostgreSQLSchema {
        static let steps: [SQL] = [
            create, hidePhotos, indexAcceptedOffers, trashItems, indexRequestsOfSellers,
            bindToClosings, addPushSubscriptions, keepAbsences, keepDecisions, repeatTodos,
            keepPrices, countPieces, keepSeveralNeighbourhoods, tellDecisions,
            keepWhatWasReported, logDecisions, endSuspensions, keepAnnouncements, keepOwnChoices,
            followSellers, keepMutedAndArchived, endFollowsByBlocks, keepDeletionsOfGuests,
            keepFacts, nameUndone,
        ]
        static let removals: [SQL] = []

        /// Ordered so that a part comes after those it refers to.
        static let create: SQL = """
            \(createVersion)
            \(createFunctions)
            \(createPhotos)
            \(createAccounts)
            \(createPlaces)
            \(createItems)
            \(createVendorsAndDrafts)
            \(createOrganiser)
            \(createSavedSearches)
            \(createConversations)
            \(createTriggersOfConversations)
            \(createReviewsBlocksAndReports)
            \(createIndexOfItems)
            \(createTriggersOfIndex)
            \(createChanges)
            """

        /// Marks a database as ours, as `application_id` and `user_version` do with a file. It
        /// stores which steps are done, so it is created together with the first.
        static let createVersion: SQL = """
            CREATE TABLE storage_version (
                id bigint PRIMARY KEY CHECK (id = 1),
                application text COLLATE "C" NOT NULL,
                version bigint NOT NULL,
                removals bigint NOT NULL
            );
            INSERT INTO storage_version VALUES (1, 'jangteo', 1, 0);
            """

        /// A row trigger, and its function of the same name.
        /// - Parameters:
        ///   - moment: when it runs, and on which table.
        ///   - condition: for which rows it runs; nil for all.
        ///   - row: what a BEFORE trigger returns.
        static func trigger(
            _ name: SQL, _ moment: SQL, when condition: SQL? = nil, returning row: SQL = "NULL",
            _ body: SQL
        ) -> SQL {
            let filter: SQL = if let condition { "WHEN (\(condition))" } else { "" }
            return """
                CREATE FUNCTION \(name)() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN
                    \(body)
                    RETURN \(row);
                END $$;
                CREATE TRIGGER \(name) \(moment)
                FOR EACH ROW \(filter) EXECUTE FUNCTION \(name)();
                """
        }

        static func lines(_ statements: SQL...) -> SQL {
            SQL(stringLiteral: statements.map(\.text).joined(separator: "\n"))
        }

        // MARK: - What SQLite has built in

        /// `max` and `min` of two values are NULL if either is NULL, unlike `greatest` and `least`.
        ///
        /// Positions are taken from a row, not from a sequence: a rollback gives the number back,
        /// so that there are no gaps and ids are positions. The row stays locked until the
        /// transaction ends.
        ///
        /// `next_id` replaces SQLite's automatic keys: a sequence would lose a number at each `ON
        /// CONFLICT`, and vendors, neighbourhoods and spots show their numbers or have few.
        static let createFunctions: SQL = """
            CREATE FUNCTION max(one bigint, other bigint) RETURNS bigint
            LANGUAGE sql IMMUTABLE PARALLEL SAFE
            RETURN CASE WHEN one IS NOT NULL AND other IS NOT NULL THEN greatest(one, other) END;
            CREATE FUNCTION min(one bigint, other bigint) RETURNS bigint
            LANGUAGE sql IMMUTABLE PARALLEL SAFE
            RETURN CASE WHEN one IS NOT NULL AND other IS NOT NULL THEN least(one, other) END;

            CREATE TABLE number_sequence (
                name text COLLATE "C" PRIMARY KEY,
                seq bigint NOT NULL
            );
            INSERT INTO number_sequence VALUES ('item', 0);
            CREATE FUNCTION next_number(sequence_name text) RETURNS bigint LANGUAGE plpgsql AS $$
            DECLARE
                number bigint;
            BEGIN
                UPDATE number_sequence SET seq = seq + 1 WHERE name = sequence_name
                RETURNING seq INTO number;
                RETURN number;
            END $$;
            CREATE FUNCTION next_id(table_name text) RETURNS bigint LANGUAGE plpgsql AS $$
            DECLARE
                number bigint;
            BEGIN
                EXECUTE format('SELECT coalesce(max(id), 0) + 1 FROM %I', table_name) INTO number;
                RETURN number;
            END $$;
            """

        // MARK: - Items

        static let hidePhotos: SQL = """
            ALTER TABLE photo ADD COLUMN is_hidden bigint NOT NULL DEFAULT 0;
            \(ItemSchema.markHiddenPhotos)
            """

        static let indexAcceptedOffers: SQL = """
            CREATE INDEX message_by_accepted_offer ON message (conversation, id)
            WHERE amount IS NOT NULL AND answer = 1;
            """

        static let indexRequestsOfSellers: SQL = """
            CREATE INDEX item_request_by_seller ON item (seller, status, position)
            WHERE purpose = 1 AND seller IS NOT NULL;
            """

        /// Older versions delete a deletion that contains nothing they know: one with an item
        /// stays, unless the item or its account is gone.
        static let trashItems: SQL = """
            ALTER TABLE deletion ADD COLUMN item bigint REFERENCES item (id) ON DELETE CASCADE;
            ALTER TABLE conversation
                ADD COLUMN trashed_item bigint REFERENCES item (id) ON DELETE SET NULL;
            \(ItemSchema.indexTrashedItems)
            \(emptyTrash)
            """

        /// To older versions such an item is hidden: its password still opens it there.
        static let keepDeletionsOfGuests: SQL = """
            CREATE TABLE guest_deletion (
                item bigint PRIMARY KEY REFERENCES item (id) ON DELETE CASCADE,
                date bigint NOT NULL
            );
            """

        private static let emptyTrash: SQL = lines(
            trigger(
                "item_in_trash_is_forgotten", "AFTER DELETE ON deletion",
                when: "old.item IS NOT NULL",
                "DELETE FROM item WHERE id = old.item;"),
            trigger(
                "item_in_trash_stays", "BEFORE DELETE ON deletion", when: "old.item IS NOT NULL",
                returning: "old",
                """
                IF EXISTS (SELECT 1 FROM item WHERE id = old.item)
                    AND EXISTS (SELECT 1 FROM account WHERE id = old.account)
                THEN
                    RETURN NULL;
                END IF;
                """))

        /// JPEG data does not compress, so the server need not try.
        static let createPhotos: SQL = """
            CREATE TABLE photo (
                id text COLLATE "C" PRIMARY KEY,
                width bigint NOT NULL,
                height bigint NOT NULL,
                date_uploaded bigint NOT NULL
            );

            CREATE TABLE rendition (
                photo text COLLATE "C" NOT NULL REFERENCES photo ON DELETE CASCADE,
                size text COLLATE "C" NOT NULL,
                bytes bytea NOT NULL,
                UNIQUE (photo, size)
            );
            ALTER TABLE rendition ALTER COLUMN bytes SET STORAGE EXTERNAL;
            """

        static let createPlaces: SQL = """
            CREATE TABLE neighbourhood (
                id bigint PRIMARY KEY DEFAULT next_id('neighbourhood'),
                name text COLLATE "C" NOT NULL UNIQUE,
                position bigint
            );
            CREATE TABLE spot (
                id bigint PRIMARY KEY DEFAULT next_id('spot'),
                neighbourhood bigint NOT NULL REFERENCES neighbourhood,
                name text COLLATE "C" NOT NULL,
                position bigint,
                UNIQUE (neighbourhood, name)
            );
            """

        /// An item's id is its first position. Its INSERT reads `number_sequence` as of before the
        /// statement, and another writer may have changed that while this one waited for the lock:
        /// the trigger `item_has_its_number` then corrects the id. Code that copies items from
        /// elsewhere sets `number_sequence` last.
        ///
        /// `item_photo` has no foreign key to `photo`; see `ItemFacetsSchema`.
        static let createItems: SQL = """
            CREATE TABLE item (
                position bigint PRIMARY KEY DEFAULT next_number('item'),
                id bigint NOT NULL UNIQUE,
                purpose bigint NOT NULL,
                title text COLLATE "C" NOT NULL,
                category bigint NOT NULL,
                price bigint,
                discounted_price bigint,
                currency text COLLATE "C" NOT NULL,
                neighbourhood bigint,
                spot bigint,
                stock bigint NOT NULL,
                status bigint NOT NULL,
                date_posted bigint NOT NULL,
                date_modified bigint NOT NULL,
                date_pulled_up bigint,
                seller bigint REFERENCES account ON DELETE CASCADE,
                photo text COLLATE "C",
                submission_key text COLLATE "C" UNIQUE,
                password_hash text COLLATE "C",
                description text COLLATE "C" NOT NULL,
                has_whole_price bigint GENERATED ALWAYS AS (
                    CASE WHEN currency IN ('KRW', 'JPY')
                        OR coalesce(price, 0) % 100 = 0
                            AND coalesce(discounted_price, 0) % 100 = 0
                    THEN 1 ELSE 0 END) STORED,
                facets bigint GENERATED ALWAYS AS (
                    \(SearchSchema.facets)) STORED
            );
            CREATE INDEX item_by_seller ON item (seller, status, position)
                WHERE seller IS NOT NULL;
            CREATE INDEX item_by_request ON item (position) WHERE purpose = 1;
            \(numberItems)

            CREATE TABLE item_photo (
                item bigint NOT NULL REFERENCES item (id) ON DELETE CASCADE,
                position bigint NOT NULL,
                photo text COLLATE "C" NOT NULL,
                PRIMARY KEY (item, position)
            );
            CREATE INDEX item_photo_by_photo ON item_photo (substr(photo, 1, 6));
            """

        private static let numberItems: SQL = trigger(
            "item_has_its_number", "BEFORE INSERT ON item", when: "new.id <> new.position",
            returning: "new",
            """
            IF new.position = (SELECT seq FROM number_sequence WHERE name = 'item') THEN
                new.id := new.position;
            END IF;
            """)

        static let createVendorsAndDrafts: SQL = """
            CREATE TABLE vendor (
                id bigint PRIMARY KEY DEFAULT next_id('vendor'),
                identifier text COLLATE "C" NOT NULL UNIQUE,
                number bigint UNIQUE,
                name text COLLATE "C"
            );
            CREATE TABLE item_vendor (
                item bigint PRIMARY KEY REFERENCES item (id) ON DELETE CASCADE,
                vendor bigint NOT NULL REFERENCES vendor
            );
            CREATE INDEX item_vendor_by_vendor ON item_vendor (vendor);

            CREATE TABLE draft (
                account bigint PRIMARY KEY REFERENCES account ON DELETE CASCADE
            );
            CREATE TABLE draft_photo (
                account bigint NOT NULL REFERENCES draft ON DELETE CASCADE,
                position bigint NOT NULL,
                photo text COLLATE "C" NOT NULL REFERENCES photo,
                PRIMARY KEY (account, position)
            );
            CREATE INDEX draft_photo_by_photo ON draft_photo (photo);
            CREATE TABLE draft_text (
                account bigint NOT NULL REFERENCES draft ON DELETE CASCADE,
                field text COLLATE "C" NOT NULL,
                text text COLLATE "C" NOT NULL,
                PRIMARY KEY (account, field)
            );
            """
    }
#endif
