/// The key with which the market signs what browsers keep for it.
enum SharedKeySchema {
    /// The key outlasts the process, so that a restart neither ends the grants of guests nor mistakes the
    /// writer of a form for somebody else. A part of the step `DecisionSchema.nameUndone`; PostgreSQL has
    /// had such a table from the start.
    static let createSharedKey: SQL = """
        CREATE TABLE shared_key (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            key BLOB NOT NULL
        ) STRICT;
        INSERT INTO shared_key VALUES (1, randomblob(32));
        """
}
