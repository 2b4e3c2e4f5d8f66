/// The step that keeps which sellers accounts follow.
enum FollowSchema {
    /// `seen` is the number of the last item that the account has seen of any seller whom it follows, at
    /// first that of the newest item when it began to follow this one.
    static let followSellers: SQL = """
        CREATE TABLE follow (
            account INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
            seller INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
            date_followed INTEGER NOT NULL,
            seen INTEGER NOT NULL,
            PRIMARY KEY (account, seller)
        ) STRICT, WITHOUT ROWID;
        \(indexFollowers)

        PRAGMA user_version = 40;
        """

    /// Over PostgreSQL too.
    static let indexFollowers: SQL = "CREATE INDEX follow_by_seller ON follow (seller);"
}
