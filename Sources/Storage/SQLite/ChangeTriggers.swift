import CSQLite
import Market

/// Notes what a connection changes, whatever statement, cascade or trigger does it: by triggers that
/// this connection alone has.
extension SQLiteConnection {
    // MARK: - Items

    /// Notes from here on the position of each item that is inserted, deleted, moved or changed in
    /// what lists filter by, or in what is wanted by it.
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

    // MARK: - Kept searches

    /// Has `wanted` note from here on which kept searches change, and that items are lost to them.
    func noteChangedSearches() throws(StorageError) {
        try addFunction("note_search", arguments: 3) { context, _, values in
            guard let values else { return }
            SQLiteConnection.calling(context)?.wanted.noteChanged(
                SavedSearch.ID(rawValue: sqlite3_value_int64(values[0])),
                of: Account.ID(rawValue: sqlite3_value_int64(values[1])),
                isKept: sqlite3_value_int64(values[2]) == 1)
        }
        try addFunction("note_loss", arguments: 0) { context, _, _ in
            SQLiteConnection.calling(context)?.wanted.noteLoss()
        }
        // Few are hidden or shown, or offered, again: everybody's are counted anew.
        try addFunction("note_change_for_all", arguments: 0) { context, _, _ in
            SQLiteConnection.calling(context)?.wanted.noteNewsOfEverybody()
        }
        try execute(
            """
            CREATE TEMP TRIGGER note_keeping AFTER INSERT ON main.saved_search
            BEGIN SELECT note_search(new.id, new.account, 1); END;
            CREATE TEMP TRIGGER note_look AFTER UPDATE OF seen ON main.saved_search
            BEGIN SELECT note_search(new.id, new.account, 0); END;
            CREATE TEMP TRIGGER note_trashing AFTER UPDATE OF deletion ON main.saved_search
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
