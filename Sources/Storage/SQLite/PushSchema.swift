/// The migration that makes the tables of push notifications.
enum PushSchema {
    /// A subscription belongs to a session, and ends with it. The site has one key for good: with
    /// another one, all existing subscriptions would be worthless.
    static let addPushSubscriptions: SQL = """
        CREATE TABLE push_subscription (
            endpoint TEXT PRIMARY KEY,
            account INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
            session INTEGER NOT NULL REFERENCES session ON DELETE CASCADE,
            date_created INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        \(indexPushSubscriptions)

        CREATE TABLE push_ending (
            account INTEGER PRIMARY KEY REFERENCES account ON DELETE CASCADE,
            number INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE push_key (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            key TEXT NOT NULL
        ) STRICT;

        PRAGMA user_version = 27;
        """

    /// Also used by PostgreSQL.
    static let indexPushSubscriptions: SQL = """
        CREATE INDEX push_subscription_by_account ON push_subscription (account, date_created);
        CREATE INDEX push_subscription_by_session ON push_subscription (session);
        """
}
