/// The step that keeps what lists filter and sort by, so that it is read in a moment at the start, and
/// makes the other indexes of items smaller than older versions had them.
enum ItemFacetsSchema {
    /// As `ItemColumns.shift`.
    static let shift: SQL = "12"

    /// `item_facets` has the rows of a chunk of places (`ItemColumns.Row`) in one piece, as long as no
    /// item there has changed since it was kept: what changes one deletes it.
    ///
    /// `item_photo` has no reference to `photo`: to delete one, SQLite would look for who shows it in an
    /// index of whole addresses, which take 8 % of the file, where their beginnings tell them apart.
    /// It holds nevertheless: the one statement that shows a photo takes it from `photo`
    /// (`Connection.show`), the one that deletes photos leaves those that are shown
    /// (`deleteUnusedPhotos`), both run on the one thread that writes, and `jangteo check` compares.
    static let keepFacets: SQL = """
        DROP INDEX IF EXISTS item_by_category;
        DROP INDEX IF EXISTS item_by_whole_price;

        CREATE TABLE new_item_photo (
            item INTEGER NOT NULL REFERENCES item (id) ON DELETE CASCADE,
            position INTEGER NOT NULL,
            photo TEXT NOT NULL,
            PRIMARY KEY (item, position)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO new_item_photo SELECT item, position, photo FROM item_photo;
        DROP TABLE item_photo;
        ALTER TABLE new_item_photo RENAME TO item_photo;
        CREATE INDEX item_photo_by_photo ON item_photo (substr(photo, 1, 6));

        CREATE TABLE item_facets (
            chunk INTEGER PRIMARY KEY,
            rows BLOB NOT NULL
        ) STRICT;
        CREATE TRIGGER item_facets_after_insertion AFTER INSERT ON item BEGIN
            DELETE FROM item_facets WHERE chunk = new.position >> \(shift);
        END;
        CREATE TRIGGER item_facets_after_deletion AFTER DELETE ON item BEGIN
            DELETE FROM item_facets WHERE chunk = old.position >> \(shift);
        END;
        CREATE TRIGGER item_facets_after_change
        AFTER UPDATE OF position, category, status, currency, price, discounted_price,
            neighbourhood
        ON item BEGIN
            DELETE FROM item_facets
            WHERE chunk IN (old.position >> \(shift), new.position >> \(shift));
        END;

        PRAGMA user_version = 20;
        """
}
