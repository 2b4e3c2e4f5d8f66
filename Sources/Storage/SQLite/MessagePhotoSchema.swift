/// The step that lets messages be photos.
enum MessagePhotoSchema {
    /// A message with a size is a photo. Its bytes are its own, not those of the photos of items,
    /// which anybody may ask for.
    static let addMessagePhotos: SQL = """
        ALTER TABLE message ADD COLUMN width INTEGER;
        ALTER TABLE message ADD COLUMN height INTEGER;
        CREATE TABLE message_photo (
            message INTEGER PRIMARY KEY REFERENCES message ON DELETE CASCADE,
            medium BLOB NOT NULL,
            full BLOB NOT NULL
        ) STRICT;

        PRAGMA user_version = 14;
        """
}
