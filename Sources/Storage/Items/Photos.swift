import Market

extension SQLStorage: PhotoStorage {
    public func insert(_ photo: DevelopedPhoto, at now: Timestamp) async throws(StorageError) {
        try await write { connection throws(StorageError) in
            let (id, width, height) = (photo.photo.id, photo.photo.width, photo.photo.height)
            let count = try connection.run(
                """
                INSERT INTO photo (id, width, height, date_uploaded) VALUES (?, ?, ?, ?)
                ON CONFLICT DO NOTHING
                """,
                id, width, height, now)
            guard count == 1 else {
                try connection.run("UPDATE photo SET date_uploaded = ? WHERE id = ?", now, id)
                return
            }
            for size in Photo.Size.allCases {
                try photo.bytes(size).withUnsafeBufferPointer { bytes throws(StorageError) in
                    try connection.runLater(
                        "INSERT INTO rendition (photo, size, bytes) VALUES (?, ?, ?)",
                        id, size, PinnedBytes(bytes: bytes))
                }
            }
        }
    }

    public func photos(_ ids: [Photo.ID]) async throws(StorageError) -> [Photo] {
        try await read { connection throws(StorageError) in
            try ids.map { id throws(StorageError) in try connection.photo(id) }
        }
    }

    public func bytes(
        of id: Photo.ID, _ size: Photo.Size, for viewer: Photo.Viewer
    ) async throws(StorageError) -> [UInt8] {
        if let bytes = keptPhotos?.bytes(of: id, size) { return bytes }
        let age = keptPhotos?.age ?? 0
        let bytes: [UInt8] = try await read { connection throws(StorageError) in
            guard try connection.shows(id, to: viewer) else { throw .photoNotFound }
            let bytes: [UInt8]? = try connection.first(
                "SELECT bytes FROM rendition WHERE photo = ? AND size = ?", id, size)
            guard let bytes else { throw .photoNotFound }
            return bytes
        }
        if viewer == .anybody { keptPhotos?.keep(bytes, of: id, size, at: age) }
        return bytes
    }

    @discardableResult
    public func deleteUnusedPhotos(
        uploadedBefore moment: Timestamp
    ) async throws(StorageError) -> Int {
        try await write { connection throws(StorageError) in
            try connection.run(
                """
                DELETE FROM photo WHERE date_uploaded < ?
                AND NOT EXISTS (
                    SELECT 1 FROM item_photo
                    WHERE substr(item_photo.photo, 1, 6) = substr(photo.id, 1, 6)
                        AND item_photo.photo = photo.id)
                AND NOT EXISTS (SELECT 1 FROM account WHERE picture = photo.id)
                AND NOT EXISTS (SELECT 1 FROM draft_photo WHERE draft_photo.photo = photo.id)
                """,
                moment)
        }
    }
}

extension Connection {
    /// What hidden items have is kept from others, unless something else shows it as well.
    fileprivate func shows(
        _ id: Photo.ID, to viewer: Photo.Viewer
    ) throws(StorageError) -> Bool {
        guard viewer != .operator else { return true }
        guard try exists(Self.selectHidden, id, id) else { return true }
        if case .account(let account) = viewer,
            try exists("\(Self.selectItems) AND seller = ?", id, id, account)
        {
            return true
        }
        let isShownElsewhere = try exists(Self.selectShown, id, id)
        return try isShownElsewhere ? true : exists("SELECT 1 FROM account WHERE picture = ?", id)
    }

    private static let selectHidden: SQL = "\(selectItems) AND item.position < 0"
    private static let selectShown: SQL = "\(selectItems) AND item.position > 0"
    private static let selectItems: SQL = """
        SELECT 1 FROM item_photo JOIN item ON item.id = item_photo.item
        WHERE substr(item_photo.photo, 1, 6) = substr(?, 1, 6) AND item_photo.photo = ?
        """

    /// - Throws: `.photoNotFound`.
    func photo(_ id: Photo.ID) throws(StorageError) -> Photo {
        let photo: Photo? = try first("SELECT \(Photo.columns) FROM photo WHERE id = ?", id)
        guard let photo else { throw .photoNotFound }
        return photo
    }

    /// The photos of an item, in their order.
    func photos(of item: Item.ID) throws(StorageError) -> [Photo] {
        try all(Self.selectPhotos, item)
    }

    private static let selectPhotos: SQL = """
        SELECT \(Photo.columns) FROM item_photo JOIN photo ON photo.id = item_photo.photo
        WHERE item = ? ORDER BY position
        """
}

extension Photo: Record {
    static let columns: SQL = "photo.id, width, height"

    init(_ row: inout Statement) throws(StorageError) {
        self.init(id: try row.next(), width: try row.next(), height: try row.next())
        // Sizes are divided by.
        guard width > 0, height > 0 else { throw .failed("the photo \(id) has no size") }
    }
}
