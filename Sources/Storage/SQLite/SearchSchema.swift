/// The migration that makes the full-text index, and the triggers that keep it and the counts up to
/// date.
enum SearchSchema {
    /// The tokens of an item in the full-text index, all in its one column. A mark tells which part
    /// of the item a token comes from (`SearchText.Mark`): with several columns, FTS5 would store
    /// the column with each token outside the first one, and read through the tokens of all columns
    /// to find those of one. A token of its own, longer than any other without a mark,
    /// distinguishes wanted items from offers.
    static func tokens(_ row: SQL) -> SQL {
        """
        title_tokens(\(row).title) || iif(\(row).purpose = 1, 'wanted ', '')
            || description_tokens(\(row).description)
        """
    }

    /// What lists filter and sort by, in a single number that is computed, not stored: the amount
    /// to pay in units of 256, and below it the currency in units of 32, the kind of price in units
    /// of 8 (`ItemColumns.Row.State`), the purpose in units of 4, and the status. Also used by
    /// PostgreSQL.
    static let facets: SQL = """
        coalesce(discounted_price, price, 0) * 256
            + CASE currency WHEN 'KRW' THEN 0 WHEN 'USD' THEN 32 WHEN 'EUR' THEN 64
                WHEN 'JPY' THEN 96 WHEN 'CNY' THEN 128 WHEN 'GBP' THEN 160 ELSE 192 END
            + CASE WHEN price IS NULL THEN 24 WHEN price = 0 THEN 16 ELSE 8 END
            + (status & 3) + purpose * 4
        """

    /// Rebuilds the index, whichever older version has made it, and the counts.
    static let searchInOneColumn: SQL = """
        DROP TRIGGER IF EXISTS item_is_inserted;
        DROP TRIGGER IF EXISTS item_is_deleted;
        DROP TRIGGER IF EXISTS item_is_moving;
        DROP TRIGGER IF EXISTS item_is_moved;
        DROP TRIGGER IF EXISTS item_is_changing;
        DROP TRIGGER IF EXISTS item_is_changed;
        DROP TABLE IF EXISTS item_search;
        CREATE VIRTUAL TABLE item_search USING fts5 (
            tokens, content = '', columnsize = 0, tokenize = 'ascii');
        \(fill("item_search"))
        \(joinIndex)
        \(ItemIndexSchema.countAnew)
        \(keepIndex)
        PRAGMA user_version = 19;
        """

    /// Whether an item is listed. A hidden item's position is negated, which keeps it out of all
    /// lists and lets it return to its place. Also used by PostgreSQL.
    static func isShown(_ row: SQL) -> SQL {
        "\(row).position BETWEEN 1 AND (SELECT position FROM item_indexed_until)"
    }

    /// Adds all listed items to an empty index.
    static func fill(_ table: SQL) -> SQL {
        """
        INSERT INTO \(table) (rowid, tokens)
        SELECT position, \(tokens("item")) FROM item WHERE \(isShown("item"));
        """
    }

    static let fillAnew: SQL = """
        INSERT INTO item_search (item_search) VALUES ('delete-all');
        \(fill("item_search"))
        \(joinIndex)
        """

    /// Merges the index into a single segment: every word is looked up in each segment, and items
    /// added many at a time leave a dozen of them.
    static let joinIndex: SQL = "INSERT INTO item_search (item_search) VALUES ('optimize');"

    /// Keeps the counts and the index in line with the items; only offers are counted.
    private static let keepIndex: SQL = """
        CREATE TRIGGER item_is_inserted AFTER INSERT ON item WHEN \(isShown("new")) BEGIN
            \(countNew)
            \(addNew)
        END;
        CREATE TRIGGER item_is_deleted AFTER DELETE ON item WHEN \(isShown("old")) BEGIN
            \(discountOld)
            \(removeOld)
        END;
        CREATE TRIGGER item_is_moving BEFORE UPDATE OF position, currency, price, discounted_price ON item
        WHEN \(isMoved) AND \(isShown("old")) BEGIN
            \(discountOld)
        END;
        CREATE TRIGGER item_is_moved AFTER UPDATE OF position, currency, price, discounted_price ON item
        WHEN \(isMoved) AND \(isShown("new")) BEGIN
            \(countNew)
        END;
        CREATE TRIGGER item_is_changing BEFORE UPDATE OF position, title, description ON item
        WHEN \(isRewritten) AND \(isShown("old")) BEGIN
            \(removeOld)
        END;
        CREATE TRIGGER item_is_changed AFTER UPDATE OF position, title, description ON item
        WHEN \(isRewritten) AND \(isShown("new")) BEGIN
            \(addNew)
        END;
        """

    private static let isMoved: SQL =
        "(old.position, old.has_whole_price) <> (new.position, new.has_whole_price)"
    /// Also used by PostgreSQL.
    static let isRewritten: SQL = """
        (old.position, old.title, old.description) <> (new.position, new.title, new.description)
        """

    private static let addNew: SQL = """
        INSERT INTO item_search (rowid, tokens)
        VALUES (new.position, \(tokens("new")));
        """
    private static let removeOld: SQL = """
        INSERT INTO item_search (item_search, rowid, tokens)
        VALUES ('delete', old.position, \(tokens("old")));
        """

    private static let countNew: SQL = """
        INSERT INTO item_count SELECT * FROM (VALUES
            (5, new.position >> 5, 1, new.has_whole_price),
            (10, new.position >> 10, 1, new.has_whole_price),
            (15, new.position >> 15, 1, new.has_whole_price),
            (20, new.position >> 20, 1, new.has_whole_price))
        WHERE new.purpose = 0
        ON CONFLICT DO UPDATE SET
            count = count + 1, whole_prices = whole_prices + excluded.whole_prices;
        """
    private static let discountOld: SQL = """
        UPDATE item_count
        SET count = count - 1, whole_prices = whole_prices - old.has_whole_price
        WHERE old.purpose = 0 AND \(isBlockOfOld);
        DELETE FROM item_count WHERE count = 0 AND \(isBlockOfOld);
        """
    private static let isBlockOfOld: SQL = """
        (shift, block) IN (VALUES
            (5, old.position >> 5), (10, old.position >> 10),
            (15, old.position >> 15), (20, old.position >> 20))
        """
}
