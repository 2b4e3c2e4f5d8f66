import Market

extension SQLiteStorage: PhotoStorage {
    public func insert(_ photo: DevelopedPhoto, at now: Timestamp) async throws(StorageError) {
        try await write { connection throws(StorageError) in
            try connection.insert(photo, at: now)
        }
    }

    public func photos(_ ids: [Photo.ID]) throws(StorageError) -> [Photo] {
        try readers.read { connection throws(StorageError) in
            var photos: [Photo] = []
            for id in ids { photos.append(try connection.photo(id)) }
            return photos
        }
    }

    public func bytes(
        of id: Photo.ID, _ size: Photo.Size
    ) throws(StorageError) -> [UInt8] {
        try readers.read { connection throws(StorageError) in
            let row = try connection.statement(
                "SELECT bytes FROM rendition WHERE photo = ? AND size = ?",
                id.text, size.rawValue)
            guard try row.step() else { throw .photoNotFound }
            return row.bytes(0)
        }
    }

    @discardableResult
    public func deleteUnusedPhotos(
        uploadedBefore moment: Timestamp
    ) async throws(StorageError) -> Int {
        try await write { connection throws(StorageError) in
            try connection.run(
                """
                DELETE FROM photo WHERE date_uploaded < ?
                AND NOT EXISTS (SELECT 1 FROM item_photo WHERE item_photo.photo = photo.id)
                AND NOT EXISTS (SELECT 1 FROM account WHERE picture = photo.id)
                """,
                moment.seconds)
        }
    }
}
