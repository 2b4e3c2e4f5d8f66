extension Migrations {
    /// Long texts come last in a row, so that a list never reads through them. `item.photo` is the
    /// first of `item_photo`, kept for lists.
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
}
