/// The step that adds what two people agree on to their conversations.
enum DealingSchema {
    /// A message that names an amount is an offer, with its answer; one with a `note` tells of a step
    /// that was taken, and of a closing has as its answer the stage before. Who waits in line has a
    /// number there, the smaller the earlier. With an asker goes what was kept for them.
    static let addDealings: SQL = """
        ALTER TABLE message ADD COLUMN note INTEGER;
        ALTER TABLE message ADD COLUMN amount INTEGER;
        ALTER TABLE message ADD COLUMN currency TEXT;
        ALTER TABLE message ADD COLUMN answer INTEGER;
        ALTER TABLE conversation ADD COLUMN line INTEGER;
        ALTER TABLE conversation ADD COLUMN price INTEGER;
        CREATE INDEX conversation_in_line ON conversation (item, line) WHERE line IS NOT NULL;
        CREATE INDEX conversation_by_stage ON conversation (item, stage) WHERE item IS NOT NULL;
        CREATE TRIGGER asker_has_left AFTER UPDATE OF asker ON conversation
        WHEN new.asker IS NULL BEGIN
            UPDATE item SET status = 0
            WHERE id = new.item AND status = 1 AND new.stage IN (1, 2, 3, 4);
            UPDATE conversation SET line = NULL,
                stage = CASE WHEN stage IN (1, 2, 3, 4) THEN 0 ELSE stage END
            WHERE id = new.id;
        END;

        PRAGMA user_version = 13;
        """

    /// Which price was taken is asked for with each page of a conversation.
    static let indexAcceptedOffers: SQL = """
        CREATE INDEX message_by_accepted_offer ON message (conversation)
        WHERE amount IS NOT NULL AND answer = 1;

        PRAGMA user_version = 23;
        """
}
