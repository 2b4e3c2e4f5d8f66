#if PostgreSQL
    /// The tables of data derived from items, and those by which processes over one database inform
    /// each other.
    extension PostgreSQLSchema {
        // MARK: - The index of items

        /// The counts and tokens of the items up to the position in `item_indexed_until`. SQL
        /// cannot make the tokens: `item_unindexed` has the positions up to there whose tokens are
        /// still missing; they are made before the transaction ends.
        static let createIndexOfItems: SQL = """
            CREATE TABLE item_indexed_until (position bigint NOT NULL);
            INSERT INTO item_indexed_until VALUES (0);
            CREATE TABLE item_count (
                shift bigint NOT NULL,
                block bigint NOT NULL,
                count bigint NOT NULL,
                whole_prices bigint NOT NULL DEFAULT 0,
                PRIMARY KEY (shift, block)
            );

            CREATE TABLE item_search (
                position bigint PRIMARY KEY,
                tokens tsvector NOT NULL
            );
            CREATE INDEX item_search_by_token ON item_search USING gin (tokens)
                WITH (fastupdate = off);
            CREATE TABLE item_unindexed (position bigint PRIMARY KEY);
            CREATE TABLE item_facets (chunk bigint PRIMARY KEY, rows bytea NOT NULL);
            """

        /// The same triggers as in `SearchSchema`, except that `item_is_moved` includes the part of
        /// `item_is_moving`: PostgreSQL computes generated columns after the triggers that run
        /// before a change. `item_facets`, which SQLite keeps for a quick start, stays empty.
        static let createTriggersOfIndex: SQL = lines(
            trigger(
                "item_is_inserted", "AFTER INSERT ON item",
                """
                IF \(SearchSchema.isShown("new")) THEN
                    \(countNew)
                    \(addNew)
                END IF;
                """),
            trigger(
                "item_is_deleted", "AFTER DELETE ON item",
                """
                IF \(SearchSchema.isShown("old")) THEN
                    \(discountOld)
                    \(removeOld)
                END IF;
                """),
            trigger(
                "item_is_moved",
                "AFTER UPDATE OF position, currency, price, discounted_price ON item",
                when: "(old.position, old.has_whole_price) <> (new.position, new.has_whole_price)",
                """
                IF \(SearchSchema.isShown("old")) THEN
                    \(discountOld)
                END IF;
                IF \(SearchSchema.isShown("new")) THEN
                    \(countNew)
                END IF;
                """),
            trigger(
                "item_is_changing", "BEFORE UPDATE OF position, title, description ON item",
                when: SearchSchema.isRewritten, returning: "new",
                """
                IF \(SearchSchema.isShown("old")) THEN
                    \(removeOld)
                END IF;
                """),
            trigger(
                "item_is_changed", "AFTER UPDATE OF position, title, description ON item",
                when: SearchSchema.isRewritten,
                """
                IF \(SearchSchema.isShown("new")) THEN
                    \(addNew)
                END IF;
                """))

        static let countNew: SQL = """
            INSERT INTO item_count AS kept
            SELECT size.shift, new.position >> size.shift, 1, new.has_whole_price
            FROM (VALUES (5), (10), (15), (20)) AS size (shift) WHERE new.purpose = 0
            ON CONFLICT (shift, block) DO UPDATE SET
                count = kept.count + 1, whole_prices = kept.whole_prices + excluded.whole_prices;
            """

        static let discountOld: SQL = """
            UPDATE item_count
            SET count = count - 1, whole_prices = whole_prices - old.has_whole_price
            WHERE old.purpose = 0 AND (\(isBlockOfOld));
            DELETE FROM item_count WHERE count = 0 AND (\(isBlockOfOld));
            """

        /// Not `IN (VALUES …)`, for which the server may scan the whole table.
        static let isBlockOfOld: SQL = """
            shift = 5 AND block = old.position >> 5 OR shift = 10 AND block = old.position >> 10
            OR shift = 15 AND block = old.position >> 15
            OR shift = 20 AND block = old.position >> 20
            """

        static let addNew: SQL =
            "INSERT INTO item_unindexed VALUES (new.position) ON CONFLICT DO NOTHING;"

        static let removeOld: SQL = """
            DELETE FROM item_search WHERE position = old.position;
            DELETE FROM item_unindexed WHERE position = old.position;
            """

        // MARK: - Changes

        /// What other processes have to know, since triggers of another process's connection do not
        /// reach them. `change` has what `ChangeTriggers` notes, by `kind`: 1 for an item's
        /// position (`key`), 2 for a search (`key`) that an `account` has saved, edited, moved to
        /// the trash or deleted, 3 for one that it has looked at, 4 for an item that searches have
        /// lost, 5 when everybody's matches must be counted again, 6 for photos that were deleted
        /// or hidden, 7 for announcements. Its numbers follow the order of the commits, because
        /// writers take turns. `writer` tells each writer how many of its commits were done,
        /// `upkeep` which process does the upkeep (`UpkeepLease`), `shared_key` what they sign
        /// with, `program` which processes there are (`ProgramLease`), and `try_count` how often
        /// something was tried (`TryExchange`); a crash of the server may lose the last one.
        static let createChanges: SQL = """
            CREATE TABLE commit_count (
                id bigint PRIMARY KEY CHECK (id = 1),
                number bigint NOT NULL
            );
            INSERT INTO commit_count VALUES (1, 0);
            CREATE TABLE writer (
                name text COLLATE "C" PRIMARY KEY,
                commits bigint NOT NULL,
                seen timestamptz NOT NULL DEFAULT now()
            );
            CREATE TABLE upkeep (
                id bigint PRIMARY KEY CHECK (id = 1),
                holder text COLLATE "C" NOT NULL,
                ends timestamptz NOT NULL
            );
            CREATE TABLE shared_key (
                id bigint PRIMARY KEY CHECK (id = 1),
                key bytea NOT NULL
            );
            INSERT INTO shared_key
            VALUES (1, uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
            CREATE TABLE program (
                name text COLLATE "C" PRIMARY KEY,
                removals bigint NOT NULL,
                ends timestamptz NOT NULL
            );
            CREATE UNLOGGED TABLE try_count (
                kind text COLLATE "C" NOT NULL,
                key text COLLATE "C" NOT NULL,
                start bigint NOT NULL,
                ends bigint NOT NULL,
                tries bigint NOT NULL,
                forgets boolean NOT NULL,
                changed timestamptz NOT NULL DEFAULT now(),
                PRIMARY KEY (kind, key)
            );
            CREATE INDEX try_count_by_change ON try_count (changed);
            CREATE TABLE change (
                number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
                kind bigint NOT NULL,
                key bigint,
                account bigint
            );

            CREATE FUNCTION note_new_place() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                INSERT INTO change (kind, key) VALUES (1, new.position);
                RETURN NULL;
            END $$;
            CREATE FUNCTION note_old_place() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                INSERT INTO change (kind, key) VALUES (1, old.position);
                RETURN NULL;
            END $$;
            CREATE TRIGGER note_insertion AFTER INSERT ON item
            FOR EACH ROW EXECUTE FUNCTION note_new_place();
            CREATE TRIGGER note_deletion AFTER DELETE ON item
            FOR EACH ROW EXECUTE FUNCTION note_old_place();
            CREATE TRIGGER note_change AFTER UPDATE ON item
            FOR EACH ROW EXECUTE FUNCTION note_old_place();
            CREATE TRIGGER note_move AFTER UPDATE OF position ON item
            FOR EACH ROW WHEN (old.position <> new.position) EXECUTE FUNCTION note_new_place();

            CREATE FUNCTION note_search() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                INSERT INTO change (kind, key, account)
                VALUES (TG_ARGV[0]::bigint, new.id, new.account);
                RETURN NULL;
            END $$;
            CREATE FUNCTION note_forgetting() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                INSERT INTO change (kind, key, account) VALUES (2, old.id, old.account);
                RETURN NULL;
            END $$;
            CREATE TRIGGER note_keeping AFTER INSERT ON saved_search
            FOR EACH ROW EXECUTE FUNCTION note_search(2);
            CREATE TRIGGER note_trashing AFTER UPDATE OF deletion ON saved_search
            FOR EACH ROW EXECUTE FUNCTION note_search(2);
            CREATE TRIGGER note_forgetting AFTER DELETE ON saved_search
            FOR EACH ROW EXECUTE FUNCTION note_forgetting();
            CREATE TRIGGER note_look AFTER UPDATE OF seen ON saved_search
            FOR EACH ROW EXECUTE FUNCTION note_search(3);

            CREATE FUNCTION note_lost_photos() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                INSERT INTO change (kind) SELECT 6 FROM lost LIMIT 1;
                RETURN NULL;
            END $$;

            CREATE FUNCTION note_for_searches() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                INSERT INTO change (kind) VALUES (TG_ARGV[0]::bigint);
                RETURN NULL;
            END $$;
            CREATE TRIGGER note_lost_photos AFTER DELETE ON photo
            REFERENCING OLD TABLE AS lost FOR EACH STATEMENT
            EXECUTE FUNCTION note_lost_photos();
            CREATE TRIGGER note_lost_item AFTER DELETE ON item
            FOR EACH ROW EXECUTE FUNCTION note_for_searches(4);
            CREATE TRIGGER note_sale AFTER UPDATE OF status ON item
            FOR EACH ROW WHEN (new.status = 2 AND old.status <> 2)
            EXECUTE FUNCTION note_for_searches(4);
            CREATE TRIGGER note_new_seller AFTER UPDATE OF seller ON item
            FOR EACH ROW EXECUTE FUNCTION note_for_searches(4);
            CREATE TRIGGER note_hiding AFTER UPDATE OF position ON item
            FOR EACH ROW WHEN ((new.position < 0) <> (old.position < 0))
            EXECUTE FUNCTION note_for_searches(5);
            CREATE TRIGGER note_offer_anew AFTER UPDATE OF status ON item
            FOR EACH ROW WHEN (new.status <> 2 AND old.status = 2)
            EXECUTE FUNCTION note_for_searches(5);
            """
    }
#endif
