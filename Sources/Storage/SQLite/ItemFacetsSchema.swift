/// The migration that stores what lists filter and sort by in a form that is quick to read at the
/// start, and makes the other indexes of items smaller than in older versions.
enum ItemFacetsSchema {
    /// The same as `ItemColumns.shift`.
    static let shift: SQL = "12"

    /// `item_facets` has the rows (`ItemColumns.Row`) of a chunk of positions in one blob, as long
    /// as no item of the chunk has changed since: every such change deletes it.
    ///
    /// `item_photo` has no foreign key to `photo`: when a photo is deleted, SQLite would look for
    /// references to it in an index of whole ids, which takes 8 % of the file, although their first
    /// characters are enough to tell them apart. The reference holds nevertheless: the one
    /// statement that adds a photo to an item takes it from `photo` (`Connection.show`), the one
    /// that deletes photos leaves those in use (`deleteUnusedPhotos`), both run on the only thread
    /// that writes, and `jangteo check` compares the tables.
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
