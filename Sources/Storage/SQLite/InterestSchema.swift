/// The step that keeps with each interest what the item cost.
enum InterestSchema {
    /// Both prices are what was to be paid, in the currency that the item has: `first_price` when the
    /// interest was taken up, `known_price` then or when its account was told of a price last; 0 where it
    /// was open. Where they are NULL it is not known: it was in another currency, or what is offered was
    /// wanted. `is_dropped` while the account is told, since `date_dropped`, that less is asked than the known
    /// price; it keeps the date of what it is told no more, so that it is not told anew within the hour.
    static let keepPrices: SQL = """
        ALTER TABLE interest ADD COLUMN first_price INTEGER;
        ALTER TABLE interest ADD COLUMN known_price INTEGER;
        ALTER TABLE interest ADD COLUMN date_dropped INTEGER;
        ALTER TABLE interest ADD COLUMN is_dropped INTEGER NOT NULL DEFAULT 0;
        \(fillIn)

        PRAGMA user_version = 31;
        """

    /// What was taken up before is known to cost what it does now. Over PostgreSQL too.
    static let fillIn: SQL = """
        UPDATE interest SET (first_price, known_price) = (
            SELECT coalesce(discounted_price, price, 0), coalesce(discounted_price, price, 0)
            FROM item WHERE item.id = interest.item);
        CREATE INDEX interest_dropped ON interest (account, is_dropped, date_dropped, number);
        """
}
