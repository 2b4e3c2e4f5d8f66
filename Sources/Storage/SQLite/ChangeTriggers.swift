import CSQLite
import Market

/// Notes what a connection changes, whether by a statement, a cascade or a trigger: temporary
/// triggers, which exist on this connection only, report it.
extension SQLiteConnection {
    // MARK: - Items

    /// From now on, notes the position of each item that is inserted, deleted, moved or changed.
    func noteChangedItems() throws(StorageError) {
        try addFunction("note_item", arguments: 1) { context, _, values in
            let position = Item.Position(rawValue: sqlite3_value_int64(values?.pointee))
            SQLiteConnection.calling(context)?.noteChanged([position])
        }
        try execute(
            """
            CREATE TEMP TRIGGER note_insertion AFTER INSERT ON main.item
            BEGIN SELECT note_item(new.position); END;
            CREATE TEMP TRIGGER note_deletion AFTER DELETE ON main.item
            BEGIN SELECT note_item(old.position); END;
            CREATE TEMP TRIGGER note_change
            AFTER UPDATE ON main.item
            BEGIN SELECT note_item(old.position), note_item(new.position); END;
            """)
    }

    // MARK: - Accounts

    /// From now on, notes each account whose `Visitor` data changes.
    func noteChangedAccounts() throws(StorageError) {
        // NULL, for an account that has been deleted, becomes 0, which is nobody's number.
        try addFunction("note_account", arguments: 1) { context, _, values in
            let account = Account.ID(rawValue: sqlite3_value_int64(values?.pointee))
            SQLiteConnection.calling(context)?.noteChanged(account)
        }
        try execute(
            """
            CREATE TEMP TRIGGER note_profile AFTER UPDATE ON main.account
            BEGIN SELECT note_account(new.id); END;
            CREATE TEMP TRIGGER note_new_token AFTER UPDATE ON main.session
            BEGIN SELECT note_account(new.account); END;
            CREATE TEMP TRIGGER note_end_of_session AFTER DELETE ON main.session
            BEGIN SELECT note_account(old.account); END;
            CREATE TEMP TRIGGER note_block AFTER INSERT ON main.block
            BEGIN SELECT note_account(new.account); END;
            CREATE TEMP TRIGGER note_end_of_block AFTER DELETE ON main.block
            BEGIN SELECT note_account(old.account); END;
            """)
        for table: SQL in ["todo", "memo", "hiding", "notice", "follow"] {
            try execute(
                """
                CREATE TEMP TRIGGER note_new_\(table) AFTER INSERT ON main.\(table)
                BEGIN SELECT note_account(new.account); END;
                CREATE TEMP TRIGGER note_change_of_\(table) AFTER UPDATE ON main.\(table)
                BEGIN SELECT note_account(new.account); END;
                CREATE TEMP TRIGGER note_loss_of_\(table) AFTER DELETE ON main.\(table)
                BEGIN SELECT note_account(old.account); END;
                """)
        }
        try noteChangedPriceDrops()
        try noteChangedFollowedItems()
        try execute(
            """
            CREATE TEMP TRIGGER note_new_conversation AFTER INSERT ON main.conversation
            BEGIN SELECT note_account(new.seller), note_account(new.asker); END;
            CREATE TEMP TRIGGER note_change_of_conversation AFTER UPDATE ON main.conversation
            BEGIN
                SELECT note_account(old.seller), note_account(new.seller),
                    note_account(old.asker), note_account(new.asker);
            END;
            CREATE TEMP TRIGGER note_loss_of_conversation AFTER DELETE ON main.conversation
            BEGIN SELECT note_account(old.seller), note_account(old.asker); END;
            """)
    }

    /// Also notes the accounts with a price drop whose item becomes unavailable or available again.
    private func noteChangedPriceDrops() throws(StorageError) {
        try execute(
            """
            CREATE TEMP TRIGGER note_price_drop AFTER UPDATE OF is_dropped ON main.interest
            WHEN new.is_dropped <> old.is_dropped BEGIN SELECT note_account(new.account); END;
            CREATE TEMP TRIGGER note_loss_of_price_drop AFTER DELETE ON main.interest
            WHEN old.is_dropped = 1 BEGIN SELECT note_account(old.account); END;
            CREATE TEMP TRIGGER note_standing
            AFTER UPDATE OF position, purpose, status, stock ON main.item
            WHEN (new.position > 0) <> (old.position > 0) OR new.purpose <> old.purpose
                OR (new.status = 2) <> (old.status = 2) OR (new.stock > 0) <> (old.stock > 0)
            BEGIN
                SELECT note_account(account) FROM interest
                WHERE item = new.id AND is_dropped = 1;
            END;
            """)
    }

    /// Also notes the followers of a seller whose items appear or disappear. An item in the trash has no
    /// seller.
    private func noteChangedFollowedItems() throws(StorageError) {
        try execute(
            """
            CREATE TEMP TRIGGER note_followed_post AFTER INSERT ON main.item
            WHEN new.seller IS NOT NULL
            BEGIN SELECT note_account(account) FROM follow WHERE seller = new.seller; END;
            CREATE TEMP TRIGGER note_followed_change
            AFTER UPDATE OF position, status, seller ON main.item
            WHEN (new.position > 0) <> (old.position > 0) OR (new.status = 0) <> (old.status = 0)
                OR new.seller IS NOT old.seller
            BEGIN
                SELECT note_account(account) FROM follow
                WHERE seller = coalesce(new.seller, old.seller);
            END;
            CREATE TEMP TRIGGER note_followed_loss AFTER DELETE ON main.item
            WHEN old.seller IS NOT NULL
            BEGIN SELECT note_account(account) FROM follow WHERE seller = old.seller; END;
            """)
    }

    // MARK: - Kept searches

    /// From now on, tells `savedSearches` which searches change and when items disappear from them.
    func noteChangedSearches() throws(StorageError) {
        try addFunction("note_search", arguments: 3) { context, _, values in
            guard let values else { return }
            SQLiteConnection.calling(context)?.savedSearches.noteChanged(
                SavedSearch.ID(rawValue: sqlite3_value_int64(values[0])),
                of: Account.ID(rawValue: sqlite3_value_int64(values[1])),
                isKept: sqlite3_value_int64(values[2]) == 1)
        }
        try addFunction("note_loss", arguments: 0) { context, _, _ in
            SQLiteConnection.calling(context)?.savedSearches.noteLoss()
        }
        // Hiding an item, or offering it again, is rare: everybody's matches are counted again.
        try addFunction("note_change_for_all", arguments: 0) { context, _, _ in
            SQLiteConnection.calling(context)?.savedSearches.noteNewsOfEverybody()
        }
        try execute(
            """
            CREATE TEMP TRIGGER note_keeping AFTER INSERT ON main.saved_search
            BEGIN SELECT note_search(new.id, new.account, 1); END;
            CREATE TEMP TRIGGER note_look AFTER UPDATE OF seen ON main.saved_search
            BEGIN SELECT note_search(new.id, new.account, 0); END;
            CREATE TEMP TRIGGER note_trashing AFTER UPDATE OF deletion ON main.saved_search
            BEGIN SELECT note_search(new.id, new.account, 1); END;
            CREATE TEMP TRIGGER note_editing AFTER UPDATE OF wanted, is_quiet ON main.saved_search
            BEGIN SELECT note_search(new.id, new.account, 1); END;
            CREATE TEMP TRIGGER note_forgetting AFTER DELETE ON main.saved_search
            BEGIN SELECT note_search(old.id, old.account, 1); END;
            CREATE TEMP TRIGGER note_lost_item AFTER DELETE ON main.item
            BEGIN SELECT note_loss(); END;
            CREATE TEMP TRIGGER note_hiding AFTER UPDATE OF position ON main.item
            WHEN (new.position < 0) <> (old.position < 0) BEGIN SELECT note_change_for_all(); END;
            CREATE TEMP TRIGGER note_sale AFTER UPDATE OF status ON main.item
            WHEN new.status = 2 AND old.status <> 2 BEGIN SELECT note_loss(); END;
            CREATE TEMP TRIGGER note_offer_anew AFTER UPDATE OF status ON main.item
            WHEN new.status <> 2 AND old.status = 2 BEGIN SELECT note_change_for_all(); END;
            CREATE TEMP TRIGGER note_new_seller AFTER UPDATE OF seller ON main.item
            BEGIN SELECT note_loss(); END;
            """)
    }
}
