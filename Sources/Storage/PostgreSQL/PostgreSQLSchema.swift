#if PostgreSQL
    /// The steps that make the tables in a PostgreSQL database, which has never had an older form:
    /// the reasons for tables and columns stand at the same ones of `Migrations`.
    ///
    /// Truth values are integers here, too, so that the nouns' statements are the same. SQLite's
    /// indexes end with the key of the row by themselves: here it is written behind the columns
    /// wherever a list goes by it.
    enum PostgreSQLSchema {
        static let steps: [SQL] = [create]
        static let removals: [SQL] = []

        /// In the order in which one part refers to another.
        private static let create: SQL = """
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

        /// What marks a database as ours, as `application_id` and `user_version` do a file. It says
        /// which steps are done, so it is made together with the first.
        private static let createVersion: SQL = """
            CREATE TABLE storage_version (
                id bigint PRIMARY KEY CHECK (id = 1),
                application text COLLATE "C" NOT NULL,
                version bigint NOT NULL,
                removals bigint NOT NULL
            );
            INSERT INTO storage_version VALUES (1, 'jangteo', 1, 0);
            """

        // MARK: - What SQLite brings along

        /// `max` and `min` of two are NULL where one is, which `greatest` and `least` are not.
        ///
        /// Positions come from a row and from no sequence of PostgreSQL's: what is undone gives its
        /// number back, so that none is left out and ids are positions. The row stays locked until
        /// the transaction ends.
        ///
        /// `next_id` is what SQLite does for a key that is left out: a sequence would give up a
        /// number at each `ON CONFLICT`, and vendors, neighbourhoods and spots show theirs or have
        /// few.
        private static let createFunctions: SQL = """
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

        /// What is a JPEG does not get smaller, so the server need not try.
        private static let createPhotos: SQL = """
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

        private static let createPlaces: SQL = """
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

        /// An item's id is the position that it has first. Its INSERT reads `number_sequence` as it
        /// was before the statement, which another writer may have changed while this one waited
        /// for the row: `item_has_its_number` says so again. Who copies items from elsewhere sets
        /// `number_sequence` last.
        ///
        /// `item_photo` has no reference to `photo`, as in `ItemFacetsSchema`.
        private static let createItems: SQL = """
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
                    \(SearchSchema.facets(status: "(status & 3) + purpose * 4"))) STORED
            );
            CREATE INDEX item_by_seller ON item (seller, status, position)
                WHERE seller IS NOT NULL;
            CREATE INDEX item_by_request ON item (position) WHERE purpose = 1;
            CREATE FUNCTION item_has_its_number() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                IF new.position = (SELECT seq FROM number_sequence WHERE name = 'item') THEN
                    new.id := new.position;
                END IF;
                RETURN new;
            END $$;
            CREATE TRIGGER item_has_its_number BEFORE INSERT ON item
            FOR EACH ROW WHEN (new.id <> new.position) EXECUTE FUNCTION item_has_its_number();

            CREATE TABLE item_photo (
                item bigint NOT NULL REFERENCES item (id) ON DELETE CASCADE,
                position bigint NOT NULL,
                photo text COLLATE "C" NOT NULL,
                PRIMARY KEY (item, position)
            );
            CREATE INDEX item_photo_by_photo ON item_photo (substr(photo, 1, 6));
            """

        private static let createVendorsAndDrafts: SQL = """
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

        // MARK: - Accounts

        private static let createAccounts: SQL = """
            CREATE TABLE account (
                id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
                nickname text COLLATE "C" NOT NULL,
                nickname_key text COLLATE "C" NOT NULL UNIQUE,
                picture text COLLATE "C" REFERENCES photo,
                date_joined bigint NOT NULL,
                feed_key text COLLATE "C" UNIQUE,
                password_hash text COLLATE "C" NOT NULL,
                about text COLLATE "C" NOT NULL,
                language text COLLATE "C",
                date_suspended bigint,
                neighbourhood bigint,
                spot bigint
            );
            CREATE INDEX account_by_picture ON account (picture) WHERE picture IS NOT NULL;

            CREATE TABLE recovery_code (
                account bigint NOT NULL REFERENCES account ON DELETE CASCADE,
                digest text COLLATE "C" NOT NULL,
                PRIMARY KEY (account, digest)
            );

            CREATE TABLE checklist_step (
                account bigint NOT NULL REFERENCES account ON DELETE CASCADE,
                position bigint NOT NULL,
                title text COLLATE "C" NOT NULL,
                PRIMARY KEY (account, position)
            );

            CREATE TABLE session (
                id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
                account bigint NOT NULL REFERENCES account ON DELETE CASCADE,
                digest text COLLATE "C" NOT NULL UNIQUE,
                former_digest text COLLATE "C",
                former_expires bigint,
                date_created bigint NOT NULL,
                last_seen bigint NOT NULL,
                expires bigint NOT NULL
            );
            CREATE INDEX session_by_account ON session (account, last_seen, id);
            CREATE INDEX session_by_former ON session (former_digest)
                WHERE former_digest IS NOT NULL;
            CREATE INDEX session_by_expiry ON session (expires);
            """

        private static let createOrganiser: SQL = """
            CREATE TABLE interest (
                number bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
                account bigint NOT NULL REFERENCES account ON DELETE CASCADE,
                item bigint NOT NULL REFERENCES item (id) ON DELETE CASCADE,
                UNIQUE (account, item)
            );
            CREATE INDEX interest_by_account ON interest (account, number);
            CREATE INDEX interest_by_item ON interest (item);

            CREATE TABLE deletion (
                id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
                account bigint NOT NULL REFERENCES account ON DELETE CASCADE,
                kind bigint NOT NULL,
                date bigint NOT NULL
            );
            CREATE INDEX deletion_by_account ON deletion (account, id);
            CREATE INDEX deletion_by_date ON deletion (date);

            CREATE TABLE task_list (
                id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
                account bigint NOT NULL REFERENCES account ON DELETE CASCADE,
                title text COLLATE "C" NOT NULL,
                icon text COLLATE "C" NOT NULL,
                date_created bigint NOT NULL,
                deletion bigint REFERENCES deletion ON DELETE CASCADE
            );
            CREATE INDEX task_list_by_account ON task_list (account, deletion, id);
            CREATE INDEX task_list_by_deletion ON task_list (deletion)
                WHERE deletion IS NOT NULL;

            CREATE TABLE todo (
                id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
                account bigint NOT NULL,
                list bigint NOT NULL REFERENCES task_list ON DELETE CASCADE,
                title text COLLATE "C" NOT NULL,
                date_created bigint NOT NULL,
                date_modified bigint NOT NULL,
                date_completed bigint,
                reminder bigint,
                is_dismissed bigint NOT NULL DEFAULT 0,
                item bigint REFERENCES item (id) ON DELETE SET NULL,
                revision bigint NOT NULL DEFAULT 1,
                deletion bigint REFERENCES deletion ON DELETE CASCADE
            );
            CREATE INDEX todo_by_list ON todo (list, deletion, id);
            CREATE INDEX todo_open ON todo (list, deletion, date_completed)
                WHERE deletion IS NULL AND date_completed IS NULL;
            CREATE INDEX todo_open_by_account ON todo (account, deletion, date_completed, id)
                WHERE deletion IS NULL AND date_completed IS NULL;
            CREATE INDEX todo_completed ON todo (account, date_completed, id)
                WHERE deletion IS NULL AND date_completed IS NOT NULL;
            CREATE INDEX todo_reminder
                ON todo (account, is_dismissed, deletion, date_completed, reminder)
                WHERE reminder IS NOT NULL;
            CREATE INDEX todo_by_item ON todo (item, account, id) WHERE item IS NOT NULL;
            CREATE INDEX todo_by_deletion ON todo (deletion) WHERE deletion IS NOT NULL;

            CREATE TABLE memo (
                id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
                account bigint NOT NULL REFERENCES account ON DELETE CASCADE,
                date_created bigint NOT NULL,
                date_modified bigint NOT NULL,
                reminder bigint,
                is_dismissed bigint NOT NULL DEFAULT 0,
                item bigint REFERENCES item (id) ON DELETE SET NULL,
                revision bigint NOT NULL DEFAULT 1,
                deletion bigint REFERENCES deletion ON DELETE CASCADE,
                text text COLLATE "C" NOT NULL
            );
            CREATE INDEX memo_by_account ON memo (account, deletion, id);
            CREATE INDEX memo_reminder ON memo (account, is_dismissed, deletion, reminder)
                WHERE reminder IS NOT NULL;
            CREATE INDEX memo_by_item ON memo (item, account, id) WHERE item IS NOT NULL;
            CREATE INDEX memo_by_deletion ON memo (deletion) WHERE deletion IS NOT NULL;
            """

        // MARK: - Kept searches

        /// `news` sums up the ids of what is kept, by the same triggers as in `SavedSearchSchema`.
        /// What is sought is found by its hash: letters may have marks without end, and what stands
        /// in any other index may not be longer than 2,704 bytes.
        private static let createSavedSearches: SQL = """
            CREATE TABLE wanted (
                id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
                category bigint,
                is_free bigint NOT NULL,
                minimum_price bigint,
                maximum_price bigint,
                text text COLLATE "C" NOT NULL,
                neighbourhood bigint,
                purpose bigint
            );
            CREATE INDEX wanted_by_text ON wanted USING hash (text);

            CREATE TABLE saved_search (
                id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
                account bigint NOT NULL REFERENCES account ON DELETE CASCADE,
                wanted bigint NOT NULL REFERENCES wanted,
                date_created bigint NOT NULL,
                first bigint NOT NULL,
                seen bigint NOT NULL,
                deletion bigint REFERENCES deletion ON DELETE CASCADE,
                post bigint REFERENCES item (id) ON DELETE CASCADE
            );
            CREATE INDEX saved_search_by_account ON saved_search (account, deletion, id);
            CREATE INDEX saved_search_by_deletion ON saved_search (deletion)
                WHERE deletion IS NOT NULL;
            CREATE UNIQUE INDEX saved_search_by_wanted
                ON saved_search (wanted, account, coalesce(post, 0));
            CREATE UNIQUE INDEX saved_search_by_post ON saved_search (post)
                WHERE post IS NOT NULL;

            CREATE TABLE edited_match (
                wanted bigint NOT NULL REFERENCES wanted ON DELETE CASCADE,
                item bigint NOT NULL REFERENCES item (id) ON DELETE CASCADE,
                number bigint NOT NULL,
                date bigint NOT NULL,
                PRIMARY KEY (wanted, item)
            );
            CREATE INDEX edited_match_by_number ON edited_match (wanted, number);
            CREATE INDEX edited_match_by_item ON edited_match (item, number);
            CREATE INDEX edited_match_by_date ON edited_match (date);

            CREATE TABLE news (
                id bigint PRIMARY KEY CHECK (id = 1),
                number bigint NOT NULL,
                forgotten bigint NOT NULL,
                searches bigint NOT NULL
            );
            INSERT INTO news VALUES (1, 0, 0, 0);

            CREATE FUNCTION search_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                UPDATE news SET searches = searches + new.id;
                RETURN NULL;
            END $$;
            CREATE TRIGGER search_is_kept AFTER INSERT ON saved_search
            FOR EACH ROW EXECUTE FUNCTION search_is_kept();

            CREATE FUNCTION search_is_trashed() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                UPDATE news SET searches = searches
                    + CASE WHEN new.deletion IS NULL THEN new.id ELSE 0 END
                    - CASE WHEN old.deletion IS NULL THEN old.id ELSE 0 END;
                RETURN NULL;
            END $$;
            CREATE TRIGGER search_is_trashed AFTER UPDATE OF deletion ON saved_search
            FOR EACH ROW EXECUTE FUNCTION search_is_trashed();

            CREATE FUNCTION search_is_forgotten() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                UPDATE news SET searches = searches
                    - CASE WHEN old.deletion IS NULL THEN old.id ELSE 0 END;
                DELETE FROM wanted WHERE id = old.wanted
                    AND NOT EXISTS (SELECT 1 FROM saved_search WHERE wanted = old.wanted);
                RETURN NULL;
            END $$;
            CREATE TRIGGER search_is_forgotten AFTER DELETE ON saved_search
            FOR EACH ROW EXECUTE FUNCTION search_is_forgotten();

            CREATE FUNCTION search_in_trash_is_forgotten() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                DELETE FROM deletion WHERE id = old.deletion;
                RETURN NULL;
            END $$;
            CREATE TRIGGER search_in_trash_is_forgotten AFTER DELETE ON saved_search
            FOR EACH ROW WHEN (old.deletion IS NOT NULL AND old.post IS NOT NULL)
            EXECUTE FUNCTION search_in_trash_is_forgotten();

            CREATE FUNCTION wanted_item_is_found() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                DELETE FROM saved_search WHERE post = new.id;
                RETURN NULL;
            END $$;
            CREATE TRIGGER wanted_item_is_found AFTER UPDATE OF status ON item
            FOR EACH ROW WHEN (new.purpose = 1 AND new.status = 2)
            EXECUTE FUNCTION wanted_item_is_found();
            """

        // MARK: - Trade

        /// `full` is a word of PostgreSQL's, and stands in quotation marks.
        private static let createConversations: SQL = """
            CREATE TABLE conversation (
                id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
                item bigint REFERENCES item (id) ON DELETE SET NULL,
                seller bigint REFERENCES account ON DELETE SET NULL,
                asker bigint REFERENCES account ON DELETE SET NULL,
                is_guests bigint NOT NULL,
                stage bigint NOT NULL,
                revision bigint NOT NULL DEFAULT 0,
                last bigint NOT NULL DEFAULT 0,
                seller_read bigint,
                asker_read bigint,
                seller_unread bigint NOT NULL DEFAULT 0,
                asker_unread bigint NOT NULL DEFAULT 0,
                item_title text COLLATE "C" NOT NULL,
                line bigint,
                price bigint,
                reply_time bigint,
                appointment bigint,
                proposal bigint,
                meets bigint,
                seller_met bigint,
                asker_met bigint,
                term bigint,
                lapses bigint,
                UNIQUE (item, asker)
            );
            CREATE INDEX conversation_by_seller ON conversation (seller, last)
                WHERE seller IS NOT NULL;
            CREATE INDEX conversation_by_asker ON conversation (asker, last)
                WHERE asker IS NOT NULL;
            CREATE INDEX conversation_by_item ON conversation (item, last)
                WHERE item IS NOT NULL;
            CREATE INDEX conversation_unread_by_seller ON conversation (seller, seller_unread)
                WHERE seller_unread > 0;
            CREATE INDEX conversation_unread_by_asker ON conversation (asker, asker_unread)
                WHERE asker_unread > 0;
            CREATE INDEX conversation_in_line ON conversation (item, line) WHERE line IS NOT NULL;
            CREATE INDEX conversation_by_stage ON conversation (item, stage)
                WHERE item IS NOT NULL;
            CREATE INDEX conversation_closed_by_seller
                ON conversation (seller, asker, stage, is_guests)
                WHERE stage = 5 AND is_guests = 0 AND seller IS NOT NULL;
            CREATE INDEX conversation_closed_by_asker ON conversation (asker, stage, is_guests)
                WHERE stage = 5 AND is_guests = 0 AND asker IS NOT NULL;
            CREATE INDEX conversation_by_reply_time ON conversation (seller, reply_time)
                WHERE reply_time IS NOT NULL;
            CREATE INDEX conversation_meets_by_seller ON conversation (seller, meets)
                WHERE meets IS NOT NULL;
            CREATE INDEX conversation_meets_by_asker ON conversation (asker, meets)
                WHERE meets IS NOT NULL;
            CREATE INDEX conversation_by_lapse ON conversation (lapses, id)
                WHERE lapses IS NOT NULL;

            CREATE TABLE message (
                id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
                conversation bigint NOT NULL REFERENCES conversation ON DELETE CASCADE,
                is_sellers bigint NOT NULL,
                revision bigint NOT NULL,
                date bigint NOT NULL,
                is_taken_back bigint NOT NULL DEFAULT 0,
                token text COLLATE "C",
                text text COLLATE "C" NOT NULL,
                note bigint,
                amount bigint,
                currency text COLLATE "C",
                answer bigint,
                width bigint,
                height bigint,
                meets bigint
            );
            CREATE INDEX message_by_conversation ON message (conversation, id);
            CREATE INDEX message_by_revision ON message (conversation, revision);
            CREATE UNIQUE INDEX message_by_token ON message (conversation, is_sellers, token)
                WHERE token IS NOT NULL;
            CREATE INDEX closing_by_conversation ON message (conversation, date) WHERE note = 8;

            CREATE TABLE message_photo (
                message bigint PRIMARY KEY REFERENCES message ON DELETE CASCADE,
                medium bytea NOT NULL,
                "full" bytea NOT NULL
            );
            ALTER TABLE message_photo ALTER COLUMN medium SET STORAGE EXTERNAL,
                ALTER COLUMN "full" SET STORAGE EXTERNAL;

            CREATE TABLE no_show (
                id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
                conversation bigint NOT NULL REFERENCES conversation ON DELETE CASCADE,
                account bigint REFERENCES account ON DELETE CASCADE,
                is_sellers bigint NOT NULL,
                date bigint NOT NULL,
                is_answered bigint NOT NULL DEFAULT 0
            );
            CREATE INDEX no_show_by_conversation ON no_show (conversation, id);
            CREATE INDEX no_show_by_account ON no_show (account, is_answered, date);
            """

        private static let createTriggersOfConversations: SQL = """
            CREATE FUNCTION item_title_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                UPDATE conversation SET item_title = old.title WHERE item = old.id;
                RETURN old;
            END $$;
            CREATE TRIGGER item_title_is_kept BEFORE DELETE ON item
            FOR EACH ROW EXECUTE FUNCTION item_title_is_kept();

            CREATE FUNCTION conversation_is_nobodys() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                DELETE FROM conversation WHERE id = new.id;
                RETURN NULL;
            END $$;
            CREATE TRIGGER conversation_is_nobodys
            AFTER UPDATE OF item, seller, asker ON conversation
            FOR EACH ROW WHEN (new.asker IS NULL AND new.seller IS NULL
                AND (new.item IS NULL OR new.is_guests = 0))
            EXECUTE FUNCTION conversation_is_nobodys();

            CREATE FUNCTION asker_has_left() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                UPDATE item SET status = 0
                WHERE id = new.item AND status = 1 AND new.stage IN (1, 2, 3, 4);
                \(giveBack)
                RETURN NULL;
            END $$;
            CREATE TRIGGER asker_has_left AFTER UPDATE OF asker ON conversation
            FOR EACH ROW WHEN (new.asker IS NULL) EXECUTE FUNCTION asker_has_left();

            CREATE FUNCTION item_is_gone() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                \(giveBack)
                RETURN NULL;
            END $$;
            CREATE TRIGGER item_is_gone AFTER UPDATE OF item ON conversation
            FOR EACH ROW WHEN (new.item IS NULL) EXECUTE FUNCTION item_is_gone();

            CREATE FUNCTION seller_has_answered() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                UPDATE conversation SET reply_time = max(0, new.date - (
                    SELECT date FROM message WHERE conversation = new.conversation
                    ORDER BY id LIMIT 1))
                WHERE id = new.conversation AND reply_time IS NULL;
                RETURN NULL;
            END $$;
            CREATE TRIGGER seller_has_answered AFTER INSERT ON message
            FOR EACH ROW WHEN (new.is_sellers <> 0 AND new.note IS NULL)
            EXECUTE FUNCTION seller_has_answered();
            """

        private static let giveBack: SQL = """
            UPDATE message SET answer = 3 WHERE id IN (new.appointment, new.proposal);
                UPDATE conversation SET line = NULL, appointment = NULL, proposal = NULL,
                    meets = NULL, term = NULL, lapses = NULL,
                    stage = CASE WHEN stage IN (1, 2, 3, 4) THEN 0 ELSE stage END
                WHERE id = new.id;
            """

        // MARK: - People

        private static let createReviewsBlocksAndReports: SQL = """
            CREATE TABLE review (
                id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
                conversation bigint NOT NULL REFERENCES conversation ON DELETE CASCADE,
                is_sellers bigint NOT NULL,
                writer bigint REFERENCES account ON DELETE SET NULL,
                reviewed bigint REFERENCES account ON DELETE SET NULL,
                date bigint NOT NULL,
                opens bigint NOT NULL,
                rating bigint NOT NULL,
                remarks bigint NOT NULL,
                answer text COLLATE "C",
                text text COLLATE "C" NOT NULL,
                UNIQUE (conversation, is_sellers)
            );
            CREATE INDEX review_by_reviewed ON review (reviewed, opens, id, rating, remarks)
                WHERE reviewed IS NOT NULL;
            CREATE INDEX review_by_writer ON review (writer, id) WHERE writer IS NOT NULL;

            CREATE TABLE block (
                account bigint NOT NULL REFERENCES account ON DELETE CASCADE,
                blocked bigint NOT NULL REFERENCES account ON DELETE CASCADE,
                date bigint NOT NULL,
                PRIMARY KEY (account, blocked)
            );
            CREATE INDEX block_by_blocked ON block (blocked);

            CREATE TABLE report (
                id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
                reporter bigint REFERENCES account ON DELETE SET NULL,
                item bigint REFERENCES item (id) ON DELETE CASCADE,
                person bigint REFERENCES account ON DELETE CASCADE,
                message bigint REFERENCES message ON DELETE CASCADE,
                reason bigint NOT NULL,
                date bigint NOT NULL,
                date_settled bigint,
                excerpt text COLLATE "C" NOT NULL,
                text text COLLATE "C" NOT NULL
            );
            CREATE INDEX report_by_reporter ON report (reporter, id) WHERE reporter IS NOT NULL;
            CREATE UNIQUE INDEX report_of_item ON report (item, reporter)
                WHERE item IS NOT NULL;
            CREATE UNIQUE INDEX report_of_message ON report (message, reporter)
                WHERE message IS NOT NULL;
            CREATE INDEX report_of_person ON report (person, reporter) WHERE person IS NOT NULL;
            CREATE INDEX report_open ON report (date_settled, id);
            """

        // MARK: - The index of items

        /// Counts and tokens of the items up to the position of `item_indexed_until`. SQL cannot
        /// make tokens: `item_unindexed` has the places up to there whose tokens are still to be
        /// made, which is done before the transaction ends.
        private static let createIndexOfItems: SQL = """
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

        /// As in `SearchSchema`, but for `item_is_moving`, whose part `item_is_moved` does:
        /// PostgreSQL computes whether a price is whole after the triggers that run before a
        /// change. `item_facets`, which SQLite keeps for a quick start, stays empty.
        private static let createTriggersOfIndex: SQL = """
            CREATE FUNCTION item_is_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                IF \(isIndexed("new")) THEN
                    \(countNew)
                    \(addNew)
                END IF;
                RETURN NULL;
            END $$;
            CREATE TRIGGER item_is_inserted AFTER INSERT ON item
            FOR EACH ROW EXECUTE FUNCTION item_is_inserted();

            CREATE FUNCTION item_is_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                IF \(isIndexed("old")) THEN
                    \(discountOld)
                    \(removeOld)
                END IF;
                RETURN NULL;
            END $$;
            CREATE TRIGGER item_is_deleted AFTER DELETE ON item
            FOR EACH ROW EXECUTE FUNCTION item_is_deleted();

            CREATE FUNCTION item_is_moved() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                IF \(isIndexed("old")) THEN
                    \(discountOld)
                END IF;
                IF \(isIndexed("new")) THEN
                    \(countNew)
                END IF;
                RETURN NULL;
            END $$;
            CREATE TRIGGER item_is_moved
            AFTER UPDATE OF position, currency, price, discounted_price ON item
            FOR EACH ROW
            WHEN ((old.position, old.has_whole_price) <> (new.position, new.has_whole_price))
            EXECUTE FUNCTION item_is_moved();

            CREATE FUNCTION item_is_changing() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                IF \(isIndexed("old")) THEN
                    \(removeOld)
                END IF;
                RETURN new;
            END $$;
            CREATE TRIGGER item_is_changing BEFORE UPDATE OF position, title, description ON item
            FOR EACH ROW WHEN (\(isRewritten)) EXECUTE FUNCTION item_is_changing();

            CREATE FUNCTION item_is_changed() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                IF \(isIndexed("new")) THEN
                    \(addNew)
                END IF;
                RETURN NULL;
            END $$;
            CREATE TRIGGER item_is_changed AFTER UPDATE OF position, title, description ON item
            FOR EACH ROW WHEN (\(isRewritten)) EXECUTE FUNCTION item_is_changed();
            """

        private static func isIndexed(_ row: SQL) -> SQL {
            "\(row).position BETWEEN 1 AND (SELECT position FROM item_indexed_until)"
        }

        private static let isRewritten: SQL = """
            (old.position, old.title, old.description)
                <> (new.position, new.title, new.description)
            """

        private static let countNew: SQL = """
            INSERT INTO item_count AS kept
            SELECT size.shift, new.position >> size.shift, 1, new.has_whole_price
            FROM (VALUES (5), (10), (15), (20)) AS size (shift) WHERE new.purpose = 0
            ON CONFLICT (shift, block) DO UPDATE SET
                count = kept.count + 1, whole_prices = kept.whole_prices + excluded.whole_prices;
            """

        private static let discountOld: SQL = """
            UPDATE item_count
            SET count = count - 1, whole_prices = whole_prices - old.has_whole_price
            WHERE old.purpose = 0 AND (\(isBlockOfOld));
            DELETE FROM item_count WHERE count = 0 AND (\(isBlockOfOld));
            """

        /// Not `IN (VALUES …)`, which may have the server read the whole table.
        private static let isBlockOfOld: SQL = """
            shift = 5 AND block = old.position >> 5 OR shift = 10 AND block = old.position >> 10
            OR shift = 15 AND block = old.position >> 15
            OR shift = 20 AND block = old.position >> 20
            """

        private static let addNew: SQL =
            "INSERT INTO item_unindexed VALUES (new.position) ON CONFLICT DO NOTHING;"

        private static let removeOld: SQL = """
            DELETE FROM item_search WHERE position = old.position;
            DELETE FROM item_unindexed WHERE position = old.position;
            """

        // MARK: - Changes

        /// What other processes have to hear of, whose connections' triggers hear nothing: `change`
        /// has what `ChangeTriggers` notes, 1 for an item's place (`key`), 2 for a search (`key`)
        /// that an `account` has kept, trashed or deleted, 3 for one that it has looked at, 4 for
        /// an item that searches have lost, 5 for what has everybody's counted anew, 6 for photos
        /// that were deleted. Numbers are in the order of the commits as long as those who write take
        /// turns. `writer` tells each of them how many of its commits were done, `upkeep` who of all looks
        /// after the database (`UpkeepLease`), `shared_key` what they sign with, `program` who they are (`ProgramLease`), and `try_count` how
        /// often something was tried (`TryExchange`); a crash of the server may lose the latter.
        private static let createChanges: SQL = """
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
