/// The migration that stores which sellers each account follows.
enum FollowSchema {
    /// `seen` is the id of the last item that the account has seen of any seller whom it follows. It
    /// starts as that of the market's newest item when the account begins to follow the seller.
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

    /// Also used by PostgreSQL.
    static let indexFollowers: SQL = "CREATE INDEX follow_by_seller ON follow (seller);"
}
