/// The step that keeps what lists filter and sort by, so that it is read in a moment at the start, and
/// makes the other indexes of items smaller.
enum ItemFacetsSchema {
    /// As `ItemColumns.shift`.
    static let shift: SQL = "12"

    /// `item_facets` has the rows of a chunk of places (`ItemColumns.Row`) in one piece, as long as no
    /// item there has changed since it was kept: what changes one deletes it.
    /// Whole prices are found there too.
    ///
    /// A photo's address is long, and its beginning tells it apart: the index of who shows a photo has
    /// no more, which a reference would not be found by. What is shown nowhere is all that is deleted
    /// (`deleteUnusedPhotos`).
    static let keepFacets: SQL = """
        DROP INDEX item_by_category;
        DROP INDEX item_by_whole_price;

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
