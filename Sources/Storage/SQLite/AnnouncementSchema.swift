/// The step that keeps announcements, and finds the reasons that operators have given for each kind of
/// decision.
enum AnnouncementSchema {
    /// One that is deleted stays for a while, with the moment of that, so that it can be brought back. There
    /// are few of them, and none of what finds them needs an index.
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

    /// Over PostgreSQL too.
    static let indexReasons: SQL =
        "CREATE INDEX decision_by_kind ON decision (kind, id) WHERE reason <> '';"
}
