extension Migrations {
    /// Forward only. The index of a migration is the version that it starts from; each sets the
    /// next version itself.
    static let steps: [SQL] = [
        ItemSchema.createItemsAndPhotos, OrganiserSchema.createAccountsAndOrganiser,
        ItemSchema.orderByPosition, ItemIndexSchema.countItems,
        ItemIndexSchema.addVendorsAndWholePrices, setVersion("6"),
        ItemSchema.keepDrafts, OrganiserSchema.addLanguages,
        OrganiserSchema.indexOpenTodos, setVersion("10"),
        SavedSearchSchema.keepSearches, ConversationSchema.keepConversations,
        ConversationSchema.addDealings,
        ConversationSchema.addMessagePhotos, PeopleSchema.addReviewsBlocksAndReports,
        setVersion("16"),
        ConversationSchema.addAppointments, PlaceSchema.addPlacesAndPurposes,
        SearchSchema.searchInOneColumn, ItemFacetsSchema.keepFacets,
        ItemSchema.keepTextsOfDrafts, ItemSchema.hidePhotos, ConversationSchema.indexAcceptedOffers,
        ItemSchema.trashItems, ItemSchema.indexRequestsOfSellers, ClosingSchema.bindToClosings,
        PushSchema.addPushSubscriptions, AbsenceSchema.keepAbsences,
        DecisionSchema.keepDecisions, OrganiserSchema.repeatTodos,
        InterestSchema.keepPrices, ClosingSchema.countPieces,
        SavedSearchSchema.keepSeveralNeighbourhoods, NoticeSchema.tellDecisions,
        ReportSchema.keepWhatWasReported, DecisionSchema.logDecisions,
        DecisionSchema.endSuspensions, AnnouncementSchema.keepAnnouncements,
        OwnChoiceSchema.keepOwnChoices, FollowSchema.followSellers,
        MutingSchema.keepMutedAndArchived, FollowSchema.endFollowsByBlocks,
        GuestDeletionSchema.keepDeletionsOfGuests, PersonFactsSchema.keepFacts,
        DecisionSchema.nameUndone,
    ]

    /// Stands for a former migration of the table of items or its index: its changes are now part
    /// of `PlaceSchema` and `SearchSchema`, which rebuild these.
    private static func setVersion(_ number: SQL) -> SQL { "PRAGMA user_version = \(number);" }
}

/// The migrations that make the tables of items and photos.
enum ItemSchema {
    /// Long texts are the last column of a row, so that a list never has to read through them.
    /// `item.photo` repeats the first photo of `item_photo`, for lists.
    static let createItemsAndPhotos: SQL = """
        CREATE TABLE item (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            title TEXT NOT NULL,
            category INTEGER NOT NULL,
            price INTEGER NOT NULL,
            discounted_price INTEGER,
            currency TEXT NOT NULL,
            stock INTEGER NOT NULL,
            status INTEGER NOT NULL,
            date_posted INTEGER NOT NULL,
            date_modified INTEGER NOT NULL,
            photo TEXT,
            submission_key TEXT UNIQUE,
            password_hash TEXT NOT NULL,
            description TEXT NOT NULL
        ) STRICT;
        CREATE INDEX item_by_category ON item (category, id);

        CREATE TABLE photo (
            id TEXT PRIMARY KEY,
            width INTEGER NOT NULL,
            height INTEGER NOT NULL,
            date_uploaded INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE rendition (
            photo TEXT NOT NULL REFERENCES photo ON DELETE CASCADE,
            size TEXT NOT NULL,
            bytes BLOB NOT NULL,
            UNIQUE (photo, size)
        ) STRICT;

        CREATE TABLE item_photo (
            item INTEGER NOT NULL REFERENCES item ON DELETE CASCADE,
            position INTEGER NOT NULL,
            photo TEXT NOT NULL REFERENCES photo,
            PRIMARY KEY (item, position)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX item_photo_by_photo ON item_photo (photo);

        PRAGMA application_id = 0x4A616E67;
        PRAGMA user_version = 1;
        """

    /// An item's place in the list is its primary key, so that a page of the list is contiguous and
    /// pulling an item up costs no more than a new item. An item's id is the position that it had
    /// first.
    static let orderByPosition: SQL = """
        CREATE TABLE new_item (
            position INTEGER PRIMARY KEY AUTOINCREMENT,
            id INTEGER NOT NULL UNIQUE,
            title TEXT NOT NULL,
            category INTEGER NOT NULL,
            price INTEGER NOT NULL,
            discounted_price INTEGER,
            currency TEXT NOT NULL,
            stock INTEGER NOT NULL,
            status INTEGER NOT NULL,
            date_posted INTEGER NOT NULL,
            date_modified INTEGER NOT NULL,
            date_pulled_up INTEGER,
            seller INTEGER REFERENCES account ON DELETE CASCADE,
            photo TEXT,
            submission_key TEXT UNIQUE,
            password_hash TEXT,
            description TEXT NOT NULL
        ) STRICT;
        INSERT INTO new_item
        SELECT id, id, title, category, price, discounted_price, currency, stock, status,
            date_posted, date_modified, NULL, NULL, photo, submission_key, password_hash,
            description
        FROM item ORDER BY id;
        DELETE FROM sqlite_sequence WHERE name = 'new_item';
        INSERT INTO sqlite_sequence (name, seq)
        SELECT 'new_item', seq FROM sqlite_sequence WHERE name = 'item';

        CREATE TABLE new_item_photo (
            item INTEGER NOT NULL REFERENCES item (id) ON DELETE CASCADE,
            position INTEGER NOT NULL,
            photo TEXT NOT NULL REFERENCES photo,
            PRIMARY KEY (item, position)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO new_item_photo SELECT item, position, photo FROM item_photo;

        DROP TABLE item_photo;
        DROP TABLE item;
        ALTER TABLE new_item RENAME TO item;
        ALTER TABLE new_item_photo RENAME TO item_photo;
        CREATE INDEX item_by_category ON item (category);
        CREATE INDEX item_by_seller ON item (seller, status) WHERE seller IS NOT NULL;
        CREATE INDEX item_photo_by_photo ON item_photo (photo);

        PRAGMA user_version = 3;
        """

    /// A row for each filled-in field, so that only the form has to know which fields exist. The
    /// table is rebuilt: for each dropped column SQLite reads the whole schema again, which for ten
    /// columns took half of the time needed to create a new file.
    static let keepTextsOfDrafts: SQL = """
        CREATE TABLE draft_text (
            account INTEGER NOT NULL REFERENCES draft ON DELETE CASCADE,
            field TEXT NOT NULL,
            text TEXT NOT NULL,
            PRIMARY KEY (account, field)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO draft_text
            SELECT account, 'title', title FROM draft
            UNION ALL SELECT account, 'category', category FROM draft
            UNION ALL SELECT account, 'price', price FROM draft
            UNION ALL SELECT account, 'place', place FROM draft
            UNION ALL SELECT account, 'discounted_price', discounted_price FROM draft
            UNION ALL SELECT account, 'currency', currency FROM draft
            UNION ALL SELECT account, 'stock', stock FROM draft
            UNION ALL SELECT account, 'content', description FROM draft
            UNION ALL SELECT account, 'free', '1' FROM draft WHERE is_free
            UNION ALL SELECT account, 'purpose', 'request' FROM draft WHERE is_request;
        DROP TABLE draft;
        CREATE TABLE draft (account INTEGER PRIMARY KEY REFERENCES account ON DELETE CASCADE) STRICT;
        INSERT INTO draft SELECT account FROM draft_text WHERE field = 'title';
        PRAGMA user_version = 21;
        """

    /// A photo is hidden with the last item that shows it, and stays hidden when that item is
    /// deleted or loses the photo: uploading the same photo (the same digest) again does not make
    /// it visible.
    static let hidePhotos: SQL = """
        ALTER TABLE photo ADD COLUMN is_hidden INTEGER NOT NULL DEFAULT 0;
        \(markHiddenPhotos)

        PRAGMA user_version = 22;
        """

    /// Hides the photos of items that are already hidden. Also used by PostgreSQL.
    static let markHiddenPhotos: SQL = """
        UPDATE photo SET is_hidden = 1
        WHERE id IN (
            SELECT item_photo.photo FROM item JOIN item_photo ON item_photo.item = item.id
            WHERE item.position < 0)
        AND NOT EXISTS (
            SELECT 1 FROM item_photo JOIN item ON item.id = item_photo.item
            WHERE substr(item_photo.photo, 1, 6) = substr(photo.id, 1, 6)
                AND item_photo.photo = photo.id AND item.position > 0)
        AND NOT EXISTS (SELECT 1 FROM account WHERE picture = photo.id);
        """

    /// An item in the trash has no seller, and a negative position as a hidden item has. Its
    /// `deletion` refers to it, as do its conversations by `trashed_item`, while their `item` is
    /// NULL. When the deletion is removed, the item is deleted for good.
    static let trashItems: SQL = """
        ALTER TABLE deletion ADD COLUMN item INTEGER REFERENCES item (id) ON DELETE CASCADE;
        ALTER TABLE conversation
            ADD COLUMN trashed_item INTEGER REFERENCES item (id) ON DELETE SET NULL;
        \(indexTrashedItems)
        CREATE TRIGGER item_in_trash_is_forgotten AFTER DELETE ON deletion
        WHEN old.item IS NOT NULL BEGIN
            DELETE FROM item WHERE id = old.item;
        END;

        PRAGMA user_version = 24;
        """

    /// Also used by PostgreSQL.
    static let indexTrashedItems: SQL = """
        CREATE UNIQUE INDEX deletion_by_item ON deletion (item) WHERE item IS NOT NULL;
        CREATE INDEX conversation_by_trashed_item ON conversation (trashed_item)
            WHERE trashed_item IS NOT NULL;
        """

    /// Finds a seller's wanted items without going through their offers, of which there may be
    /// thousands.
    static let indexRequestsOfSellers: SQL = """
        CREATE INDEX item_request_by_seller ON item (seller, status)
            WHERE purpose = 1 AND seller IS NOT NULL;
        PRAGMA user_version = 25;
        """

    /// At most one draft for each account, whose photos stay as long as the draft.
    static let keepDrafts: SQL = """
        CREATE TABLE draft (
            account INTEGER PRIMARY KEY REFERENCES account ON DELETE CASCADE,
            title TEXT NOT NULL,
            category TEXT NOT NULL,
            price TEXT NOT NULL,
            discounted_price TEXT NOT NULL,
            currency TEXT NOT NULL,
            stock TEXT NOT NULL,
            is_free INTEGER NOT NULL,
            description TEXT NOT NULL
        ) STRICT;
        CREATE TABLE draft_photo (
            account INTEGER NOT NULL REFERENCES draft ON DELETE CASCADE,
            position INTEGER NOT NULL,
            photo TEXT NOT NULL REFERENCES photo,
            PRIMARY KEY (account, position)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX draft_photo_by_photo ON draft_photo (photo);

        PRAGMA user_version = 7;
        """
}
