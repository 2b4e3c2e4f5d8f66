/// The migrations that make the tables of accounts and of what they keep.
enum OrganiserSchema {
    static let createAccountsAndOrganiser: SQL = "\(createAccounts)\n\(createOrganiser)"

    /// `account.language` is a BCP 47 tag; if it is NULL, the browser's preference counts.
    static let addLanguages: SQL = """
        ALTER TABLE account ADD COLUMN language TEXT;
        PRAGMA user_version = 8;
        """

    /// For the newest open to-dos in all lists of an account.
    static let indexOpenTodos: SQL = """
        CREATE INDEX todo_open_by_account ON todo (account, deletion, date_completed)
            WHERE deletion IS NULL AND date_completed IS NULL;
        PRAGMA user_version = 9;
        """

    /// A to-do that repeats has the interval in `repetition`, and in `repeats_from` the reminder
    /// that was set by hand. When it is completed, both move to the to-do that follows, and
    /// `next_todo` is the id of that one, without a foreign key, since it may be deleted.
    static let repeatTodos: SQL = """
        ALTER TABLE todo ADD COLUMN repetition TEXT;
        ALTER TABLE todo ADD COLUMN repeats_from INTEGER;
        ALTER TABLE todo ADD COLUMN next_todo INTEGER;
        PRAGMA user_version = 30;
        """

    /// `nickname_key` is the folded nickname, so that two confusable nicknames collide. A session
    /// keeps the digest of its previous token for a grace period. The id of an interest is called
    /// `number`, so that it can stand beside the columns of the item without an alias.
    private static let createAccounts: SQL = """
        CREATE TABLE account (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            nickname TEXT NOT NULL,
            nickname_key TEXT NOT NULL UNIQUE,
            picture TEXT REFERENCES photo,
            date_joined INTEGER NOT NULL,
            feed_key TEXT UNIQUE,
            password_hash TEXT NOT NULL,
            about TEXT NOT NULL
        ) STRICT;
        CREATE INDEX account_by_picture ON account (picture) WHERE picture IS NOT NULL;

        CREATE TABLE recovery_code (
            account INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
            digest TEXT NOT NULL,
            PRIMARY KEY (account, digest)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE checklist_step (
            account INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
            position INTEGER NOT NULL,
            title TEXT NOT NULL,
            PRIMARY KEY (account, position)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE session (
            id INTEGER PRIMARY KEY,
            account INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
            digest TEXT NOT NULL UNIQUE,
            former_digest TEXT,
            former_expires INTEGER,
            date_created INTEGER NOT NULL,
            last_seen INTEGER NOT NULL,
            expires INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX session_by_account ON session (account, last_seen);
        CREATE INDEX session_by_former ON session (former_digest)
            WHERE former_digest IS NOT NULL;
        CREATE INDEX session_by_expiry ON session (expires);

        CREATE TABLE interest (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            account INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
            item INTEGER NOT NULL REFERENCES item (id) ON DELETE CASCADE,
            UNIQUE (account, item)
        ) STRICT;
        CREATE INDEX interest_by_account ON interest (account);
        CREATE INDEX interest_by_item ON interest (item);
        """

    /// What is deleted points to its `deletion`, and is gone for good when that row goes. Deleting
    /// a list marks its to-dos, too, so that a row without a deletion is live and every index can
    /// leave the others out. The `account` of a to-do is that of its list.
    private static let createOrganiser: SQL = """
        CREATE TABLE deletion (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            account INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
            kind INTEGER NOT NULL,
            date INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX deletion_by_account ON deletion (account);
        CREATE INDEX deletion_by_date ON deletion (date);

        CREATE TABLE task_list (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            account INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
            title TEXT NOT NULL,
            icon TEXT NOT NULL,
            date_created INTEGER NOT NULL,
            deletion INTEGER REFERENCES deletion ON DELETE CASCADE
        ) STRICT;
        CREATE INDEX task_list_by_account ON task_list (account, deletion);
        CREATE INDEX task_list_by_deletion ON task_list (deletion) WHERE deletion IS NOT NULL;

        CREATE TABLE todo (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            account INTEGER NOT NULL,
            list INTEGER NOT NULL REFERENCES task_list ON DELETE CASCADE,
            title TEXT NOT NULL,
            date_created INTEGER NOT NULL,
            date_modified INTEGER NOT NULL,
            date_completed INTEGER,
            reminder INTEGER,
            is_dismissed INTEGER NOT NULL DEFAULT 0,
            item INTEGER REFERENCES item (id) ON DELETE SET NULL,
            revision INTEGER NOT NULL DEFAULT 1,
            deletion INTEGER REFERENCES deletion ON DELETE CASCADE
        ) STRICT;
        CREATE INDEX todo_by_list ON todo (list, deletion);
        CREATE INDEX todo_open ON todo (list, deletion, date_completed)
            WHERE deletion IS NULL AND date_completed IS NULL;
        CREATE INDEX todo_completed ON todo (account, date_completed, id)
            WHERE deletion IS NULL AND date_completed IS NOT NULL;
        CREATE INDEX todo_reminder
            ON todo (account, is_dismissed, deletion, date_completed, reminder)
            WHERE reminder IS NOT NULL;
        CREATE INDEX todo_by_item ON todo (item, account) WHERE item IS NOT NULL;
        CREATE INDEX todo_by_deletion ON todo (deletion) WHERE deletion IS NOT NULL;

        CREATE TABLE memo (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            account INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
            date_created INTEGER NOT NULL,
            date_modified INTEGER NOT NULL,
            reminder INTEGER,
            is_dismissed INTEGER NOT NULL DEFAULT 0,
            item INTEGER REFERENCES item (id) ON DELETE SET NULL,
            revision INTEGER NOT NULL DEFAULT 1,
            deletion INTEGER REFERENCES deletion ON DELETE CASCADE,
            text TEXT NOT NULL
        ) STRICT;
        CREATE INDEX memo_by_account ON memo (account, deletion);
        CREATE INDEX memo_reminder ON memo (account, is_dismissed, deletion, reminder)
            WHERE reminder IS NOT NULL;
        CREATE INDEX memo_by_item ON memo (item, account) WHERE item IS NOT NULL;
        CREATE INDEX memo_by_deletion ON memo (deletion) WHERE deletion IS NOT NULL;

        PRAGMA user_version = 2;
        """
}
