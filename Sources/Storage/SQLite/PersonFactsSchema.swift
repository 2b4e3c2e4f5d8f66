/// The migration that stores facts about each person with their account, so that a listing's page reads
/// them in the same row as the seller's name.
enum PersonFactsSchema {
    /// `dealings` and `reply_time` of an account are those of `PersonFacts`. Whenever a conversation
    /// changes them, triggers work them out again from all of the account's conversations, so the
    /// stored values cannot drift.
    static let keepFacts: SQL = """
        ALTER TABLE account ADD COLUMN dealings INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE account ADD COLUMN reply_time INTEGER;
        CREATE TRIGGER dealings_are_counted AFTER UPDATE OF closings, is_guests ON conversation
        WHEN \(changesDealings) BEGIN \(countDealings) END;
        CREATE TRIGGER reply_time_is_kept AFTER UPDATE OF seller, reply_time ON conversation
        WHEN \(hasReply) BEGIN \(keepReplyTime) END;
        \(fillIn)

        PRAGMA user_version = 44;
        """

    // MARK: - Also used by PostgreSQL

    /// Whether a conversation now counts differently: a deal was closed or taken back, or a member has
    /// taken over the guest's listing that it is about.
    static let changesDealings: SQL =
        "new.closings <> old.closings OR new.is_guests <> old.is_guests"
    static let countDealings: SQL =
        "UPDATE account SET dealings = \(dealings) WHERE id IN (new.seller, new.asker);"

    /// Closings (8) of one conversation within a `PersonFacts.dealingPeriod` count once. Their dates are
    /// only read for conversations with several.
    private static let dealings: SQL = """
        (SELECT \(count) WHERE seller = account.id AND closings > 0 AND is_guests = 0)
        + (SELECT \(count) WHERE asker = account.id AND closings > 0 AND is_guests = 0)
        """
    private static let count: SQL = """
        coalesce(sum(CASE closings WHEN 1 THEN 1 ELSE (
            SELECT count(DISTINCT message.date / 86400) FROM message
            WHERE message.conversation = conversation.id AND message.note = 8) END), 0)
        FROM conversation
        """

    static let hasReply: SQL = "new.seller IS NOT NULL AND new.reply_time IS NOT NULL"
    /// The median of a seller's replies; NULL if there are fewer than `PersonFacts.fewestReplies`.
    static let keepReplyTime: SQL = """
        UPDATE account SET reply_time = CASE WHEN (SELECT count(*) \(replies)) >= 3 THEN (
            SELECT reply_time \(replies)
            ORDER BY reply_time LIMIT 1 OFFSET ((SELECT count(*) \(replies)) - 1) / 2) END
        WHERE id = new.seller;
        """
    private static let replies: SQL =
        "FROM conversation WHERE seller = new.seller AND reply_time IS NOT NULL"

    /// Comes after the triggers, whose creation keeps other programs from changing conversations.
    static let fillIn: SQL = """
        UPDATE account SET dealings = \(dealings)
        WHERE id IN (
            SELECT seller FROM conversation WHERE closings > 0
            UNION SELECT asker FROM conversation WHERE closings > 0);
        UPDATE account SET reply_time = answer.reply_time FROM (
            SELECT seller, reply_time,
                row_number() OVER (PARTITION BY seller ORDER BY reply_time) AS place,
                count(*) OVER (PARTITION BY seller) AS replies
            FROM conversation WHERE seller IS NOT NULL AND reply_time IS NOT NULL) AS answer
        WHERE account.id = answer.seller AND answer.replies >= 3
            AND answer.place = (answer.replies + 1) / 2;
        """
}
