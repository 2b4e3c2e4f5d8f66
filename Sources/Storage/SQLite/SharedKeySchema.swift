/// The key with which the market signs what it has browsers keep.
enum SharedKeySchema {
    /// The key outlives the process, so that a restart neither ends guests' grants nor makes the writer of a
    /// form look like somebody else. A part of the step `DecisionSchema.nameUndone`; PostgreSQL has
    /// had such a table from the start.
    static let createSharedKey: SQL = """
        CREATE TABLE shared_key (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            key BLOB NOT NULL
        ) STRICT;
        INSERT INTO shared_key VALUES (1, randomblob(32));
        """
}
