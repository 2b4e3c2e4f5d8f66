/// The migration that adds announcements, and an index for finding the reasons that operators have
/// given for each kind of decision.
enum AnnouncementSchema {
    /// A deleted announcement stays for a while with its `date_deleted`, so that it can be
    /// restored. There are few of them, so no query of them needs an index.
    static let keepAnnouncements: SQL = """
        CREATE TABLE announcement (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            date_written INTEGER NOT NULL,
            date_modified INTEGER NOT NULL,
            ends INTEGER,
            is_on_top INTEGER NOT NULL,
            date_deleted INTEGER,
            revision INTEGER NOT NULL DEFAULT 1,
            title TEXT NOT NULL,
            text TEXT NOT NULL
        ) STRICT;
        \(indexReasons)

        PRAGMA user_version = 38;
        """

    /// Also used by PostgreSQL.
    static let indexReasons: SQL =
        "CREATE INDEX decision_by_kind ON decision (kind, id) WHERE reason <> '';"
}
