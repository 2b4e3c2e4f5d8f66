/// The step that makes what searches and filters find items by.
enum SearchSchema {
    /// What an index of words has of a listing.
    struct Index: Sendable {
        let columns: SQL
        /// What is in these columns.
        let tokens: @Sendable (_ row: SQL) -> SQL
    }

    /// All is in one column, where a mark tells what a token is of (`SearchText.Mark`): FTS5 notes
    /// behind each token which column it is in, but for the first, and walks through those of all
    /// columns to find one column's. A token of its own, longer than any other without a mark, tells
    /// what is wanted from what is offered.
    static let index = Index(columns: "tokens") { row in
        """
        title_tokens(\(row).title) || iif(\(row).purpose = 1, 'wanted ', '')
            || description_tokens(\(row).description)
        """
    }

    /// As it was until version 18: `description` and `title` in bigrams, `letters` and `words` of the
    /// title each by itself, and `initials`, the title's consonants in bigrams.
    private static let columnsOfKinds: SQL = "description, title, letters, words, initials"

    /// - Parameter rest: what `initials` has besides.
    private static func indexOfKinds(_ rest: @escaping @Sendable (SQL) -> SQL) -> Index {
        Index(columns: columnsOfKinds) { row in
            """
            pairs(\(row).description), bigrams(\(row).title), letters(\(row).title), \
            words(\(row).title), initials(\(row).title)\(rest(row))
            """
        }
    }

    private static let indexOfOffers = indexOfKinds { _ in "" }
    private static let indexOfOffersAndRequests = indexOfKinds { row in
        " || iif(\(row).purpose = 1, 'wanted', '')"
    }

    /// What lists filter and sort by, in one number that is in no row, so that a million are read in a
    /// moment from the index: the amount to pay in units of 256, and below it the currency in units
    /// of 32, how the price is meant in units of 8 (`ItemColumns.Row.State`), the status.
    static func facets(status: SQL) -> SQL {
        """
        coalesce(discounted_price, price, 0) * 256
            + CASE currency WHEN 'KRW' THEN 0 WHEN 'USD' THEN 32 WHEN 'EUR' THEN 64
                WHEN 'JPY' THEN 96 WHEN 'CNY' THEN 128 WHEN 'GBP' THEN 160 ELSE 192 END
            + CASE WHEN price IS NULL THEN 24 WHEN price = 0 THEN 16 ELSE 8 END
            + \(status)
        """
    }

    /// `item_by_category` holds all that lists filter and sort by.
    static let findByWordsAndFilters: SQL = """
        DROP TRIGGER item_is_inserted;
        DROP TRIGGER item_is_deleted;
        DROP TRIGGER item_is_changing;
        DROP TRIGGER item_is_changed;
        DROP TRIGGER item_price_is_changed;
        DROP TABLE item_search;
        CREATE VIRTUAL TABLE item_search USING fts5 (
            \(columnsOfKinds), content = '', columnsize = 0, tokenize = 'ascii');
        INSERT INTO item_search (rowid, \(columnsOfKinds))
        SELECT position, \(indexOfOffers.tokens("item")) FROM item
        WHERE position <= (SELECT position FROM item_indexed_until);

        ALTER TABLE item ADD COLUMN facets INTEGER AS (\(facets(status: "(status & 7)")));
        DROP INDEX item_by_category;
        CREATE INDEX item_by_category ON item (category, facets);

        \(keepIndexOfOffers { "\($0).position <= \(end)" })
        PRAGMA user_version = 10;
        """

    /// What is hidden has its place below zero, with its digits: there it is in no list, and it comes
    /// back to its place.
    static let leaveOutHiddenItems: SQL = """
        DROP TRIGGER item_is_inserted;
        DROP TRIGGER item_is_deleted;
        DROP TRIGGER item_is_moving;
        DROP TRIGGER item_is_moved;
        DROP TRIGGER item_is_changing;
        DROP TRIGGER item_is_changed;
        \(keepIndexOfOffers { isShown($0) })
        PRAGMA user_version = 16;
        """

    private static let end: SQL = "(SELECT position FROM item_indexed_until)"

    private static func isShown(_ row: SQL) -> SQL { "\(row).position BETWEEN 1 AND \(end)" }

    /// Makes the index anew, in one column.
    static let searchInOneColumn: SQL = """
        DROP TRIGGER item_is_inserted;
        DROP TRIGGER item_is_deleted;
        DROP TRIGGER item_is_moving;
        DROP TRIGGER item_is_moved;
        DROP TRIGGER item_is_changing;
        DROP TRIGGER item_is_changed;
        DROP TABLE item_search;
        CREATE VIRTUAL TABLE item_search USING fts5 (
            \(index.columns), content = '', columnsize = 0, tokenize = 'ascii');
        \(fill("item_search"))
        \(joinIndex)
        \(keepIndex(of: index, isShown, { "\($0).purpose = 0" }))
        PRAGMA user_version = 19;
        """

    /// Puts all items into an empty index that are to be found there.
    static func fill(_ table: SQL) -> SQL {
        """
        INSERT INTO \(table) (rowid, \(index.columns))
        SELECT position, \(index.tokens("item")) FROM item WHERE \(isShown("item"));
        """
    }

    /// Makes one piece of the index: each word is looked up in every piece of it, and what came many
    /// at a time is in a dozen.
    static let joinIndex: SQL = "INSERT INTO item_search (item_search) VALUES ('optimize');"

    /// Keeps counts and index at the items that there are, of which only what is offered is counted.
    static let keepIndexOfAll: SQL = keepIndex(
        of: indexOfOffersAndRequests, isShown, { "\($0).purpose = 0" })

    /// The same before anything was wanted.
    private static func keepIndexOfOffers(_ isIndexed: (SQL) -> SQL) -> SQL {
        keepIndex(of: indexOfOffers, isIndexed, { _ in "true" })
    }

    private static func keepIndex(
        of index: Index, _ isIndexed: (SQL) -> SQL, _ isCounted: (SQL) -> SQL
    ) -> SQL {
        """
        CREATE TRIGGER item_is_inserted AFTER INSERT ON item WHEN \(isIndexed("new")) BEGIN
            \(count("new", isCounted("new")))
            \(add("new", to: index))
        END;
        CREATE TRIGGER item_is_deleted AFTER DELETE ON item WHEN \(isIndexed("old")) BEGIN
            \(discount("old", isCounted("old")))
            \(remove("old", from: index))
        END;
        CREATE TRIGGER item_is_moving BEFORE UPDATE OF position, currency, price, discounted_price ON item
        WHEN \(isMoved) AND \(isIndexed("old")) BEGIN
            \(discount("old", isCounted("old")))
        END;
        CREATE TRIGGER item_is_moved AFTER UPDATE OF position, currency, price, discounted_price ON item
        WHEN \(isMoved) AND \(isIndexed("new")) BEGIN
            \(count("new", isCounted("new")))
        END;
        CREATE TRIGGER item_is_changing BEFORE UPDATE OF position, title, description ON item
        WHEN \(isRewritten) AND \(isIndexed("old")) BEGIN
            \(remove("old", from: index))
        END;
        CREATE TRIGGER item_is_changed AFTER UPDATE OF position, title, description ON item
        WHEN \(isRewritten) AND \(isIndexed("new")) BEGIN
            \(add("new", to: index))
        END;
        """
    }

    private static let isMoved: SQL =
        "(old.position, old.has_whole_price) <> (new.position, new.has_whole_price)"
    private static let isRewritten: SQL = """
        (old.position, old.title, old.description) <> (new.position, new.title, new.description)
        """

    private static func add(_ row: SQL, to index: Index) -> SQL {
        """
        INSERT INTO item_search (rowid, \(index.columns))
        VALUES (\(row).position, \(index.tokens(row)));
        """
    }

    private static func remove(_ row: SQL, from index: Index) -> SQL {
        """
        INSERT INTO item_search (item_search, rowid, \(index.columns))
        VALUES ('delete', \(row).position, \(index.tokens(row)));
        """
    }

    // MARK: - Counts

    private static func count(_ row: SQL, _ isCounted: SQL) -> SQL {
        """
        INSERT INTO item_count SELECT * FROM (VALUES
            (5, \(row).position >> 5, 1, \(row).has_whole_price),
            (10, \(row).position >> 10, 1, \(row).has_whole_price),
            (15, \(row).position >> 15, 1, \(row).has_whole_price),
            (20, \(row).position >> 20, 1, \(row).has_whole_price))
        WHERE \(isCounted)
        ON CONFLICT DO UPDATE SET
            count = count + 1, whole_prices = whole_prices + excluded.whole_prices;
        """
    }

    private static func discount(_ row: SQL, _ isCounted: SQL) -> SQL {
        """
        UPDATE item_count
        SET count = count - 1, whole_prices = whole_prices - \(row).has_whole_price
        WHERE \(isCounted) AND \(isBlock(of: row));
        DELETE FROM item_count WHERE count = 0 AND \(isBlock(of: row));
        """
    }

    private static func isBlock(of row: SQL) -> SQL {
        """
        (shift, block) IN (VALUES
            (5, \(row).position >> 5), (10, \(row).position >> 10),
            (15, \(row).position >> 15), (20, \(row).position >> 20))
        """
    }
}
