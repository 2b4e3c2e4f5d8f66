/// The migrations that store which sellers each account follows.
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

    static let endFollowsByBlocks: SQL = """
        \(endFollowsAcrossBlocks)
        CREATE TRIGGER block_ends_follows AFTER INSERT ON block BEGIN \(endFollowsOfNew) END;

        PRAGMA user_version = 42;
        """

    /// For blocks made before there was the trigger. Also used by PostgreSQL.
    static let endFollowsAcrossBlocks: SQL = """
        DELETE FROM follow WHERE EXISTS (
            SELECT 1 FROM block
            WHERE block.account = follow.account AND block.blocked = follow.seller
                OR block.account = follow.seller AND block.blocked = follow.account);
        """

    /// What the trigger does for a new block, in both directions. Also used by PostgreSQL.
    static let endFollowsOfNew: SQL = """
        DELETE FROM follow WHERE account = new.account AND seller = new.blocked;
        DELETE FROM follow WHERE account = new.blocked AND seller = new.account;
        """
}
