/// The migration that stores with each interest what the item cost.
enum InterestSchema {
    /// Both prices are the amount to pay, in the item's currency: `first_price` at the time the
    /// interest was taken up, `known_price` at that time or when the account was last told of a
    /// price; 0 for an open price. They are NULL if unknown: the item was in another currency, or
    /// was a wanted item before. `is_dropped` is set while the account is told, since
    /// `date_dropped`, that the item costs less than `known_price`. The date stays after that ends,
    /// so that the account is not told again within the hour.
    static let keepPrices: SQL = """
        ALTER TABLE interest ADD COLUMN first_price INTEGER;
        ALTER TABLE interest ADD COLUMN known_price INTEGER;
        ALTER TABLE interest ADD COLUMN date_dropped INTEGER;
        ALTER TABLE interest ADD COLUMN is_dropped INTEGER NOT NULL DEFAULT 0;
        \(fillIn)

        PRAGMA user_version = 31;
        """

    /// For interests taken up before this migration, the present price counts as known. Also used
    /// by PostgreSQL.
    static let fillIn: SQL = """
        UPDATE interest SET (first_price, known_price) = (
            SELECT coalesce(discounted_price, price, 0), coalesce(discounted_price, price, 0)
            FROM item WHERE item.id = interest.item);
        CREATE INDEX interest_dropped ON interest (account, is_dropped, date_dropped, number);
        """
}
