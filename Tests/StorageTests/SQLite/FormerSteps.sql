-- Steps as programs took them whose files are about: what they made of the table of items and of its index
-- is made by later steps now.
-- Step 4
CREATE TABLE item_indexed_until (position INTEGER NOT NULL) STRICT;
INSERT INTO item_indexed_until VALUES (0);
CREATE TABLE item_count (
    shift INTEGER NOT NULL,
    block INTEGER NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (shift, block)
) STRICT, WITHOUT ROWID;
CREATE VIRTUAL TABLE item_search USING fts5 (
    title, content = '', columnsize = 0, tokenize = 'ascii');
CREATE TRIGGER item_is_inserted AFTER INSERT ON item WHEN new.position <= (SELECT position FROM item_indexed_until) BEGIN
    INSERT INTO item_count VALUES
        (5, new.position >> 5, 1), (10, new.position >> 10, 1),
        (15, new.position >> 15, 1), (20, new.position >> 20, 1)
    ON CONFLICT DO UPDATE SET count = count + 1;
    INSERT INTO item_search (rowid, title) VALUES (new.position, bigrams(new.title));
END;
CREATE TRIGGER item_is_deleted AFTER DELETE ON item WHEN old.position <= (SELECT position FROM item_indexed_until) BEGIN
    UPDATE item_count SET count = count - 1 WHERE (shift, block) IN (VALUES
        (5, old.position >> 5), (10, old.position >> 10),
        (15, old.position >> 15), (20, old.position >> 20));
    DELETE FROM item_count WHERE count = 0 AND (shift, block) IN (VALUES
        (5, old.position >> 5), (10, old.position >> 10),
        (15, old.position >> 15), (20, old.position >> 20));
    INSERT INTO item_search (item_search, rowid, title)
    VALUES ('delete', old.position, bigrams(old.title));
END;
CREATE TRIGGER item_is_changing BEFORE UPDATE OF position, title ON item
WHEN (old.position, old.title) <> (new.position, new.title) AND old.position <= (SELECT position FROM item_indexed_until) BEGIN
    UPDATE item_count SET count = count - 1 WHERE (shift, block) IN (VALUES
        (5, old.position >> 5), (10, old.position >> 10),
        (15, old.position >> 15), (20, old.position >> 20));
    DELETE FROM item_count WHERE count = 0 AND (shift, block) IN (VALUES
        (5, old.position >> 5), (10, old.position >> 10),
        (15, old.position >> 15), (20, old.position >> 20));
    INSERT INTO item_search (item_search, rowid, title)
    VALUES ('delete', old.position, bigrams(old.title));
END;
CREATE TRIGGER item_is_changed AFTER UPDATE OF position, title ON item
WHEN (old.position, old.title) <> (new.position, new.title) AND new.position <= (SELECT position FROM item_indexed_until) BEGIN
    INSERT INTO item_count VALUES
        (5, new.position >> 5, 1), (10, new.position >> 10, 1),
        (15, new.position >> 15, 1), (20, new.position >> 20, 1)
    ON CONFLICT DO UPDATE SET count = count + 1;
    INSERT INTO item_search (rowid, title) VALUES (new.position, bigrams(new.title));
END;
PRAGMA user_version = 4;
-- Step 5
CREATE TABLE vendor (
    id INTEGER PRIMARY KEY,
    identifier TEXT NOT NULL UNIQUE,
    number INTEGER UNIQUE,
    name TEXT
) STRICT;
CREATE TABLE item_vendor (
    item INTEGER PRIMARY KEY REFERENCES item (id) ON DELETE CASCADE,
    vendor INTEGER NOT NULL REFERENCES vendor
) STRICT;
CREATE INDEX item_vendor_by_vendor ON item_vendor (vendor);

ALTER TABLE item ADD COLUMN has_whole_price INTEGER AS (
    currency IN ('KRW', 'JPY')
    OR price % 100 = 0 AND coalesce(discounted_price, 0) % 100 = 0);
CREATE INDEX item_by_whole_price ON item (has_whole_price);
ALTER TABLE item_count ADD COLUMN whole_prices INTEGER NOT NULL DEFAULT 0;
DELETE FROM item_count;
INSERT INTO item_count SELECT 5, position >> 5, count(*), sum(has_whole_price) FROM item
WHERE position BETWEEN 1 AND (SELECT position FROM item_indexed_until)
    AND true GROUP BY 2;
INSERT INTO item_count SELECT 10, block >> 5, sum(count), sum(whole_prices)
FROM item_count WHERE shift = 5 GROUP BY 2;
INSERT INTO item_count SELECT 15, block >> 5, sum(count), sum(whole_prices)
FROM item_count WHERE shift = 10 GROUP BY 2;
INSERT INTO item_count SELECT 20, block >> 5, sum(count), sum(whole_prices)
FROM item_count WHERE shift = 15 GROUP BY 2;
DROP TRIGGER item_is_inserted;
DROP TRIGGER item_is_deleted;
DROP TRIGGER item_is_changing;
DROP TRIGGER item_is_changed;
CREATE TRIGGER item_is_inserted AFTER INSERT ON item WHEN new.position <= (SELECT position FROM item_indexed_until) BEGIN
    INSERT INTO item_count VALUES
        (5, new.position >> 5, 1, new.has_whole_price),
        (10, new.position >> 10, 1, new.has_whole_price),
        (15, new.position >> 15, 1, new.has_whole_price),
        (20, new.position >> 20, 1, new.has_whole_price)
    ON CONFLICT DO UPDATE SET
        count = count + 1, whole_prices = whole_prices + excluded.whole_prices;
    INSERT INTO item_search (rowid, title) VALUES (new.position, bigrams(new.title));
END;
CREATE TRIGGER item_is_deleted AFTER DELETE ON item WHEN old.position <= (SELECT position FROM item_indexed_until) BEGIN
    UPDATE item_count
    SET count = count - 1, whole_prices = whole_prices - old.has_whole_price
    WHERE (shift, block) IN (VALUES
        (5, old.position >> 5), (10, old.position >> 10),
        (15, old.position >> 15), (20, old.position >> 20));
    DELETE FROM item_count WHERE count = 0 AND (shift, block) IN (VALUES
        (5, old.position >> 5), (10, old.position >> 10),
        (15, old.position >> 15), (20, old.position >> 20));
    INSERT INTO item_search (item_search, rowid, title)
    VALUES ('delete', old.position, bigrams(old.title));
END;
CREATE TRIGGER item_is_changing BEFORE UPDATE OF position, title ON item
WHEN (old.position, old.title) <> (new.position, new.title) AND old.position <= (SELECT position FROM item_indexed_until) BEGIN
    UPDATE item_count
    SET count = count - 1, whole_prices = whole_prices - old.has_whole_price
    WHERE (shift, block) IN (VALUES
        (5, old.position >> 5), (10, old.position >> 10),
        (15, old.position >> 15), (20, old.position >> 20));
    DELETE FROM item_count WHERE count = 0 AND (shift, block) IN (VALUES
        (5, old.position >> 5), (10, old.position >> 10),
        (15, old.position >> 15), (20, old.position >> 20));
    INSERT INTO item_search (item_search, rowid, title)
    VALUES ('delete', old.position, bigrams(old.title));
END;
CREATE TRIGGER item_is_changed AFTER UPDATE OF position, title ON item
WHEN (old.position, old.title) <> (new.position, new.title) AND new.position <= (SELECT position FROM item_indexed_until) BEGIN
    INSERT INTO item_count VALUES
        (5, new.position >> 5, 1, new.has_whole_price),
        (10, new.position >> 10, 1, new.has_whole_price),
        (15, new.position >> 15, 1, new.has_whole_price),
        (20, new.position >> 20, 1, new.has_whole_price)
    ON CONFLICT DO UPDATE SET
        count = count + 1, whole_prices = whole_prices + excluded.whole_prices;
    INSERT INTO item_search (rowid, title) VALUES (new.position, bigrams(new.title));
END;
CREATE TRIGGER item_price_is_changed
AFTER UPDATE OF price, discounted_price, currency ON item
WHEN old.has_whole_price <> new.has_whole_price AND NOT (old.position, old.title) <> (new.position, new.title)
    AND new.position <= (SELECT position FROM item_indexed_until)
BEGIN
    UPDATE item_count
    SET whole_prices = whole_prices + new.has_whole_price - old.has_whole_price
    WHERE (shift, block) IN (VALUES
        (5, new.position >> 5), (10, new.position >> 10),
        (15, new.position >> 15), (20, new.position >> 20));
END;
PRAGMA user_version = 5;
-- Step 6
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(
    replace(sql, ' price INTEGER NOT NULL,', ' price INTEGER,'),
    'OR price % 100', 'OR coalesce(price, 0) % 100')
WHERE type = 'table' AND name = 'item';
PRAGMA writable_schema = RESET;
PRAGMA user_version = 6;
-- Step 10
DROP TRIGGER item_is_inserted;
DROP TRIGGER item_is_deleted;
DROP TRIGGER item_is_changing;
DROP TRIGGER item_is_changed;
DROP TRIGGER item_price_is_changed;
DROP TABLE item_search;
CREATE VIRTUAL TABLE item_search USING fts5 (
    description, title, letters, words, initials, content = '', columnsize = 0, tokenize = 'ascii');
INSERT INTO item_search (rowid, description, title, letters, words, initials)
SELECT position, pairs(item.description), bigrams(item.title), letters(item.title), words(item.title), initials(item.title) FROM item
WHERE position <= (SELECT position FROM item_indexed_until);

ALTER TABLE item ADD COLUMN facets INTEGER AS (coalesce(discounted_price, price, 0) * 256
    + CASE currency WHEN 'KRW' THEN 0 WHEN 'USD' THEN 32 WHEN 'EUR' THEN 64
        WHEN 'JPY' THEN 96 WHEN 'CNY' THEN 128 WHEN 'GBP' THEN 160 ELSE 192 END
    + CASE WHEN price IS NULL THEN 24 WHEN price = 0 THEN 16 ELSE 8 END
    + (status & 7));
DROP INDEX item_by_category;
CREATE INDEX item_by_category ON item (category, facets);

CREATE TRIGGER item_is_inserted AFTER INSERT ON item WHEN new.position <= (SELECT position FROM item_indexed_until) BEGIN
    INSERT INTO item_count SELECT * FROM (VALUES
    (5, new.position >> 5, 1, new.has_whole_price),
    (10, new.position >> 10, 1, new.has_whole_price),
    (15, new.position >> 15, 1, new.has_whole_price),
    (20, new.position >> 20, 1, new.has_whole_price))
WHERE true
ON CONFLICT DO UPDATE SET
    count = count + 1, whole_prices = whole_prices + excluded.whole_prices;
    INSERT INTO item_search (rowid, description, title, letters, words, initials)
VALUES (new.position, pairs(new.description), bigrams(new.title), letters(new.title), words(new.title), initials(new.title));
END;
CREATE TRIGGER item_is_deleted AFTER DELETE ON item WHEN old.position <= (SELECT position FROM item_indexed_until) BEGIN
    UPDATE item_count
SET count = count - 1, whole_prices = whole_prices - old.has_whole_price
WHERE true AND (shift, block) IN (VALUES
    (5, old.position >> 5), (10, old.position >> 10),
    (15, old.position >> 15), (20, old.position >> 20));
DELETE FROM item_count WHERE count = 0 AND (shift, block) IN (VALUES
    (5, old.position >> 5), (10, old.position >> 10),
    (15, old.position >> 15), (20, old.position >> 20));
    INSERT INTO item_search (item_search, rowid, description, title, letters, words, initials)
VALUES ('delete', old.position, pairs(old.description), bigrams(old.title), letters(old.title), words(old.title), initials(old.title));
END;
CREATE TRIGGER item_is_moving BEFORE UPDATE OF position, currency, price, discounted_price ON item
WHEN (old.position, old.has_whole_price) <> (new.position, new.has_whole_price) AND old.position <= (SELECT position FROM item_indexed_until) BEGIN
    UPDATE item_count
SET count = count - 1, whole_prices = whole_prices - old.has_whole_price
WHERE true AND (shift, block) IN (VALUES
    (5, old.position >> 5), (10, old.position >> 10),
    (15, old.position >> 15), (20, old.position >> 20));
DELETE FROM item_count WHERE count = 0 AND (shift, block) IN (VALUES
    (5, old.position >> 5), (10, old.position >> 10),
    (15, old.position >> 15), (20, old.position >> 20));
END;
CREATE TRIGGER item_is_moved AFTER UPDATE OF position, currency, price, discounted_price ON item
WHEN (old.position, old.has_whole_price) <> (new.position, new.has_whole_price) AND new.position <= (SELECT position FROM item_indexed_until) BEGIN
    INSERT INTO item_count SELECT * FROM (VALUES
    (5, new.position >> 5, 1, new.has_whole_price),
    (10, new.position >> 10, 1, new.has_whole_price),
    (15, new.position >> 15, 1, new.has_whole_price),
    (20, new.position >> 20, 1, new.has_whole_price))
WHERE true
ON CONFLICT DO UPDATE SET
    count = count + 1, whole_prices = whole_prices + excluded.whole_prices;
END;
CREATE TRIGGER item_is_changing BEFORE UPDATE OF position, title, description ON item
WHEN (old.position, old.title, old.description) <> (new.position, new.title, new.description) AND old.position <= (SELECT position FROM item_indexed_until) BEGIN
    INSERT INTO item_search (item_search, rowid, description, title, letters, words, initials)
VALUES ('delete', old.position, pairs(old.description), bigrams(old.title), letters(old.title), words(old.title), initials(old.title));
END;
CREATE TRIGGER item_is_changed AFTER UPDATE OF position, title, description ON item
WHEN (old.position, old.title, old.description) <> (new.position, new.title, new.description) AND new.position <= (SELECT position FROM item_indexed_until) BEGIN
    INSERT INTO item_search (rowid, description, title, letters, words, initials)
VALUES (new.position, pairs(new.description), bigrams(new.title), letters(new.title), words(new.title), initials(new.title));
END;
PRAGMA user_version = 10;
-- Step 16
DROP TRIGGER item_is_inserted;
DROP TRIGGER item_is_deleted;
DROP TRIGGER item_is_moving;
DROP TRIGGER item_is_moved;
DROP TRIGGER item_is_changing;
DROP TRIGGER item_is_changed;
CREATE TRIGGER item_is_inserted AFTER INSERT ON item WHEN new.position BETWEEN 1 AND (SELECT position FROM item_indexed_until) BEGIN
    INSERT INTO item_count SELECT * FROM (VALUES
    (5, new.position >> 5, 1, new.has_whole_price),
    (10, new.position >> 10, 1, new.has_whole_price),
    (15, new.position >> 15, 1, new.has_whole_price),
    (20, new.position >> 20, 1, new.has_whole_price))
WHERE true
ON CONFLICT DO UPDATE SET
    count = count + 1, whole_prices = whole_prices + excluded.whole_prices;
    INSERT INTO item_search (rowid, description, title, letters, words, initials)
VALUES (new.position, pairs(new.description), bigrams(new.title), letters(new.title), words(new.title), initials(new.title));
END;
CREATE TRIGGER item_is_deleted AFTER DELETE ON item WHEN old.position BETWEEN 1 AND (SELECT position FROM item_indexed_until) BEGIN
    UPDATE item_count
SET count = count - 1, whole_prices = whole_prices - old.has_whole_price
WHERE true AND (shift, block) IN (VALUES
    (5, old.position >> 5), (10, old.position >> 10),
    (15, old.position >> 15), (20, old.position >> 20));
DELETE FROM item_count WHERE count = 0 AND (shift, block) IN (VALUES
    (5, old.position >> 5), (10, old.position >> 10),
    (15, old.position >> 15), (20, old.position >> 20));
    INSERT INTO item_search (item_search, rowid, description, title, letters, words, initials)
VALUES ('delete', old.position, pairs(old.description), bigrams(old.title), letters(old.title), words(old.title), initials(old.title));
END;
CREATE TRIGGER item_is_moving BEFORE UPDATE OF position, currency, price, discounted_price ON item
WHEN (old.position, old.has_whole_price) <> (new.position, new.has_whole_price) AND old.position BETWEEN 1 AND (SELECT position FROM item_indexed_until) BEGIN
    UPDATE item_count
SET count = count - 1, whole_prices = whole_prices - old.has_whole_price
WHERE true AND (shift, block) IN (VALUES
    (5, old.position >> 5), (10, old.position >> 10),
    (15, old.position >> 15), (20, old.position >> 20));
DELETE FROM item_count WHERE count = 0 AND (shift, block) IN (VALUES
    (5, old.position >> 5), (10, old.position >> 10),
    (15, old.position >> 15), (20, old.position >> 20));
END;
CREATE TRIGGER item_is_moved AFTER UPDATE OF position, currency, price, discounted_price ON item
WHEN (old.position, old.has_whole_price) <> (new.position, new.has_whole_price) AND new.position BETWEEN 1 AND (SELECT position FROM item_indexed_until) BEGIN
    INSERT INTO item_count SELECT * FROM (VALUES
    (5, new.position >> 5, 1, new.has_whole_price),
    (10, new.position >> 10, 1, new.has_whole_price),
    (15, new.position >> 15, 1, new.has_whole_price),
    (20, new.position >> 20, 1, new.has_whole_price))
WHERE true
ON CONFLICT DO UPDATE SET
    count = count + 1, whole_prices = whole_prices + excluded.whole_prices;
END;
CREATE TRIGGER item_is_changing BEFORE UPDATE OF position, title, description ON item
WHEN (old.position, old.title, old.description) <> (new.position, new.title, new.description) AND old.position BETWEEN 1 AND (SELECT position FROM item_indexed_until) BEGIN
    INSERT INTO item_search (item_search, rowid, description, title, letters, words, initials)
VALUES ('delete', old.position, pairs(old.description), bigrams(old.title), letters(old.title), words(old.title), initials(old.title));
END;
CREATE TRIGGER item_is_changed AFTER UPDATE OF position, title, description ON item
WHEN (old.position, old.title, old.description) <> (new.position, new.title, new.description) AND new.position BETWEEN 1 AND (SELECT position FROM item_indexed_until) BEGIN
    INSERT INTO item_search (rowid, description, title, letters, words, initials)
VALUES (new.position, pairs(new.description), bigrams(new.title), letters(new.title), words(new.title), initials(new.title));
END;
PRAGMA user_version = 16;
-- Step 18
CREATE TABLE neighbourhood (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    position INTEGER
) STRICT;
CREATE TABLE spot (
    id INTEGER PRIMARY KEY,
    neighbourhood INTEGER NOT NULL REFERENCES neighbourhood,
    name TEXT NOT NULL,
    position INTEGER,
    UNIQUE (neighbourhood, name)
) STRICT;

CREATE TABLE new_item (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    id INTEGER NOT NULL UNIQUE,
    purpose INTEGER NOT NULL,
    title TEXT NOT NULL,
    category INTEGER NOT NULL,
    price INTEGER,
    discounted_price INTEGER,
    currency TEXT NOT NULL,
    neighbourhood INTEGER,
    spot INTEGER,
    stock INTEGER NOT NULL,
    status INTEGER NOT NULL,
    date_posted INTEGER NOT NULL,
    date_modified INTEGER NOT NULL,
    date_pulled_up INTEGER,
    seller INTEGER REFERENCES account ON DELETE CASCADE,
    photo TEXT,
    submission_key TEXT UNIQUE,
    password_hash TEXT,
    description TEXT NOT NULL,
    has_whole_price INTEGER AS (
        currency IN ('KRW', 'JPY')
        OR coalesce(price, 0) % 100 = 0 AND coalesce(discounted_price, 0) % 100 = 0),
    facets INTEGER AS (coalesce(discounted_price, price, 0) * 256
    + CASE currency WHEN 'KRW' THEN 0 WHEN 'USD' THEN 32 WHEN 'EUR' THEN 64
        WHEN 'JPY' THEN 96 WHEN 'CNY' THEN 128 WHEN 'GBP' THEN 160 ELSE 192 END
    + CASE WHEN price IS NULL THEN 24 WHEN price = 0 THEN 16 ELSE 8 END
    + (status & 3) + purpose * 4)
) STRICT;
INSERT INTO new_item
SELECT position, id, 0, title, category, price, discounted_price, currency, NULL, NULL,
    stock, status, date_posted, date_modified, date_pulled_up, seller, photo,
    submission_key, password_hash, description
FROM item ORDER BY position;
DELETE FROM sqlite_sequence WHERE name = 'new_item';
INSERT INTO sqlite_sequence (name, seq)
SELECT 'new_item', seq FROM sqlite_sequence WHERE name = 'item';

PRAGMA legacy_alter_table = ON;
DROP TABLE item;
ALTER TABLE new_item RENAME TO item;
PRAGMA legacy_alter_table = OFF;

CREATE INDEX item_by_category ON item (category, facets, neighbourhood);
CREATE INDEX item_by_seller ON item (seller, status) WHERE seller IS NOT NULL;
CREATE INDEX item_by_whole_price ON item (has_whole_price);
CREATE TRIGGER item_is_inserted AFTER INSERT ON item WHEN new.position BETWEEN 1 AND (SELECT position FROM item_indexed_until) BEGIN
    INSERT INTO item_count SELECT * FROM (VALUES
    (5, new.position >> 5, 1, new.has_whole_price),
    (10, new.position >> 10, 1, new.has_whole_price),
    (15, new.position >> 15, 1, new.has_whole_price),
    (20, new.position >> 20, 1, new.has_whole_price))
WHERE new.purpose = 0
ON CONFLICT DO UPDATE SET
    count = count + 1, whole_prices = whole_prices + excluded.whole_prices;
    INSERT INTO item_search (rowid, description, title, letters, words, initials)
VALUES (new.position, pairs(new.description), bigrams(new.title), letters(new.title), words(new.title), initials(new.title) || iif(new.purpose = 1, 'wanted', ''));
END;
CREATE TRIGGER item_is_deleted AFTER DELETE ON item WHEN old.position BETWEEN 1 AND (SELECT position FROM item_indexed_until) BEGIN
    UPDATE item_count
SET count = count - 1, whole_prices = whole_prices - old.has_whole_price
WHERE old.purpose = 0 AND (shift, block) IN (VALUES
    (5, old.position >> 5), (10, old.position >> 10),
    (15, old.position >> 15), (20, old.position >> 20));
DELETE FROM item_count WHERE count = 0 AND (shift, block) IN (VALUES
    (5, old.position >> 5), (10, old.position >> 10),
    (15, old.position >> 15), (20, old.position >> 20));
    INSERT INTO item_search (item_search, rowid, description, title, letters, words, initials)
VALUES ('delete', old.position, pairs(old.description), bigrams(old.title), letters(old.title), words(old.title), initials(old.title) || iif(old.purpose = 1, 'wanted', ''));
END;
CREATE TRIGGER item_is_moving BEFORE UPDATE OF position, currency, price, discounted_price ON item
WHEN (old.position, old.has_whole_price) <> (new.position, new.has_whole_price) AND old.position BETWEEN 1 AND (SELECT position FROM item_indexed_until) BEGIN
    UPDATE item_count
SET count = count - 1, whole_prices = whole_prices - old.has_whole_price
WHERE old.purpose = 0 AND (shift, block) IN (VALUES
    (5, old.position >> 5), (10, old.position >> 10),
    (15, old.position >> 15), (20, old.position >> 20));
DELETE FROM item_count WHERE count = 0 AND (shift, block) IN (VALUES
    (5, old.position >> 5), (10, old.position >> 10),
    (15, old.position >> 15), (20, old.position >> 20));
END;
CREATE TRIGGER item_is_moved AFTER UPDATE OF position, currency, price, discounted_price ON item
WHEN (old.position, old.has_whole_price) <> (new.position, new.has_whole_price) AND new.position BETWEEN 1 AND (SELECT position FROM item_indexed_until) BEGIN
    INSERT INTO item_count SELECT * FROM (VALUES
    (5, new.position >> 5, 1, new.has_whole_price),
    (10, new.position >> 10, 1, new.has_whole_price),
    (15, new.position >> 15, 1, new.has_whole_price),
    (20, new.position >> 20, 1, new.has_whole_price))
WHERE new.purpose = 0
ON CONFLICT DO UPDATE SET
    count = count + 1, whole_prices = whole_prices + excluded.whole_prices;
END;
CREATE TRIGGER item_is_changing BEFORE UPDATE OF position, title, description ON item
WHEN (old.position, old.title, old.description) <> (new.position, new.title, new.description) AND old.position BETWEEN 1 AND (SELECT position FROM item_indexed_until) BEGIN
    INSERT INTO item_search (item_search, rowid, description, title, letters, words, initials)
VALUES ('delete', old.position, pairs(old.description), bigrams(old.title), letters(old.title), words(old.title), initials(old.title) || iif(old.purpose = 1, 'wanted', ''));
END;
CREATE TRIGGER item_is_changed AFTER UPDATE OF position, title, description ON item
WHEN (old.position, old.title, old.description) <> (new.position, new.title, new.description) AND new.position BETWEEN 1 AND (SELECT position FROM item_indexed_until) BEGIN
    INSERT INTO item_search (rowid, description, title, letters, words, initials)
VALUES (new.position, pairs(new.description), bigrams(new.title), letters(new.title), words(new.title), initials(new.title) || iif(new.purpose = 1, 'wanted', ''));
END;
CREATE TRIGGER item_title_is_kept BEFORE DELETE ON item BEGIN
    UPDATE conversation SET item_title = old.title WHERE item = old.id;
END;

ALTER TABLE account ADD COLUMN neighbourhood INTEGER;
ALTER TABLE account ADD COLUMN spot INTEGER;
ALTER TABLE draft ADD COLUMN place TEXT NOT NULL DEFAULT '';
ALTER TABLE draft ADD COLUMN is_request INTEGER NOT NULL DEFAULT 0;
ALTER TABLE wanted ADD COLUMN neighbourhood INTEGER;
ALTER TABLE wanted ADD COLUMN purpose INTEGER;
ALTER TABLE saved_search ADD COLUMN post INTEGER REFERENCES item (id) ON DELETE CASCADE;
DROP INDEX saved_search_by_wanted;
CREATE UNIQUE INDEX saved_search_by_wanted
    ON saved_search (wanted, account, coalesce(post, 0));
CREATE UNIQUE INDEX saved_search_by_post ON saved_search (post) WHERE post IS NOT NULL;
CREATE INDEX item_by_request ON item (position) WHERE purpose = 1;
CREATE TRIGGER wanted_item_is_found AFTER UPDATE OF status ON item
WHEN new.purpose = 1 AND new.status = 2 BEGIN
    DELETE FROM saved_search WHERE post = new.id;
END;
CREATE TRIGGER search_in_trash_is_forgotten AFTER DELETE ON saved_search
WHEN old.deletion IS NOT NULL AND old.post IS NOT NULL BEGIN
    DELETE FROM deletion WHERE id = old.deletion;
END;

PRAGMA user_version = 18;
-- Step 19
DROP TRIGGER item_is_inserted;
DROP TRIGGER item_is_deleted;
DROP TRIGGER item_is_moving;
DROP TRIGGER item_is_moved;
DROP TRIGGER item_is_changing;
DROP TRIGGER item_is_changed;
DROP TABLE item_search;
CREATE VIRTUAL TABLE item_search USING fts5 (
    tokens, content = '', columnsize = 0, tokenize = 'ascii');
INSERT INTO item_search (rowid, tokens)
SELECT position, title_tokens(item.title) || iif(item.purpose = 1, 'wanted ', '')
    || description_tokens(item.description) FROM item WHERE item.position BETWEEN 1 AND (SELECT position FROM item_indexed_until);
INSERT INTO item_search (item_search) VALUES ('optimize');
CREATE TRIGGER item_is_inserted AFTER INSERT ON item WHEN new.position BETWEEN 1 AND (SELECT position FROM item_indexed_until) BEGIN
    INSERT INTO item_count SELECT * FROM (VALUES
    (5, new.position >> 5, 1, new.has_whole_price),
    (10, new.position >> 10, 1, new.has_whole_price),
    (15, new.position >> 15, 1, new.has_whole_price),
    (20, new.position >> 20, 1, new.has_whole_price))
WHERE new.purpose = 0
ON CONFLICT DO UPDATE SET
    count = count + 1, whole_prices = whole_prices + excluded.whole_prices;
    INSERT INTO item_search (rowid, tokens)
VALUES (new.position, title_tokens(new.title) || iif(new.purpose = 1, 'wanted ', '')
    || description_tokens(new.description));
END;
CREATE TRIGGER item_is_deleted AFTER DELETE ON item WHEN old.position BETWEEN 1 AND (SELECT position FROM item_indexed_until) BEGIN
    UPDATE item_count
SET count = count - 1, whole_prices = whole_prices - old.has_whole_price
WHERE old.purpose = 0 AND (shift, block) IN (VALUES
    (5, old.position >> 5), (10, old.position >> 10),
    (15, old.position >> 15), (20, old.position >> 20));
DELETE FROM item_count WHERE count = 0 AND (shift, block) IN (VALUES
    (5, old.position >> 5), (10, old.position >> 10),
    (15, old.position >> 15), (20, old.position >> 20));
    INSERT INTO item_search (item_search, rowid, tokens)
VALUES ('delete', old.position, title_tokens(old.title) || iif(old.purpose = 1, 'wanted ', '')
    || description_tokens(old.description));
END;
CREATE TRIGGER item_is_moving BEFORE UPDATE OF position, currency, price, discounted_price ON item
WHEN (old.position, old.has_whole_price) <> (new.position, new.has_whole_price) AND old.position BETWEEN 1 AND (SELECT position FROM item_indexed_until) BEGIN
    UPDATE item_count
SET count = count - 1, whole_prices = whole_prices - old.has_whole_price
WHERE old.purpose = 0 AND (shift, block) IN (VALUES
    (5, old.position >> 5), (10, old.position >> 10),
    (15, old.position >> 15), (20, old.position >> 20));
DELETE FROM item_count WHERE count = 0 AND (shift, block) IN (VALUES
    (5, old.position >> 5), (10, old.position >> 10),
    (15, old.position >> 15), (20, old.position >> 20));
END;
CREATE TRIGGER item_is_moved AFTER UPDATE OF position, currency, price, discounted_price ON item
WHEN (old.position, old.has_whole_price) <> (new.position, new.has_whole_price) AND new.position BETWEEN 1 AND (SELECT position FROM item_indexed_until) BEGIN
    INSERT INTO item_count SELECT * FROM (VALUES
    (5, new.position >> 5, 1, new.has_whole_price),
    (10, new.position >> 10, 1, new.has_whole_price),
    (15, new.position >> 15, 1, new.has_whole_price),
    (20, new.position >> 20, 1, new.has_whole_price))
WHERE new.purpose = 0
ON CONFLICT DO UPDATE SET
    count = count + 1, whole_prices = whole_prices + excluded.whole_prices;
END;
CREATE TRIGGER item_is_changing BEFORE UPDATE OF position, title, description ON item
WHEN (old.position, old.title, old.description) <> (new.position, new.title, new.description) AND old.position BETWEEN 1 AND (SELECT position FROM item_indexed_until) BEGIN
    INSERT INTO item_search (item_search, rowid, tokens)
VALUES ('delete', old.position, title_tokens(old.title) || iif(old.purpose = 1, 'wanted ', '')
    || description_tokens(old.description));
END;
CREATE TRIGGER item_is_changed AFTER UPDATE OF position, title, description ON item
WHEN (old.position, old.title, old.description) <> (new.position, new.title, new.description) AND new.position BETWEEN 1 AND (SELECT position FROM item_indexed_until) BEGIN
    INSERT INTO item_search (rowid, tokens)
VALUES (new.position, title_tokens(new.title) || iif(new.purpose = 1, 'wanted ', '')
    || description_tokens(new.description));
END;
PRAGMA user_version = 19;
