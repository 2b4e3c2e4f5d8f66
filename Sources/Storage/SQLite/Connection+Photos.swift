import Market

extension Connection {
    /// - Throws: `.photoNotFound`.
    func photo(_ id: Photo.ID) throws(StorageError) -> Photo {
        let row = try statement("SELECT id, width, height FROM photo WHERE id = ?", id.text)
        guard try row.step() else { throw .photoNotFound }
        return try photo(row)
    }

    /// The photos of a listing, in their order.
    func photos(of item: Item.ID) throws(StorageError) -> [Photo] {
        let rows = try statement(
            """
            SELECT photo.id, width, height
            FROM item_photo JOIN photo ON photo.id = item_photo.photo
            WHERE item = ? ORDER BY position
            """,
            item)
        var photos: [Photo] = []
        while try rows.step() { photos.append(try photo(rows)) }
        return photos
    }

    func insert(_ photo: DevelopedPhoto, at now: Timestamp) throws(StorageError) {
        let id = photo.photo.id.text
        let count = try run(
            """
            INSERT INTO photo (id, width, height, date_uploaded) VALUES (?, ?, ?, ?)
            ON CONFLICT DO NOTHING
            """,
            id, photo.photo.width, photo.photo.height, now.seconds)
        guard count == 1 else {
            try run("UPDATE photo SET date_uploaded = ? WHERE id = ?", now.seconds, id)
            return
        }
        for size in Photo.Size.allCases {
            try photo.bytes(size).withUnsafeBufferPointer { bytes throws(StorageError) in
                _ = try run(
                    "INSERT INTO rendition (photo, size, bytes) VALUES (?, ?, ?)",
                    id, size.rawValue, PinnedBytes(bytes: bytes))
            }
        }
    }

    /// Reads the columns id, width, height.
    private func photo(_ row: borrowing Statement) throws(StorageError) -> Photo {
        guard let id = Photo.ID(row.blob(0)) else {
            throw .unusable("\(path) is damaged: a photo's id")
        }
        return Photo(id: id, width: Int(row.integer(1)), height: Int(row.integer(2)))
    }
}
